// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// An app on a phone, with everything that decides what a notification does.
public struct InstalledApp: Hashable, Sendable, Codable, Identifiable {
    /// How many notifications Notification Center keeps of one app; the oldest leave first. Chosen:
    /// Apple names no number.
    public static let deliveredCountMax = 200

    /// For instance `com.example.app`.
    public var bundleID: String
    /// The name under the icon.
    public var name: String
    public var state: AppState
    public var authorization: Authorization
    /// The switches in Settings as the person left them; ``effectiveSettings`` is what counts.
    public var settings: NotificationSettings
    public var capabilities: AppCapabilities
    /// Background App Refresh for this app.
    public var backgroundRefreshEnabled: Bool
    /// The number on the icon; 0 for none.
    public var badge: Int
    /// Whether the app calls `registerForRemoteNotifications` when it starts.
    public var registersForPush: Bool
    /// Which tokens it asks for when it does. One of each family.
    public var tokenFamilies: [TokenFamily]
    /// The tokens it has.
    public var tokens: [TokenFamily: DeviceToken]
    /// What its `willPresent` answers while it is in use.
    public var foregroundPresentation: PresentationOptions
    /// The sound files in its bundle; others are replaced by the default sound.
    public var soundFiles: [String]
    /// Its `Localizable` strings in the phone's language, by key.
    public var strings: [String: String]
    /// What is on the lock screen and in Notification Center, newest first, at most
    /// ``deliveredCountMax``.
    public internal(set) var delivered: [DeliveredNotification]

    public var id: String { bundleID }

    enum CodingKeys: String, CodingKey {
        case name, state, authorization, settings, capabilities, badge, tokens, strings, delivered
        case bundleID = "bundle_id"
        case backgroundRefreshEnabled = "background_refresh_enabled"
        case registersForPush = "registers_for_push"
        case tokenFamilies = "token_families"
        case foregroundPresentation = "foreground_presentation"
        case soundFiles = "sound_files"
    }

    /// An app right after it was installed.
    ///
    /// - Parameters:
    ///   - authorization: the permission; never asked unless told otherwise.
    ///   - settings: the switches; those that the permission brings unless told otherwise.
    public init(
        bundleID: String, name: String, state: AppState = .terminated,
        authorization: Authorization = .notDetermined, settings: NotificationSettings? = nil,
        capabilities: AppCapabilities = AppCapabilities(), registersForPush: Bool = true,
        tokenFamilies: [TokenFamily] = [.app], tokens: [TokenFamily: DeviceToken] = [:],
        foregroundPresentation: PresentationOptions = .all, soundFiles: [String] = [],
        strings: [String: String] = [:]
    ) {
        self.bundleID = bundleID
        self.name = name
        self.state = state
        self.authorization = authorization
        self.settings = settings ?? .defaults(for: authorization)
        self.capabilities = capabilities
        self.registersForPush = registersForPush
        self.tokenFamilies = tokenFamilies
        self.tokens = tokens
        self.foregroundPresentation = foregroundPresentation
        self.soundFiles = soundFiles
        self.strings = strings
        backgroundRefreshEnabled = true
        badge = 0
        delivered = []
    }

    /// The switches after the permission had its say: nothing is on without one, and a provisional
    /// one leaves Notification Center only.
    public var effectiveSettings: NotificationSettings {
        settings.limited(to: .defaults(for: authorization))
    }

    /// The delivered notifications as they are stacked: by thread, the stack with the newest first.
    public var groups: [NotificationGroup] {
        var order: [String?] = []
        for notification in delivered where !order.contains(notification.threadID) {
            order.append(notification.threadID)
        }
        return order.map { threadID in
            NotificationGroup(
                threadID: threadID, notifications: delivered.filter { $0.threadID == threadID })
        }
    }

    /// Puts a notification on top, in place of one with the same identifier.
    mutating func list(_ notification: DeliveredNotification) {
        delivered.removeAll { $0.id == notification.id }
        delivered.insert(notification, at: 0)
        if delivered.count > Self.deliveredCountMax {
            delivered.removeLast(delivered.count - Self.deliveredCountMax)
        }
    }
}
