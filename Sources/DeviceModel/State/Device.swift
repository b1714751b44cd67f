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
    /// Whether it is connected to APNs.
    public var isOnline: Bool
    public var apps: [InstalledApp]
    /// The banner that hangs at the top of the unlocked screen. It goes away by itself after some
    /// seconds on a real phone; here it stays until the next banner, a tap, a dismissal or the
    /// lock.
    public internal(set) var banner: Banner?
    /// The app that was in use when the phone was locked and comes back when it is unlocked.
    public internal(set) var appBehindLock: String?
    /// What to do where Apple is silent.
    public var choices: DeviceChoices

    enum CodingKeys: String, CodingKey {
        case id, name, model, apps, banner, choices
        case systemVersion = "system_version"
        case isLocked = "is_locked"
        case isOnline = "is_online"
        case appBehindLock = "app_behind_lock"
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
    func effectiveState(of app: InstalledApp) -> AppState {
        isLocked && app.state == .foreground ? .background : app.state
    }

    /// The app and family that a token belongs to.
    func owner(of token: DeviceToken) -> (app: InstalledApp, family: TokenFamily)? {
        for app in apps {
            if let family = app.tokens.first(where: { $0.value == token })?.key {
                return (app, family)
            }
        }
        return nil
    }
}

/// What the phone does where Apple's documentation is silent; each is a rule graded as chosen.
public struct DeviceChoices: Hashable, Sendable, Codable {
    /// `BDG-5`: a push that takes a badge to 0 empties the app's list in Notification Center.
    public var badgeZeroClearsList: Bool
    /// `FG-10`: `willPresent` runs before the background callback rather than after it.
    public var willPresentRunsFirst: Bool
    /// `LC-9`: a push with nothing to show reaches the app in use.
    public var emptyPushReachesAppInUse: Bool
    /// `LC-20`: a push to an app that never asked for permission reaches it while it is in use.
    public var unaskedPushReachesAppInUse: Bool

    enum CodingKeys: String, CodingKey {
        case badgeZeroClearsList = "badge_zero_clears_list"
        case willPresentRunsFirst = "will_present_runs_first"
        case emptyPushReachesAppInUse = "empty_push_reaches_app_in_use"
        case unaskedPushReachesAppInUse = "unasked_push_reaches_app_in_use"
    }

    public init(
        badgeZeroClearsList: Bool = true, willPresentRunsFirst: Bool = true,
        emptyPushReachesAppInUse: Bool = true, unaskedPushReachesAppInUse: Bool = true
    ) {
        self.badgeZeroClearsList = badgeZeroClearsList
        self.willPresentRunsFirst = willPresentRunsFirst
        self.emptyPushReachesAppInUse = emptyPushReachesAppInUse
        self.unaskedPushReachesAppInUse = unaskedPushReachesAppInUse
    }
}
