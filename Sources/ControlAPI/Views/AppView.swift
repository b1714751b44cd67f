// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import DeviceModel

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// One app on a phone.
package struct AppView: Codable, Sendable, Hashable, Identifiable {
    package let bundleID: String
    package let name: String
    package let state: AppState
    package let authorization: Authorization
    /// The options in the app's requests for permission, with Apple's names.
    package let requestedOptions: [String]
    /// The time when an App Clip's permission ends.
    package let ephemeralUntil: Date?
    /// The switches that are effective with the current permission.
    package let settings: NotificationSettings
    /// The switches as the person has set them, even if the permission makes them ineffective.
    package let switches: NotificationSettings
    /// The settings that the app itself can read.
    package let snapshot: SettingsSnapshot
    package let capabilities: AppCapabilities
    /// The environment of the app's device tokens; `nil` without the push entitlement. On a
    /// Simulator, the environment is always the sandbox, even if the entitlement has the value for
    /// production (`REG-9`, `REG-14`).
    package let environment: APNSEnvironment?
    package let backgroundRefreshEnabled: Bool
    package let isAttachedToXcode: Bool
    package let badge: Int
    /// The device tokens by family, each shortened to six digits and a hash.
    package let tokens: [String: String]
    /// The push-to-start tokens by attributes type, each shortened to six digits and a hash.
    package let startTokens: [String: String]
    /// The registered categories.
    package let categories: [CategoryView]
    /// The pending local notifications, ordered by their next date.
    package let pending: [PendingView]
    /// The delivered notifications, in order from the newest to the oldest.
    package let delivered: [NotificationView]
    /// The stacks of the notifications in ``delivered``. The stack with the newest notification is
    /// first.
    package let groups: [GroupView]
    /// The notifications that wait for the scheduled summary, in order from the newest to the
    /// oldest.
    package let heldForSummary: [NotificationView]
    /// The silent push that the phone holds until it may wake the app.
    package let heldPush: HeldPushView?
    /// The number of silent pushes that may still wake the app; `nil` when there is no limit.
    package let wakesLeft: WakesLeft?
    /// The pending requests for background app refresh.
    package let refreshRequests: [RefreshRequest]
    /// Whether the phone discards VoIP pushes, because the app failed too often to report a call.
    package let voipIsStopped: Bool

    package var id: String { bundleID }

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

/// The silent push that the phone holds until it may wake the app.
package struct HeldPushView: Codable, Sendable, Hashable {
    package let apnsID: APNSID
    package let heldAt: Date
    /// The rule by which the phone holds the push.
    package let rule: RuleID

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
