// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why an action is not possible on a phone.
public enum DeviceActionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No app has this bundle identifier; `installed` lists the apps on the phone.
    case unknownApp(bundleID: String, installed: [String])
    /// No notification on the screen or in Notification Center has this identifier;
    /// `deliveredCount` is the number of delivered notifications that were searched.
    case unknownNotification(id: String, deliveredCount: Int)
    /// No Live Activity has this identifier; `existing` lists the identifiers of the phone's
    /// activities.
    case unknownActivity(id: String, existing: [String])
    /// The app has no process.
    case notRunning(bundleID: String, state: AppState)
    /// The notification has no such button; `known` lists the buttons that it has.
    case unknownAction(id: String, known: [String])
    /// The button has no text field.
    case takesNoText(actionID: String)
    /// The text field is empty and the phone does not send empty replies (`ACT-6`).
    case needsText(actionID: String)
    /// The app has no stack with this thread; `known` lists the threads of the app's stacks.
    case unknownThread(id: String, known: [String])
    /// There is no time zone of this name.
    case unknownTimeZone(String)
    /// Another precondition is missing; the bundle identifier is `nil` when no app is concerned.
    case impossible(bundleID: String?, Impossibility)

    public var description: String {
        switch self {
        case .unknownApp(let bundleID, let installed):
            "The app \(OneLine.text(bundleID)) is not installed on this phone. "
                + Self.known("Installed apps", installed, none: "Install an app first.")
        case .unknownNotification(let id, let count):
            "There is no notification \(OneLine.text(id)) on this phone. "
                + (count == 0
                    ? "Send one first."
                    : "Show the phone to see the identifiers of its notifications (\(count)).")
        case .unknownActivity(let id, let existing):
            "There is no Live Activity \(OneLine.text(id)) on this phone. "
                + Self.known("Live Activities", existing, none: "Start one first.")
        case .notRunning(let bundleID, let state):
            "The app \(OneLine.text(bundleID)) is not running (\(state.rawValue)). Launch it first."
        case .unknownAction(let id, let known):
            "This notification has no button \(OneLine.text(id)). "
                + Self.known(
                    "Its buttons", known,
                    none: "Its category has no buttons, or the app did not register it: tap the "
                        + "notification, or register the category first.")
        case .takesNoText(let id):
            "The button \(OneLine.text(id)) has no text field. Choose it without text."
        case .needsText(let id): "The button \(OneLine.text(id)) needs text. Enter some text."
        case .unknownThread(let id, let known):
            "Notification Center has no stack for the thread \(OneLine.text(id)). "
                + Self.known("Threads", known, none: "Clear without naming a thread.")
        case .unknownTimeZone(let name):
            "\(OneLine.text(name)) is not a time zone. Use an IANA name, for instance "
                + "Europe/Berlin."
        case .impossible(let bundleID, let reason):
            (bundleID.map { "\(OneLine.text($0)): " } ?? "") + reason.sentence.line
        }
    }

    private static func known(_ label: String, _ names: [String], none: String) -> String {
        names.isEmpty ? none : "\(label): \(OneLine.text(names.joined(separator: ", ")))."
    }
}
