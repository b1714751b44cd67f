// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Where an app stands in its life, as far as notifications care.
///
/// Source: "Managing your app's life cycle"; the force-quit state from the page of
/// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`.
public enum AppState: String, Hashable, Sendable, Codable, CaseIterable {
    /// In use, on the screen.
    case foreground
    /// Running, not on the screen.
    case background
    /// In memory, not running.
    case suspended
    /// Not running; ended by the system: memory, crash, restart of the phone, update.
    case terminated
    /// Not running; swiped away in the app switcher by the person. Ends when the person opens the
    /// app or restarts the phone.
    case forceQuit = "force-quit"

    /// Whether there is a process.
    public var isInMemory: Bool {
        switch self {
        case .foreground, .background, .suspended: true
        case .terminated, .forceQuit: false
        }
    }

    /// Whether its code runs now.
    public var isRunning: Bool {
        switch self {
        case .foreground, .background: true
        case .suspended, .terminated, .forceQuit: false
        }
    }
}
