// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension UIApplication {
    /// The state of the app. Available since iOS 4.0.
    public enum State: Int, Sendable {
        /// The app is in the foreground and receives events.
        case active = 0
        /// The app is in the foreground, but in transition or interrupted.
        case inactive = 1
        /// The app is in the background.
        case background = 2
    }
}
