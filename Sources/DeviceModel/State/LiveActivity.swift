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
    /// The state of an activity. Source: `ActivityState` (`LA-23`).
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// The activity is scheduled, but has not started yet.
        case pending
        case active
        /// The content is past its stale date.
        case stale
        /// The activity has ended, but is still on the Lock Screen.
        case ended
        /// The activity was removed from the screen. It is stored only until its suspended app has
        /// been informed.
        case dismissed
    }

    /// How the activity receives updates. Source: `PushType` of ActivityKit.
    public enum Updates: Hashable, Sendable, Codable {
        /// The activity receives updates only from the app.
        case app
        /// The activity receives pushes to its own token.
        case token
        /// The activity receives the broadcasts of a channel.
        case channel(String)
    }

    /// A text that lights up the screen when an update arrives.
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
    /// The attributes, as the text of a JSON object.
    public var attributes: String
    /// The content state, as the text of a JSON object.
    public var contentState: String
    public var state: State
    public var updates: Updates
    /// The token for pushes to the activity. APNs issues it some time after the start and may
    /// replace it (`LA-9`).
    public var token: DeviceToken?
    /// The time at which the activity started or, if it is pending, is going to start.
    public var startedAt: Date
    /// The time of the newest content, in seconds since 1970; older updates are ignored (`LA-5`).
    public var timestamp: Double
    public var staleDate: Date?
    public var relevanceScore: Double
    /// The time at which the activity ended.
    public var endedAt: Date?
    /// The time at which the activity is removed from the Lock Screen.
    public var dismissalDate: Date?
    /// Whether the activity ends when the phone is locked or the Dynamic Island collapses. Source:
    /// `ActivityStyle.transient`.
    public var isTransient: Bool
    /// The times of the updates of priority 10 that have used up part of the hourly budget, the
    /// oldest first (`LA-16`).
    public var countedUpdates: [Date]
    /// The alert of the latest update that contained an alert; if there is no such update, the
    /// alert of the start.
    public var lastAlert: Alert?
    /// The time of the first change about which the suspended app has not been informed; `nil` when
    /// there is no such change.
    public internal(set) var unreportedSince: Date?

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
        case unreportedSince = "untold_since"
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

    /// Whether the activity accepts updates.
    public var isLive: Bool { state == .active || state == .stale || state == .pending }
}
