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
    /// The columns of the terminal that standard output goes to; `nil` when it goes to a file or to
    /// another program, which get their lines whole.
    package static let width: Int? = {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return widthOfUnknownTerminal
        }
        return Int(size.ws_col)
    }()

    /// What a terminal has that does not say.
    private static let widthOfUnknownTerminal = 80
}
