// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A notification that the app itself plans: its content and when it is due.
public struct LocalNotification: Hashable, Sendable, Codable, Identifiable {
    /// The identifier. A later notification with the same identifier replaces this one (rule
    /// `ID-1`), and ``LocalSchedule/cancel(_:)-(String...)`` takes this value.
    public var id: String
    public var content: LocalContent
    public var trigger: LocalTrigger
    /// Whether the notification is delivered unchanged during ``LocalSchedule/quietHours``.
    public var ignoresQuietHours = false

    public init(id: String, _ content: LocalContent, _ trigger: LocalTrigger) {
        self.id = id
        self.content = content
        self.trigger = trigger
    }

    enum CodingKeys: String, CodingKey {
        case id, content, trigger
        case ignoresQuietHours = "ignores_quiet_hours"
    }
}
