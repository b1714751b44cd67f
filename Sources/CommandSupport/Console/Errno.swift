// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import LocalSystem

/// The system's text for the last error of a system call.
package enum Errno {
    package static var text: String { SystemError.last.description }
}
