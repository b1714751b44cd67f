// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One app on a phone.
public struct AppView: Codable, Sendable, Hashable, Identifiable {
    public let bundleID: String
    public let name: String
    public let state: AppState
    public let authorization: Authorization
    /// What it asked permission for so far, by the names of Apple's options.
    public let requestedOptions: [String]
    /// When an App Clip's permission ends.
    public let ephemeralUntil: Date?
    /// What counts: the switches after the permission had its say.
    public let settings: NotificationSettings
    /// The switches as the person left them.
    public let switches: NotificationSettings
    /// What the app reads about its settings.
    public let snapshot: SettingsSnapshot
    public let capabilities: AppCapabilities
    /// Which APNs its tokens belong to: the sandbox on a Simulator, whatever the app is signed for
    /// (`REG-9`, `REG-14`); `nil` without the push entitlement.
    public let environment: APNSEnvironment?
    public let backgroundRefreshEnabled: Bool
    public let isAttachedToXcode: Bool
    public let badge: Int
    /// By family; six digits and a hash of each.
    public let tokens: [String: String]
    /// The push-to-start tokens by attributes type, shortened likewise.
    public let startTokens: [String: String]
    /// The kinds of notification it registered.
    public let categories: [CategoryView]
    /// What it scheduled, by the date at which it fires next.
    public let pending: [PendingView]
    /// Newest first.
    public let delivered: [NotificationView]
    /// The stacks of delivered, the one with the newest first.
    public let groups: [GroupView]
    /// What waits for the scheduled summary, newest first.
    public let heldForSummary: [NotificationView]
    /// The silent push that waits on the phone.
    public let heldPush: HeldPushView?
    /// How often silent pushes may still wake it; `nil` when nothing limits them.
    public let wakesLeft: WakesLeft?
    /// What it asked background app refresh for.
    public let refreshRequests: [RefreshRequest]
    /// Whether VoIP pushes no longer come, because too many were not followed by a call.
    public let voipIsStopped: Bool

    public var id: String { bundleID }

    enum CodingKeys: String, CodingKey {
        case name, state, authorization, settings, switches, snapshot, capabilities, environment
        case badge, tokens, categories, pending, delivered, groups
        case bundleID = "bundle_id"
        case requestedOptions = "requested_options"
        case ephemeralUntil = "ephemeral_until"
        case backgroundRefreshEnabled = "background_refresh_enabled"
        case isAttachedToXcode = "is_attached_to_xcode"
        case startTokens = "start_tokens"
        case heldForSummary = "held_for_summary"
        case heldPush = "held_push"
        case wakesLeft = "wakes_left"
        case refreshRequests = "refresh_requests"
        case voipIsStopped = "voip_is_stopped"
    }

    init(_ app: InstalledApp, on device: Device, at now: Date) {
        func view(_ notification: DeliveredNotification) -> NotificationView {
            NotificationView(notification, of: app, on: device)
        }
        bundleID = app.bundleID
        name = app.name
        state = app.state
        authorization = app.authorization
        requestedOptions = app.requestedOptions.names
        ephemeralUntil = app.ephemeralUntil
        settings = app.effectiveSettings
        switches = app.settings
        snapshot = device.settingsSnapshot(of: app.bundleID)
        capabilities = app.capabilities
        environment = device.environment(of: app.bundleID)
        backgroundRefreshEnabled = app.backgroundRefreshEnabled
        isAttachedToXcode = app.isAttachedToXcode
        badge = app.badge
        tokens = Dictionary(
            app.tokens.map { ($0.key.rawValue, $0.value.redacted) },
            uniquingKeysWith: { first, _ in first })
        startTokens = app.startTokens.mapValues(\.redacted)
        categories = app.categories.map(CategoryView.init)
        pending = PendingView.all(of: app, on: device)
        delivered = app.delivered.map(view)
        groups = app.groups.map(GroupView.init)
        heldForSummary = app.heldForSummary.map(view)
        heldPush = app.heldPush.map(HeldPushView.init)
        wakesLeft = device.wakesLeft(of: app.bundleID, at: now)
        refreshRequests = app.refreshRequests
        voipIsStopped = app.voipIsStopped
    }
}

/// The silent push that waits on the phone until it may wake its app.
public struct HeldPushView: Codable, Sendable, Hashable {
    public let apnsID: APNSID
    public let heldAt: Date
    /// Why it waits.
    public let rule: RuleID

    enum CodingKeys: String, CodingKey {
        case rule
        case apnsID = "apns_id"
        case heldAt = "held_at"
    }

    init(_ held: HeldPush) {
        apnsID = held.push.id
        heldAt = held.heldAt
        rule = held.rule
    }
}
