// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Console {
    /// The width of the terminal that receives standard output, in columns. It is `nil` if the
    /// output goes to a file or another program, so that lines are not broken.
    package static let width: Int? = {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return widthOfUnknownTerminal
        }
        return Int(size.ws_col)
    }()

    /// The width in columns that is assumed for a terminal that does not report its own width.
    private static let widthOfUnknownTerminal = 80
}
