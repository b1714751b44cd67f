// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension UIApplication {
    /// Where the app stands. Apple: since iOS 4.0.
    public enum State: Int, Sendable {
        /// In the foreground, with the person's attention.
        case active = 0
        /// In the foreground, between two states or behind an interruption.
        case inactive = 1
        /// Not on the screen.
        case background = 2
    }
}
