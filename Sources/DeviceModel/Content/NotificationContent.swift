// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The content of a push or of an app's request, before the phone decides about it.
///
/// Source: `UNNotificationContent`.
public struct NotificationContent: Hashable, Sendable, Codable {
    public var title: NotificationText
    public var subtitle: NotificationText
    public var body: NotificationText
    /// The sound; `nil` for none.
    public var sound: NotificationSound?
    /// The number on the app's icon; 0 removes the number, and `nil` leaves it unchanged.
    public var badge: Int?
    /// The group in which the notification is shown; empty for the app's group.
    public var threadID: String
    /// The identifier of a registered ``NotificationCategory``; empty for no category.
    public var category: String
    /// The requested level; entitlements and the person's settings determine the actual level.
    public var level: InterruptionLevel
    /// The rank among the app's notifications, 0 to 1.
    public var relevanceScore: Double
    /// The identifier of the window to bring forward.
    public var targetContentID: String?
    /// The value that the app's Focus filter compares.
    public var filterCriteria: String?
    /// The image that is shown while the app starts.
    public var launchImage: String
    public var attachments: [NotificationAttachment]
    /// The app's own data as the text of a JSON object.
    public var userInfo: String
    /// The sender, set by `updating(from:)` with an intent.
    public var communication: Communication?

    enum CodingKeys: String, CodingKey {
        case title, subtitle, body, sound, badge, category, level, attachments, communication
        case threadID = "thread_id"
        case relevanceScore = "relevance_score"
        case targetContentID = "target_content_id"
        case filterCriteria = "filter_criteria"
        case launchImage = "launch_image"
        case userInfo = "user_info"
    }

    public init(
        title: NotificationText = "", subtitle: NotificationText = "", body: NotificationText = "",
        sound: NotificationSound? = nil, badge: Int? = nil, threadID: String = "",
        category: String = "", level: InterruptionLevel = .active, userInfo: String = "{}"
    ) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.sound = sound
        self.badge = badge
        self.threadID = threadID
        self.category = category
        self.level = level
        self.userInfo = userInfo
        relevanceScore = 0
        launchImage = ""
        attachments = []
    }

    /// Whether there is a title, a subtitle or a body.
    public var hasText: Bool { !title.isEmpty || !subtitle.isEmpty || !body.isEmpty }
}
