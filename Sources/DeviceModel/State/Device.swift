// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The state of a phone that matters for notifications. Decisions read this state; actions change
/// it.
public struct Device: Hashable, Sendable, Codable, Identifiable {
    /// The UDID or any other text that identifies the phone.
    public var id: String
    /// The phone's name, for instance `Alex's iPhone`.
    public var name: String
    /// The phone's model, for instance `iPhone 17`.
    public var model: String
    /// The version of the phone's system, for instance `26.0`.
    public var systemVersion: String
    public var isLocked: Bool
    /// Whether the phone has a network connection.
    public var isOnline: Bool
    /// Whether something in the network blocks the connection to APNs, for instance a company's
    /// firewall.
    public var isAPNsBlocked = false
    /// Whether the device is a real phone or one of Xcode's simulators.
    public var kind = Kind.phone
    public var apps: [InstalledApp]
    /// Whether the Ring/Silent switch is on silent.
    public var isMuted = false
    public var isLowPower = false
    /// Whether Background App Refresh is on for the whole phone.
    public var backgroundRefreshEnabled = true
    /// The active Focus; `nil` for none.
    public var focus: Focus?
    /// The scheduled summary; `nil` when the person has none.
    public var summary: ScheduledSummary?
    public var previews = PreviewSetting.whenAuthenticated
    /// The time zone, as an IANA name.
    public var timeZone = "UTC"
    /// The language, for instance `en` or `pt-BR`.
    public var language = "en"
    /// The phone's location; `nil` when it is unknown.
    public var location: Coordinate?
    /// Whether the phone has been unlocked since its last start (`LCL-17`, `SF-11`).
    public var wasUnlocked = true
    /// The prompts of the system, with the prompt on the screen first.
    public internal(set) var prompts: [Prompt] = []
    var lastPromptID = 0
    /// The Live Activities, the oldest first, at most ``activityCountMax``; ended activities are
    /// included while they are on the Lock Screen.
    public internal(set) var activities: [LiveActivity] = []
    var lastActivityNumber = 0
    /// The last alert of a Live Activity; see ``activityAlert``.
    var lastActivityAlert: ActivityAlert?
    /// The notification in the long look, with its buttons.
    public internal(set) var expanded: Expanded?
    /// The banner at the top of the unlocked screen. A real phone hides the banner after some
    /// seconds; here, the banner stays until the next banner appears, the person taps or dismisses
    /// the banner, or the phone is locked.
    public internal(set) var banner: Banner?
    /// The app that was in the foreground when the phone was locked; it returns to the foreground
    /// at the next unlock.
    public internal(set) var appBehindLock: String?
    /// The page that the Settings app shows, while Settings is in the foreground (`LNK-4`).
    public internal(set) var settingsPage: SettingsPage?
    /// The recently deleted apps, if one of the ``choices`` depends on them.
    var deletedApps: [DeletedApp] = []
    /// The phone's behaviour where Apple's documentation is silent.
    public var choices: DeviceChoices

    enum CodingKeys: String, CodingKey {
        case id, name, model, kind, apps, banner, choices, focus, summary, previews, language
        case location, prompts, activities, expanded
        case systemVersion = "system_version"
        case isLocked = "is_locked"
        case isOnline = "is_online"
        case isAPNsBlocked = "is_apns_blocked"
        case isMuted = "is_muted"
        case isLowPower = "is_low_power"
        case backgroundRefreshEnabled = "background_refresh_enabled"
        case timeZone = "time_zone"
        case wasUnlocked = "was_unlocked"
        case lastPromptID = "last_prompt_id"
        case lastActivityNumber = "last_activity_number"
        case lastActivityAlert = "last_activity_alert"
        case appBehindLock = "app_behind_lock"
        case deletedApps = "deleted_apps"
        case settingsPage = "settings_page"
    }

    /// The kind of a device. Source: Xcode release notes and "Testing notifications".
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case phone
        /// Xcode's Simulator on a Mac that can register with the sandbox (`REG-14`).
        case simulator
        /// Xcode's Simulator on an older Mac: registration always fails.
        case oldSimulator = "old-simulator"
    }

    /// A notification in the long look.
    public struct Expanded: Hashable, Sendable, Codable {
        public let bundleID: String
        public let notification: DeliveredNotification
        /// The index of the app's content extension that draws the long look; `nil` for the
        /// system's layout.
        public internal(set) var contentExtension: Int?
        /// The current buttons; a content extension may replace them.
        public internal(set) var actions: [NotificationAction]

        enum CodingKeys: String, CodingKey {
            case notification, actions
            case bundleID = "bundle_id"
            case contentExtension = "content_extension"
        }
    }

    public init(
        id: String, name: String, model: String = "iPhone", systemVersion: String = "26.0",
        isLocked: Bool = true, isOnline: Bool = true, apps: [InstalledApp] = [],
        choices: DeviceChoices = DeviceChoices()
    ) {
        self.id = id
        self.name = name
        self.model = model
        self.systemVersion = systemVersion
        self.isLocked = isLocked
        self.isOnline = isOnline
        self.apps = apps
        self.choices = choices
    }

    /// A notification at the top of the screen.
    public struct Banner: Hashable, Sendable, Codable {
        public let bundleID: String
        public let notification: DeliveredNotification

        enum CodingKeys: String, CodingKey {
            case notification
            case bundleID = "bundle_id"
        }
    }

    /// The app with a bundle identifier, if it is installed. Setting `nil` removes the app; setting
    /// an app that is not installed adds it.
    public subscript(bundleID: String) -> InstalledApp? {
        get { apps.first { $0.bundleID == bundleID } }
        set {
            let index = apps.firstIndex { $0.bundleID == bundleID }
            switch (index, newValue) {
            case (let index?, let app?): apps[index] = app
            case (let index?, nil): apps.remove(at: index)
            case (nil, let app?): apps.append(app)
            case (nil, nil): break
            }
        }
    }

    /// The app that is on the screen.
    public var foregroundApp: InstalledApp? {
        isLocked ? nil : apps.first { $0.state == .foreground }
    }

    /// Returns the state of an app; on a locked phone, no app is in the foreground.
    public func effectiveState(of app: InstalledApp) -> AppState {
        isLocked && app.state == .foreground ? .background : app.state
    }

    /// Returns the app and the family that a token belongs to.
    func owner(of token: DeviceToken) -> (app: InstalledApp, family: TokenFamily)? {
        for app in apps {
            if let family = app.tokens.first(where: { $0.value == token })?.key {
                return (app, family)
            }
            if app.startTokens.values.contains(token) { return (app, .liveActivityStart) }
        }
        if let activity = activities.first(where: { $0.token == token }),
            let app = self[activity.bundleID]
        {
            return (app, .liveActivity)
        }
        return nil
    }
}
