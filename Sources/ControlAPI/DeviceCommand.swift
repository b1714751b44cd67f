// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import DeviceModel

/// An action of the person using the phone, or a change of the phone. A client sends it to `POST
/// /v1/devices/{id}/actions`, for instance as `{"action":"tap","notification":"…"}`.
///
/// In JSON, `action` is one of the values of ``Action``. The action determines which other fields
/// are valid. An unknown action, an unknown field and a missing or invalid value cause a
/// ``ControlProblem`` that lists the alternatives.
package enum DeviceCommand: Sendable, Hashable {
    case lock, unlock, reboot, online, offline
    /// Restores a backup to the phone, so that apps get new tokens (`REG-5`).
    case restoreBackup
    /// Flicks the banner away. The notification stays in Notification Center.
    case flick
    /// Closes the long look.
    case collapse
    /// Chooses a button of the prompt on the screen.
    case answer(PromptAnswer)
    /// - Parameter name: The name under the icon. If `nil`, the last part of the bundle identifier
    ///   is used.
    case install(bundleID: String, name: String?)
    /// - Parameter bundleID: The app. It may be `nil` when the phone has only one app.
    case app(AppCommand, bundleID: String?)
    /// - Parameters:
    ///   - id: The notification's identifier. If `nil`, the command applies to the newest
    ///     notification.
    ///   - bundleID: The app of the notification. If `nil`, all apps are searched.
    case notification(NotificationCommand, id: String?, bundleID: String?)
    /// - Parameter id: The Live Activity's identifier. If `nil`, the command applies to the phone's
    ///   only Live Activity.
    case activity(ActivityCommand, id: String?)
    /// Sets a switch to a value. `GET /v1/devices/{id}/switches` lists the switches.
    ///
    /// - Parameter bundleID: The app, if the switch belongs to an app. It may be `nil` when the
    ///   phone has only one app.
    case set(String, value: String, bundleID: String?)
    /// Switches a Focus on. The command `set` switches a Focus off.
    case focus(FocusCommand)
    /// Moves the phone to a location. The command `set` makes the location unknown.
    case move(Coordinate)
}

/// A command for one app.
package enum AppCommand: Sendable, Hashable {
    case launch, background, suspend, terminate, uninstall
    /// Swipes the app away in the app switcher, which force-quits it.
    case quit
    /// Opens the App Clip from its card.
    case openAppClip
    /// Presses the button that opens the app's own notification settings.
    ///
    /// - Parameter notification: The notification whose button is pressed. If `nil`, the button in
    ///   Settings is pressed.
    case openSettings(notification: String?)
    /// Replaces the app's tokens with new tokens from APNs (`REG-8`).
    case rotateToken
    /// Runs background app refresh, as the system does at a time of its choice.
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
    /// - Parameter thread: The stack's thread. If `nil`, all notifications of the app are cleared.
    case clear(thread: String?)
}

/// A command for one notification.
package enum NotificationCommand: Sendable, Hashable {
    case tap, dismiss, expand, turnOff
    case keep(KeepChoice)
    /// Presses a button.
    ///
    /// - Parameters:
    ///   - button: The button's identifier. If `nil`, the button with a text field is pressed.
    ///   - text: The text that the person enters, for a button with a text field.
    case choose(button: String?, text: String?)
}

/// A command for one Live Activity.
package enum ActivityCommand: Sendable, Hashable {
    case tap, remove, collapse, rotateToken
}

/// An injected failure of the next service extension run.
package enum ExtensionFailure: String, Codable, Sendable, Hashable, CaseIterable {
    case crash
    /// The extension exceeds its memory limit.
    case memory
    case slowStart = "slow-start"
    case hang
}

/// A Focus to switch on. A property that is not set has the same value as in Do Not Disturb.
package struct FocusCommand: Codable, Sendable, Hashable {
    package var name: String?
    package var allowedApps: [String]?
    package var allowedPeople: [String]?
    package var allowsTimeSensitive: Bool?
    /// The values of `filter-criteria` that the Focus allows, by the app's bundle identifier.
    package var filters: [String: [String]]?

    enum CodingKeys: String, CodingKey {
        case name, filters
        case allowedApps = "allowed_apps"
        case allowedPeople = "allowed_people"
        case allowsTimeSensitive = "allows_time_sensitive"
    }

    package init(name: String? = nil) { self.name = name }

    /// The Focus as a value of the device model.
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

/// The result of an action: the phone's new state, and the methods of apps that were called, in the
/// order of the calls.
package struct ActionResult: Codable, Sendable, Hashable {
    package let device: DeviceView
    package let callbacks: [CallbackView]

    package init(device: DeviceView, callbacks: [CallbackView]) {
        self.device = device
        self.callbacks = callbacks
    }
}
