// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel

/// Something a person does to a phone, or that happens to it: `POST /v1/devices/{id}/actions` with
/// `{"action":"tap","notification":"…"}`.
///
/// In JSON, `action` is one of the words of ``Action``, and the other fields are those that the
/// word takes. An unknown word, a field that the word does not take and a value that is missing or wrong
/// are a ``ControlProblem`` that lists what is possible.
public enum DeviceCommand: Sendable, Hashable {
    case lock, unlock, reboot, online, offline
    /// A backup is put onto the phone: apps get new tokens (`REG-5`).
    case restoreBackup
    /// The banner is flicked away; the notification stays in its list.
    case flick
    /// The long look is closed.
    case collapse
    /// The question on the screen is answered.
    case answer(PromptAnswer)
    /// - Parameter name: the name under the icon; the last part of the bundle identifier when
    ///   `nil`.
    case install(bundleID: String, name: String?)
    /// - Parameter bundleID: may be `nil` when the phone has one app.
    case app(AppCommand, bundleID: String?)
    /// - Parameters:
    ///   - id: the notification's identifier; the newest when `nil`.
    ///   - bundleID: the app it belongs to; any when `nil`.
    case notification(NotificationCommand, id: String?, bundleID: String?)
    /// - Parameter id: the Live Activity's identifier; the only one when `nil`.
    case activity(ActivityCommand, id: String?)
    /// Sets the switch of a name, as `GET /v1/devices/{id}/switches` lists them, to a value.
    ///
    /// - Parameter bundleID: for a switch of an app; may be `nil` when the phone has one app.
    case set(String, value: String, bundleID: String?)
    /// A Focus is switched on. `set` switches it off.
    case focus(FocusCommand)
    /// The phone is carried to a place. `set` takes away that it knows where it is.
    case move(Coordinate)
}

/// Something that is done to one app.
public enum AppCommand: Sendable, Hashable {
    case launch, background, suspend, terminate, uninstall
    /// Swiped away in the app switcher.
    case quit
    /// The App Clip is opened from its card.
    case openAppClip
    /// The button to the app's own notification settings is pressed.
    ///
    /// - Parameter notification: the notification it is pressed on; in Settings when `nil`.
    case openSettings(notification: String?)
    /// APNs replaces the app's tokens (`REG-8`).
    case rotateToken
    /// The system grants background app refresh.
    case runRefresh
    /// The next run of the service extension goes wrong.
    case failExtension(ExtensionFault)
    /// The app's code asks for permission.
    case ask(AuthorizationOptions)
    /// A payload is put on the phone as `simctl push` does. It has an object `aps`.
    case push(JSONObject)
    /// Notifications are cleared.
    ///
    /// - Parameter thread: the stack's thread; everything of the app when `nil`.
    case clear(thread: String?)
}

/// Something that is done to one notification.
public enum NotificationCommand: Sendable, Hashable {
    case tap, dismiss, expand, turnOff
    case keep(KeepChoice)
    /// A button is pressed.
    ///
    /// - Parameters:
    ///   - button: its identifier; the one that takes a text when `nil`.
    ///   - text: what is typed, for a button with a text field.
    case choose(button: String?, text: String?)
}

/// Something that is done to one Live Activity.
public enum ActivityCommand: Sendable, Hashable {
    case tap, remove, collapse, rotateToken
}

/// What goes wrong with the next run of a service extension.
public enum ExtensionFault: String, Codable, Sendable, Hashable, CaseIterable {
    case crash
    /// It uses too much memory.
    case memory
    case slowStart = "slow-start"
    case hang
}

/// A Focus to switch on. What is left out is as in Do Not Disturb.
public struct FocusCommand: Codable, Sendable, Hashable {
    public var name: String?
    public var allowedApps: [String]?
    public var allowedPeople: [String]?
    public var allowsTimeSensitive: Bool?
    /// By bundle identifier, the `filter-criteria` that may be shown.
    public var filters: [String: [String]]?

    enum CodingKeys: String, CodingKey {
        case name, filters
        case allowedApps = "allowed_apps"
        case allowedPeople = "allowed_people"
        case allowsTimeSensitive = "allows_time_sensitive"
    }

    public init(name: String? = nil) { self.name = name }

    /// The Focus as the phone has it.
    public var focus: Focus {
        var focus = Focus()
        if let name { focus.name = name }
        if let allowedApps { focus.allowedApps = allowedApps }
        if let allowedPeople { focus.allowedPeople = allowedPeople }
        if let allowsTimeSensitive { focus.allowsTimeSensitive = allowsTimeSensitive }
        if let filters { focus.filters = filters }
        return focus
    }
}

/// What an action led to: the phone afterwards and the app's methods that were called, in order.
public struct ActionResult: Codable, Sendable, Hashable {
    public let device: DeviceView
    public let callbacks: [CallbackView]

    public init(device: DeviceView, callbacks: [CallbackView]) {
        self.device = device
        self.callbacks = callbacks
    }
}
