// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A Live Activity of an app on the phone. Source: "Displaying live data with Live Activities".
public struct LiveActivity: Hashable, Sendable, Codable, Identifiable {
    /// Source: `ActivityState` (`LA-23`).
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// Scheduled, not started yet.
        case pending
        case active
        /// Its content is older than the app said it may be.
        case stale
        /// Over, still on the Lock Screen.
        case ended
        /// Gone from the screen. Kept only until its suspended app has been told.
        case dismissed
    }

    /// How updates reach it. Source: `PushType` of ActivityKit.
    public enum Updates: Hashable, Sendable, Codable {
        /// By the app alone.
        case app
        /// By pushes to its own token.
        case token
        /// By broadcasts of a channel.
        case channel(String)
    }

    /// A text that lights the screen with an update.
    public struct Alert: Hashable, Sendable, Codable {
        public var title: NotificationText
        public var body: NotificationText
        public var sound: NotificationSound?

        public init(
            title: NotificationText, body: NotificationText, sound: NotificationSound? = nil
        ) {
            self.title = title
            self.body = body
            self.sound = sound
        }
    }

    public var id: String
    public var bundleID: String
    /// The name of the `ActivityAttributes` type.
    public var attributesType: String
    /// The text of a JSON object.
    public var attributes: String
    /// The text of a JSON object.
    public var contentState: String
    public var state: State
    public var updates: Updates
    /// Where pushes for it go; comes some time after the start and may change (`LA-9`).
    public var token: DeviceToken?
    /// When it started; for a pending one, when it will.
    public var startedAt: Date
    /// Of the newest content, in seconds since 1970; older updates are ignored (`LA-5`).
    public var timestamp: Double
    public var staleDate: Date?
    public var relevanceScore: Double
    /// When it was ended.
    public var endedAt: Date?
    /// When it leaves the Lock Screen.
    public var dismissalDate: Date?
    /// Ends with the lock or a collapse of the island. Source: `ActivityStyle.transient`.
    public var isTransient: Bool
    /// When updates of priority 10 came within the last hour, the oldest first (`LA-16`).
    public var countedUpdates: [Date]
    /// What the start or an update last said aloud.
    public var lastAlert: Alert?
    /// Since when it has changed without its suspended app having been told; `nil` when the app
    /// knows everything.
    public internal(set) var untoldSince: Date?

    enum CodingKeys: String, CodingKey {
        case id, attributes, state, updates, token, timestamp
        case bundleID = "bundle_id"
        case attributesType = "attributes_type"
        case contentState = "content_state"
        case startedAt = "started_at"
        case staleDate = "stale_date"
        case relevanceScore = "relevance_score"
        case endedAt = "ended_at"
        case dismissalDate = "dismissal_date"
        case isTransient = "is_transient"
        case countedUpdates = "counted_updates"
        case lastAlert = "last_alert"
        case untoldSince = "untold_since"
    }

    public init(
        id: String, bundleID: String, attributesType: String, attributes: String,
        contentState: String, updates: Updates = .app, startedAt: Date
    ) {
        self.id = id
        self.bundleID = bundleID
        self.attributesType = attributesType
        self.attributes = attributes
        self.contentState = contentState
        self.updates = updates
        self.startedAt = startedAt
        state = .active
        timestamp = startedAt.timeIntervalSince1970
        relevanceScore = 0
        isTransient = false
        countedUpdates = []
    }

    /// Whether it takes updates.
    public var isLive: Bool { state == .active || state == .stale || state == .pending }
}
