// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import LocalSystem

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Waits for the end of standard input, and blocks its thread until then.
enum InputWait {
    /// Returns when the other end of standard input is closed.
    static func untilEnd() {
        while true {
            // Another process that shares the descriptor may have made the descriptor nonblocking.
            var asked = pollfd(
                fd: StandardInput.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&asked, 1, -1) > 0 else {
                if errno == EINTR { continue }
                return
            }
            if StandardInput.skipsToEnd() { return }
        }
    }
}
