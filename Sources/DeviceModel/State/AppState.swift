// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The life-cycle states of an app that matter for notifications.
///
/// Source: "Managing your app's life cycle"; the force-quit state from the page of
/// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`.
public enum AppState: String, Hashable, Sendable, Codable, CaseIterable {
    /// The app is on the screen and in use.
    case foreground
    /// The app is running, but not on the screen.
    case background
    /// The app is in memory, but not running.
    case suspended
    /// The app is not running: it crashed, or the system terminated it to free memory, to restart
    /// the phone or to install an update.
    case terminated
    /// The app is not running, because the person swiped it away in the app switcher. The state
    /// lasts until the person opens the app or restarts the phone.
    case forceQuit = "force-quit"

    /// Whether the app has a process.
    public var isInMemory: Bool {
        switch self {
        case .foreground, .background, .suspended: true
        case .terminated, .forceQuit: false
        }
    }

    /// Whether the app's code runs now.
    public var isRunning: Bool {
        switch self {
        case .foreground, .background: true
        case .suspended, .terminated, .forceQuit: false
        }
    }
}
