// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Why an action cannot be done on a phone.
public enum DeviceActionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No app of this bundle identifier; the installed ones.
    case unknownApp(bundleID: String, installed: [String])
    /// Nothing of this identifier is on the screen or in Notification Center; how many others are.
    case unknownNotification(id: String, deliveredCount: Int)
    /// No Live Activity of this identifier; those there are.
    case unknownActivity(id: String, existing: [String])
    /// The app has no process to act on.
    case notRunning(bundleID: String, state: AppState)

    public var description: String {
        switch self {
        case .unknownApp(let bundleID, let installed):
            "\(OneLine.text(bundleID)) is not installed on this phone; "
                + (installed.isEmpty
                    ? "install an app first"
                    : "installed: \(OneLine.text(installed.joined(separator: ", ")))")
        case .unknownNotification(let id, let count):
            "no notification \(OneLine.text(id)) on this phone; "
                + (count == 0
                    ? "none is there, send one first"
                    : "show the phone to see the identifiers of the \(count) that are there")
        case .unknownActivity(let id, let existing):
            "no Live Activity \(OneLine.text(id)) on this phone; "
                + (existing.isEmpty
                    ? "start one first"
                    : "there is \(OneLine.text(existing.joined(separator: ", ")))")
        case .notRunning(let bundleID, let state):
            "\(OneLine.text(bundleID)) is not running (\(state.rawValue)); launch it first"
        }
    }
}
