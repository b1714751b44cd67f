// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import DeviceModel

/// An action of a person on a phone, or a change of the phone: `POST /v1/devices/{id}/actions` with
/// `{"action":"tap","notification":"…"}`.
///
/// In JSON, `action` is one of the values of ``Action``; which other fields are valid depends on
/// the action. An unknown action, an unknown field and a missing or invalid value cause a
/// ``ControlProblem`` that lists the alternatives.
package enum DeviceCommand: Sendable, Hashable {
    case lock, unlock, reboot, online, offline
    /// Restores a backup onto the phone: apps get new tokens (`REG-5`).
    case restoreBackup
    /// Flicks the banner away; the notification stays in Notification Center.
    case flick
    /// Closes the long look.
    case collapse
    /// Answers the prompt on the screen.
    case answer(PromptAnswer)
    /// - Parameter name: The name under the icon; the last part of the bundle identifier when
    ///   `nil`.
    case install(bundleID: String, name: String?)
    /// - Parameter bundleID: May be `nil` when the phone has only one app.
    case app(AppCommand, bundleID: String?)
    /// - Parameters:
    ///   - id: The notification's identifier; the newest notification when `nil`.
    ///   - bundleID: The app of the notification; any app when `nil`.
    case notification(NotificationCommand, id: String?, bundleID: String?)
    /// - Parameter id: The Live Activity's identifier; the only activity when `nil`.
    case activity(ActivityCommand, id: String?)
    /// Sets a switch to a value. `GET /v1/devices/{id}/switches` lists the switches.
    ///
    /// - Parameter bundleID: The app, if the switch belongs to an app; may be `nil` when the phone
    ///   has only one app.
    case set(String, value: String, bundleID: String?)
    /// Switches a Focus on. The command `set` switches a Focus off.
    case focus(FocusCommand)
    /// Moves the phone to a location. The command `set` makes the location unknown.
    case move(Coordinate)
}

/// A command for one app.
package enum AppCommand: Sendable, Hashable {
    case launch, background, suspend, terminate, uninstall
    /// Swipes the app away in the app switcher.
    case quit
    /// Opens the App Clip from its card.
    case openAppClip
    /// Presses the button that opens the app's own notification settings.
    ///
    /// - Parameter notification: The notification with the button; `nil` for the button in
    ///   Settings.
    case openSettings(notification: String?)
    /// Replaces the app's tokens by new ones from APNs (`REG-8`).
    case rotateToken
    /// Runs background app refresh, as the system does when it has time for it.
    case runRefresh
    /// Makes the next run of the service extension fail.
    case failExtension(ExtensionFailure)
    /// Requests permission, as the app's code does.
    case ask(AuthorizationOptions)
    /// Delivers a payload to the phone, as `simctl push` does. The payload must contain an object
    /// `aps`.
    case push(JSONObject)
    /// Clears notifications.
    ///
    /// - Parameter thread: The stack's thread; all notifications of the app when `nil`.
    case clear(thread: String?)
}

/// A command for one notification.
package enum NotificationCommand: Sendable, Hashable {
    case tap, dismiss, expand, turnOff
    case keep(KeepChoice)
    /// Presses a button.
    ///
    /// - Parameters:
    ///   - button: The button's identifier; the button with a text field when `nil`.
    ///   - text: The entered text, for a button with a text field.
    case choose(button: String?, text: String?)
}

/// A command for one Live Activity.
package enum ActivityCommand: Sendable, Hashable {
    case tap, remove, collapse, rotateToken
}

/// An injected failure of the next service extension run.
package enum ExtensionFailure: String, Codable, Sendable, Hashable, CaseIterable {
    case crash
    /// The extension uses too much memory.
    case memory
    case slowStart = "slow-start"
    case hang
}

/// A Focus to switch on. Values that are not given are the same as for Do Not Disturb.
package struct FocusCommand: Codable, Sendable, Hashable {
    package var name: String?
    package var allowedApps: [String]?
    package var allowedPeople: [String]?
    package var allowsTimeSensitive: Bool?
    /// For each app, by bundle identifier, the `filter-criteria` that the Focus allows.
    package var filters: [String: [String]]?

    enum CodingKeys: String, CodingKey {
        case name, filters
        case allowedApps = "allowed_apps"
        case allowedPeople = "allowed_people"
        case allowsTimeSensitive = "allows_time_sensitive"
    }

    package init(name: String? = nil) { self.name = name }

    /// The Focus in the phone's model.
    package var focus: Focus {
        var focus = Focus()
        if let name { focus.name = name }
        if let allowedApps { focus.allowedApps = allowedApps }
        if let allowedPeople { focus.allowedPeople = allowedPeople }
        if let allowsTimeSensitive { focus.allowsTimeSensitive = allowsTimeSensitive }
        if let filters { focus.filters = filters }
        return focus
    }
}

/// The result of an action: the phone's new state, and the app methods that were called, in order.
package struct ActionResult: Codable, Sendable, Hashable {
    package let device: DeviceView
    package let callbacks: [CallbackView]

    package init(device: DeviceView, callbacks: [CallbackView]) {
        self.device = device
        self.callbacks = callbacks
    }
}
