// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What happens to a phone apart from pushes: what its person, the system or the network does.
public enum UserAction: Hashable, Sendable {
    case lock
    case unlock
    /// Opens an app from its icon; unlocks the phone.
    case launch(bundleID: String)
    /// Leaves an app for the home screen.
    case sendToBackground(bundleID: String)
    /// The system stops a running app but keeps it in memory.
    case suspend(bundleID: String)
    /// The system ends an app, for instance for lack of memory.
    case terminate(bundleID: String)
    /// The person swipes an app away in the app switcher.
    case forceQuit(bundleID: String)
    /// Whichever of the five above leads to a state, opening the app first if need be. A locked
    /// phone is locked afterwards, unless the app comes to the front.
    case bring(bundleID: String, to: AppState)
    /// Taps a notification or banner; unlocks the phone. Without a bundle identifier all apps are
    /// searched.
    case tap(notificationID: String, bundleID: String? = nil)
    /// Flicks the banner away; the notification stays in Notification Center if it is listed there.
    case flickBannerAway
    /// Clears a notification from the screen and from Notification Center.
    case dismiss(notificationID: String, bundleID: String? = nil)
    /// Answers the app's question for permission, or changes the answer in Settings. A change
    /// brings the switches that the new permission starts with.
    case setAuthorization(bundleID: String, Authorization)
    /// Turns the app's switches in Settings.
    case setSettings(bundleID: String, NotificationSettings)
    case setBackgroundRefresh(bundleID: String, Bool)
    /// Changes what the app's `willPresent` answers.
    case setForegroundPresentation(bundleID: String, PresentationOptions)
    case setOnline(Bool)
    /// Installs an app, or updates one that is there: that keeps tokens, permission, badge and
    /// list.
    case install(InstalledApp)
    case uninstall(bundleID: String)
    case reboot
}

/// What an action led to.
public struct ActionOutcome: Hashable, Sendable {
    /// The phone afterwards.
    public internal(set) var device: Device
    /// The app callbacks in order.
    public internal(set) var callbacks: [Callback] = []
    /// What the app's `didReceive` gets, when one of the callbacks is that.
    public internal(set) var response: NotificationResponse?

    init(device: Device) { self.device = device }

    mutating func call(_ kinds: Callback.Kind..., of bundleID: String, rule: RuleID? = nil) {
        for kind in kinds { callbacks.append(Callback(kind, bundleID: bundleID, rule: rule)) }
    }
}

/// What a person did with a notification, as the app gets it. Source: `UNNotificationResponse`.
public struct NotificationResponse: Hashable, Sendable, Codable {
    /// The tap on the notification itself. Source: `UNNotificationDefaultActionIdentifier`.
    public static let defaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"

    public let actionIdentifier: String
    public let notification: DeliveredNotification

    enum CodingKeys: String, CodingKey {
        case notification
        case actionIdentifier = "action_identifier"
    }

    public init(
        actionIdentifier: String = Self.defaultActionIdentifier, notification: DeliveredNotification
    ) {
        self.actionIdentifier = actionIdentifier
        self.notification = notification
    }
}
