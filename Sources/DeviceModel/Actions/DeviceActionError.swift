// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why an action is not possible on a phone.
public enum DeviceActionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No app has this bundle identifier; lists the installed ones.
    case unknownApp(bundleID: String, installed: [String])
    /// No notification on the screen or in Notification Center has this identifier; counts the
    /// others.
    case unknownNotification(id: String, deliveredCount: Int)
    /// No Live Activity has this identifier; lists the existing ones.
    case unknownActivity(id: String, existing: [String])
    /// The app has no process.
    case notRunning(bundleID: String, state: AppState)
    /// The notification has no such button; lists those it has.
    case unknownAction(id: String, known: [String])
    /// The button has no text field.
    case takesNoText(actionID: String)
    /// The text field is empty and the phone does not send empty replies (`ACT-6`).
    case needsText(actionID: String)
    /// The app has no stack with this thread; lists those it has.
    case unknownThread(id: String, known: [String])
    /// There is no time zone of this name.
    case unknownTimeZone(String)
    /// Another precondition is missing; the bundle identifier is `nil` when no app is concerned.
    case impossible(bundleID: String?, Impossibility)

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
        case .unknownAction(let id, let known):
            "no button \(OneLine.text(id)) on this notification; "
                + (known.isEmpty
                    ? "its category has none, or the app did not register it: tap it, or register "
                        + "the category first"
                    : "there are: \(OneLine.text(known.joined(separator: ", ")))")
        case .takesNoText(let id):
            "the button \(OneLine.text(id)) takes no text; choose it without one"
        case .needsText(let id): "the button \(OneLine.text(id)) needs a text; give one"
        case .unknownThread(let id, let known):
            "no stack of thread \(OneLine.text(id)) in Notification Center; "
                + (known.isEmpty
                    ? "leave the thread out"
                    : "there are: \(OneLine.text(known.joined(separator: ", ")))")
        case .unknownTimeZone(let name):
            "\(OneLine.text(name)) is not a time zone; use an IANA name, for instance Europe/Berlin"
        case .impossible(let bundleID, let why):
            (bundleID.map { "\(OneLine.text($0)): " } ?? "") + why.words
        }
    }
}
