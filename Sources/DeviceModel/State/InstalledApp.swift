// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An app on a phone, with everything that affects its notifications.
public struct InstalledApp: Hashable, Sendable, Codable, Identifiable {
    /// The maximum number of notifications of one app in Notification Center; the oldest are
    /// removed first. Apple publishes no number; Bellhop chose this one.
    public static let deliveredCountMax = 200
    /// The maximum number of categories that an app may register. Apple publishes no number;
    /// Bellhop chose this one.
    public static let categoryCountMax = 1000

    /// The bundle identifier, for instance `com.example.app`.
    public var bundleID: String
    /// The name under the icon.
    public var name: String
    public var state: AppState {
        didSet {
            // Pending callbacks become invalid when the process that waits for them ends.
            if !state.isInMemory {
                if !pendingRegistrations.isEmpty { pendingRegistrations = [:] }
                if !lostTokens.isEmpty { lostTokens = [] }
            }
        }
    }
    public var authorization: Authorization
    /// The switches in Settings as the person left them; see ``effectiveSettings`` for the values
    /// in effect.
    public var settings: NotificationSettings
    public var capabilities: AppCapabilities
    /// Whether Background App Refresh is on for this app.
    public var backgroundRefreshEnabled: Bool
    /// The number on the icon; 0 for none.
    public var badge: Int
    /// Whether the app calls `registerForRemoteNotifications` when it starts.
    public var registersForPush: Bool
    /// The token families for which the app requests a token when it starts.
    public var tokenFamilies: [TokenFamily]
    /// The current tokens.
    public var tokens: [TokenFamily: DeviceToken]
    /// The number of pending registration callbacks of the running app, by family (`REG-2`).
    var pendingRegistrations: [TokenFamily: Int] = [:]
    /// The families whose tokens became invalid while the app was running; the app gets new tokens
    /// without a call (`REG-8`).
    var lostTokens: Set<TokenFamily> = []
    /// The behaviour of the app where there is no code to run.
    public var behaviour: AppBehaviour
    /// Texts, sounds and extensions.
    public var bundle: AppBundle
    /// All options for which the app has requested permission so far.
    public internal(set) var requestedOptions: AuthorizationOptions = []
    /// The time at which an App Clip's permission ends (`AUTH-9`).
    public internal(set) var ephemeralUntil: Date?
    /// Whether the app was started from Xcode, which removes the limits for silent pushes
    /// (`SIL-5`).
    public var isAttachedToXcode = false
    /// The categories that the app registered; they stay until the app registers others (`ACT-1`).
    public internal(set) var categories: [NotificationCategory] = []
    /// The requests that wait for their triggers, at most ``pendingCountMax`` (`LCL-12`).
    public internal(set) var pending: [PendingRequest] = []
    /// The crossings of region edges that are not confirmed yet, by the identifier of the request
    /// (`LCL-15`).
    var crossings: [String: RegionCrossing] = [:]
    /// The notifications that wait for the scheduled summary, the newest first.
    public internal(set) var heldForSummary: [DeliveredNotification] = []
    /// The newest silent push that could not wake the app (`SIL-4`).
    public internal(set) var heldPush: HeldPush?
    /// The times of the latest wakes by silent pushes, the oldest first. Only the times that the
    /// budget depends on are stored. The time of a run that uses up several wakes occurs several
    /// times.
    var wakes: [Date] = []
    /// The record that time-sensitive notifications were explained (`INT-11`); `nil` before the
    /// first such notification.
    var timeSensitiveIntro: TimeSensitiveIntro?
    /// Whether VoIP pushes are discarded, because the app did not report calls for too many earlier
    /// VoIP pushes.
    public internal(set) var voipIsStopped = false
    /// The number of VoIP pushes in a row that were not followed by a call.
    var voipFailureCount = 0
    /// Whether the app must report a call for a VoIP push that it is handling.
    public internal(set) var mustReportCall = false
    /// The pending requests for background app refresh.
    public internal(set) var refreshRequests: [RefreshRequest] = []
    /// The person's switch for Live Activities (`LA-2`).
    public internal(set) var activitiesEnabled = true
    /// The person's switch for frequent updates of Live Activities (`LA-17`).
    public internal(set) var frequentUpdatesEnabled = true
    /// The push-to-start tokens, by the name of the attributes type.
    public var startTokens: [String: DeviceToken] = [:]
    /// The notifications on the lock screen and in Notification Center, the newest first, at most
    /// ``deliveredCountMax``.
    public internal(set) var delivered: [DeliveredNotification]

    public var id: String { bundleID }

    enum CodingKeys: String, CodingKey {
        case name, state, authorization, settings, capabilities, badge, tokens, behaviour, bundle
        case categories, pending, crossings, wakes, delivered
        case bundleID = "bundle_id"
        case backgroundRefreshEnabled = "background_refresh_enabled"
        case registersForPush = "registers_for_push"
        case tokenFamilies = "token_families"
        case pendingRegistrations = "owed_registrations"
        case lostTokens = "lost_tokens"
        case requestedOptions = "requested_options"
        case ephemeralUntil = "ephemeral_until"
        case isAttachedToXcode = "is_attached_to_xcode"
        case heldForSummary = "held_for_summary"
        case heldPush = "held_push"
        case timeSensitiveIntro = "time_sensitive_intro"
        case voipIsStopped = "voip_is_stopped"
        case voipFailureCount = "voip_failure_count"
        case mustReportCall = "owes_call"
        case refreshRequests = "refresh_requests"
        case startTokens = "start_tokens"
        case activitiesEnabled = "activities_enabled"
        case frequentUpdatesEnabled = "frequent_updates_enabled"
    }

    /// Creates an app as it is after its installation.
    ///
    /// - Parameters:
    ///   - authorization: The permission. The default is `notDetermined`.
    ///   - settings: The switches. The default is the set of switches that belongs to the
    ///     permission.
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
        requestedOptions = authorization == .notDetermined ? [] : .interactions
        if self.settings.criticalAlert { requestedOptions.insert(.criticalAlert) }
        self.capabilities = capabilities
        self.registersForPush = registersForPush
        self.tokenFamilies = tokenFamilies
        self.tokens = tokens
        behaviour = AppBehaviour(presentation: foregroundPresentation)
        bundle = AppBundle(
            sounds: soundFiles.map { AppBundle.Sound(name: $0) }, strings: ["en": strings])
        backgroundRefreshEnabled = true
        badge = 0
        delivered = []
    }

    /// The switches in effect: without permission all are off, and with provisional permission only
    /// Notification Center is on.
    public var effectiveSettings: NotificationSettings {
        settings.limited(to: .defaults(for: authorization))
    }

    /// The delivered notifications in stacks: by thread, or as the person chose (`GRP-2`). The
    /// stack with the newest notification is first.
    public var groups: [NotificationGroup] {
        switch settings.grouping {
        case .off:
            return delivered.map {
                NotificationGroup(threadID: $0.threadID, notifications: [$0])
            }
        case .byApp:
            return delivered.isEmpty
                ? [] : [NotificationGroup(threadID: nil, notifications: delivered)]
        case .automatic: break
        }
        var order: [String?] = []
        for notification in delivered where !order.contains(notification.threadID) {
            order.append(notification.threadID)
        }
        return order.map { threadID in
            NotificationGroup(
                threadID: threadID, notifications: delivered.filter { $0.threadID == threadID })
        }
    }

    /// Puts a notification at the top of the app's list in Notification Center; it replaces any
    /// notification with the same identifier.
    mutating func list(_ notification: DeliveredNotification) {
        let id = notification.id
        if let old = delivered.firstIndex(where: { $0.id == id }) { delivered.remove(at: old) }
        if let old = heldForSummary.firstIndex(where: { $0.id == id }) {
            heldForSummary.remove(at: old)
        }
        if delivered.count >= Self.deliveredCountMax {
            delivered.removeLast(delivered.count - Self.deliveredCountMax + 1)
        }
        delivered.insert(notification, at: 0)
    }

    /// The options that the app's `willPresent` returns where there is no code to run.
    public var foregroundPresentation: PresentationOptions {
        get { behaviour.presentation }
        set { behaviour.presentation = newValue }
    }
}

/// A silent push that waits on the phone (`SIL-4`).
public struct HeldPush: Hashable, Sendable, Codable {
    public let push: DevicePush
    public let heldAt: Date
    /// The rule by which the push is held.
    public let rule: RuleID

    enum CodingKeys: String, CodingKey {
        case push, rule
        case heldAt = "held_at"
    }
}

/// The crossing of a region's edge, with its direction and its time.
struct RegionCrossing: Hashable, Sendable, Codable {
    let isEntry: Bool
    let at: Date
}

/// A request for background app refresh. Source: `BGAppRefreshTaskRequest`.
public struct RefreshRequest: Hashable, Sendable, Codable, Identifiable {
    public let id: String
    /// The earliest date; `nil` for any time.
    public let earliest: Date?
    /// The time at which the app submitted the request.
    public internal(set) var submittedAt: Date?

    enum CodingKeys: String, CodingKey {
        case id, earliest
        case submittedAt = "submitted_at"
    }

    public init(id: String, earliest: Date?) {
        self.id = id
        self.earliest = earliest
    }
}
