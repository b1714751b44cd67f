// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A phone as far as notifications are concerned: a value that decisions read and actions change.
public struct Device: Hashable, Sendable, Codable, Identifiable {
    /// The UDID or any other text that tells phones apart.
    public var id: String
    /// For instance `Alex's iPhone`.
    public var name: String
    /// For instance `iPhone 17`.
    public var model: String
    /// For instance `26.0`.
    public var systemVersion: String
    public var isLocked: Bool
    /// Whether there is a network.
    public var isOnline: Bool
    /// Whether the network lets nothing through to APNs, for instance a company's firewall.
    public var isAPNsBlocked = false
    /// What it is: a phone in the hand or one of Xcode's.
    public var kind = Kind.phone
    public var apps: [InstalledApp]
    /// The Ring/Silent switch is on silent.
    public var isMuted = false
    public var isLowPower = false
    /// Background App Refresh for the whole phone.
    public var backgroundRefreshEnabled = true
    /// The Focus that is on; `nil` for none.
    public var focus: Focus?
    /// `nil` when the person has no scheduled summary.
    public var summary: ScheduledSummary?
    public var previews = PreviewSetting.whenAuthenticated
    /// An IANA name.
    public var timeZone = "UTC"
    /// The language, for instance `en` or `pt-BR`.
    public var language = "en"
    /// Where the phone is; `nil` when it cannot know.
    public var location: Coordinate?
    /// Whether it was unlocked since it was switched on (`LCL-17`, `SF-11`).
    public var wasUnlocked = true
    /// The questions of the system, the one on the screen first.
    public internal(set) var prompts: [Prompt] = []
    var lastPromptID = 0
    /// Live Activities, the oldest first, at most ``activityCountMax``; ended ones while they are
    /// on the Lock Screen.
    public internal(set) var activities: [LiveActivity] = []
    var lastActivityNumber = 0
    /// What a Live Activity said aloud last; see ``activityAlert``.
    var lastActivityAlert: ActivityAlert?
    /// The notification that the person opened up to read, with its buttons.
    public internal(set) var expanded: Expanded?
    /// The banner that hangs at the top of the unlocked screen. It goes away by itself after some
    /// seconds on a real phone; here it stays until the next banner, a tap, a dismissal or the
    /// lock.
    public internal(set) var banner: Banner?
    /// The app that was in use when the phone was locked and comes back when it is unlocked.
    public internal(set) var appBehindLock: String?
    /// The page that the Settings app shows, while it is in front (`LNK-4`).
    public internal(set) var settingsPage: SettingsPage?
    /// Apps that were deleted lately, as far as the choices ask for it.
    var deletedApps: [DeletedApp] = []
    /// What to do where Apple is silent.
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

    /// What a phone is made of. Source: Xcode release notes and "Testing notifications".
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
        /// Which of the app's content extensions draws it; `nil` for the system's layout.
        public internal(set) var contentExtension: Int?
        /// The buttons now; a content extension may replace them.
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

    /// A notification that hangs at the top of the screen.
    public struct Banner: Hashable, Sendable, Codable {
        public let bundleID: String
        public let notification: DeliveredNotification

        enum CodingKeys: String, CodingKey {
            case notification
            case bundleID = "bundle_id"
        }
    }

    /// The app of a bundle identifier, if it is installed. Setting `nil` removes it; setting an app
    /// that is not there adds it.
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

    /// Where an app stands; nothing is in the foreground of a locked phone.
    public func effectiveState(of app: InstalledApp) -> AppState {
        isLocked && app.state == .foreground ? .background : app.state
    }

    /// The app and family that a token belongs to.
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
