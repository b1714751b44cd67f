// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A request that an app schedules: content, trigger and identifier. Source:
/// `UNNotificationRequest`.
public struct NotificationRequest: Hashable, Sendable, Codable, Identifiable {
    public var id: String
    public var content: NotificationContent
    /// The trigger; `nil` for immediate delivery.
    public var trigger: NotificationTrigger?

    public init(id: String, content: NotificationContent, trigger: NotificationTrigger? = nil) {
        self.id = id
        self.content = content
        self.trigger = trigger
    }
}

/// A request that waits for its trigger.
public struct PendingRequest: Hashable, Sendable, Codable, Identifiable {
    public var request: NotificationRequest
    public var addedAt: Date
    /// The next date at which the request fires; `nil` for a region, which has no date.
    public var nextDate: Date?
    /// For a request with a region, whether the phone was last known to be inside the region; `nil`
    /// while this is unknown.
    var isInside: Bool?

    public var id: String { request.id }

    enum CodingKeys: String, CodingKey {
        case request
        case isInside = "is_inside"
        case addedAt = "added_at"
        case nextDate = "next_date"
    }

    public init(request: NotificationRequest, addedAt: Date, nextDate: Date?) {
        self.request = request
        self.addedAt = addedAt
        self.nextDate = nextDate
    }
}
