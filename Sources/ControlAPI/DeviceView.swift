// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel

/// One virtual phone as the control API and the page show it: tokens appear shortened.
public struct DeviceView: Codable, Sendable, Hashable, Identifiable {
    public let id: String
    public let name: String
    public let model: String
    public let systemVersion: String
    public let isLocked: Bool
    public let isOnline: Bool
    /// What hangs at the top of the unlocked screen.
    public let banner: Device.Banner?
    public let apps: [AppView]

    enum CodingKeys: String, CodingKey {
        case id, name, model, banner, apps
        case systemVersion = "system_version"
        case isLocked = "is_locked"
        case isOnline = "is_online"
    }

    public init(_ device: Device) {
        id = device.id
        name = device.name
        model = device.model
        systemVersion = device.systemVersion
        isLocked = device.isLocked
        isOnline = device.isOnline
        banner = device.banner
        apps = device.apps.map(AppView.init)
    }
}

/// One app on a phone.
public struct AppView: Codable, Sendable, Hashable, Identifiable {
    public let bundleID: String
    public let name: String
    public let state: AppState
    public let authorization: Authorization
    public let settings: NotificationSettings
    /// Which APNs its tokens belong to; `nil` without the push entitlement.
    public let environment: APNSEnvironment?
    public let backgroundRefreshEnabled: Bool
    public let badge: Int
    /// By family; six digits and a hash of each.
    public let tokens: [String: String]
    /// Newest first.
    public let delivered: [DeliveredNotification]

    public var id: String { bundleID }

    enum CodingKeys: String, CodingKey {
        case name, state, authorization, settings, environment, badge, tokens, delivered
        case bundleID = "bundle_id"
        case backgroundRefreshEnabled = "background_refresh_enabled"
    }

    public init(_ app: InstalledApp) {
        bundleID = app.bundleID
        name = app.name
        state = app.state
        authorization = app.authorization
        settings = app.effectiveSettings
        environment = app.capabilities.environment
        backgroundRefreshEnabled = app.backgroundRefreshEnabled
        badge = app.badge
        tokens = Dictionary(
            app.tokens.map { ($0.key.rawValue, $0.value.redacted) },
            uniquingKeysWith: { first, _ in first })
        delivered = app.delivered
    }
}
