// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An app on a phone, with everything that decides what a notification does.
public struct InstalledApp: Hashable, Sendable, Codable, Identifiable {
    /// How many notifications Notification Center keeps of one app; the oldest leave first. Chosen:
    /// Apple names no number.
    public static let deliveredCountMax = 200
    /// How many kinds of notification an app may register. Chosen: Apple names no number.
    public static let categoryCountMax = 1000

    /// For instance `com.example.app`.
    public var bundleID: String
    /// The name under the icon.
    public var name: String
    public var state: AppState {
        didSet {
            // What a process waits for ends with it.
            if !state.isInMemory {
                if !owedRegistrations.isEmpty { owedRegistrations = [:] }
                if !lostTokens.isEmpty { lostTokens = [] }
            }
        }
    }
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
    /// How many callbacks of registration each family still owes the running app (`REG-2`).
    var owedRegistrations: [TokenFamily: Int] = [:]
    /// The tokens that APNs took from the running app and replaces unasked (`REG-8`).
    var lostTokens: Set<TokenFamily> = []
    /// How its code behaves where there is no code to run.
    public var behaviour: AppBehaviour
    /// Texts, sounds and extensions.
    public var bundle: AppBundle
    /// What it asked permission for so far.
    public internal(set) var requestedOptions: AuthorizationOptions = []
    /// When an App Clip's permission ends (`AUTH-9`).
    public internal(set) var ephemeralUntil: Date?
    /// Whether it was started from Xcode: no limits for silent pushes (`SIL-5`).
    public var isAttachedToXcode = false
    /// The kinds of notification it registered; they stay until it registers others (`ACT-1`).
    public internal(set) var categories: [NotificationCategory] = []
    /// The requests that wait for their triggers, at most 64 (`LCL-12`).
    public internal(set) var pending: [PendingRequest] = []
    /// The regions whose edge was crossed and not confirmed yet, by request (`LCL-15`).
    var crossings: [String: RegionCrossing] = [:]
    /// What waits for the scheduled summary, newest first.
    public internal(set) var heldForSummary: [DeliveredNotification] = []
    /// The newest silent push that could not wake the app (`SIL-4`).
    public internal(set) var heldPush: HeldPush?
    /// When silent pushes woke it within the last day, as far as they count.
    var wakes: [Date] = []
    /// That time-sensitive notifications explained themselves (`INT-11`); `nil` before the first.
    var timeSensitiveIntro: TimeSensitiveIntro?
    /// Whether a VoIP push was not followed by a call too often: no more of them come.
    public internal(set) var voipIsStopped = false
    /// How many VoIP pushes were not followed by a call.
    var voipFailureCount = 0
    /// Whether a VoIP push waits for the call that it announces.
    public internal(set) var owesCall = false
    /// What it asked background app refresh for.
    public internal(set) var refreshRequests: [RefreshRequest] = []
    /// The person's switch for Live Activities (`LA-2`).
    public internal(set) var activitiesEnabled = true
    /// The person's switch for frequent updates of Live Activities (`LA-17`).
    public internal(set) var frequentUpdatesEnabled = true
    /// The push-to-start tokens, by the name of the attributes type.
    public var startTokens: [String: DeviceToken] = [:]
    /// What is on the lock screen and in Notification Center, newest first, at most
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
        case owedRegistrations = "owed_registrations"
        case lostTokens = "lost_tokens"
        case requestedOptions = "requested_options"
        case ephemeralUntil = "ephemeral_until"
        case isAttachedToXcode = "is_attached_to_xcode"
        case heldForSummary = "held_for_summary"
        case heldPush = "held_push"
        case timeSensitiveIntro = "time_sensitive_intro"
        case voipIsStopped = "voip_is_stopped"
        case voipFailureCount = "voip_failure_count"
        case owesCall = "owes_call"
        case refreshRequests = "refresh_requests"
        case startTokens = "start_tokens"
        case activitiesEnabled = "activities_enabled"
        case frequentUpdatesEnabled = "frequent_updates_enabled"
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

    /// The switches after the permission had its say: nothing is on without one, and a provisional
    /// one leaves Notification Center only.
    public var effectiveSettings: NotificationSettings {
        settings.limited(to: .defaults(for: authorization))
    }

    /// The delivered notifications as they are stacked, the stack with the newest first: by thread,
    /// or as the person chose (`GRP-2`).
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

    /// Puts a notification on top, in place of one with the same identifier.
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

    /// What its `willPresent` answers where there is no code to run.
    public var foregroundPresentation: PresentationOptions {
        get { behaviour.presentation }
        set { behaviour.presentation = newValue }
    }
}

/// A silent push that waits on the phone (`SIL-4`).
public struct HeldPush: Hashable, Sendable, Codable {
    public let push: DevicePush
    public let heldAt: Date
    /// Why.
    public let rule: RuleID

    enum CodingKeys: String, CodingKey {
        case push, rule
        case heldAt = "held_at"
    }
}

/// A region's edge that was crossed, and when.
struct RegionCrossing: Hashable, Sendable, Codable {
    let isEntry: Bool
    let at: Date
}

/// What an app asked background app refresh for. Source: `BGAppRefreshTaskRequest`.
public struct RefreshRequest: Hashable, Sendable, Codable, Identifiable {
    public let id: String
    /// Not before; `nil` for as soon as the system likes.
    public let earliest: Date?
    /// When the app asked.
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
