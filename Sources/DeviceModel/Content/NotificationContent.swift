// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// What a notification says and asks for, before the phone decides about it: the content of a push
/// or of a request that the app made.
///
/// Source: `UNNotificationContent`.
public struct NotificationContent: Hashable, Sendable, Codable {
    public var title: NotificationText
    public var subtitle: NotificationText
    public var body: NotificationText
    /// `nil` for silence.
    public var sound: NotificationSound?
    /// The number for the icon; 0 removes it, `nil` leaves it.
    public var badge: Int?
    /// Which notifications are shown as one group; empty groups under the app.
    public var threadID: String
    /// Which registered ``NotificationCategory`` it is of; empty for none.
    public var category: String
    /// What was asked for; entitlements and the person decide what it gets.
    public var level: InterruptionLevel
    /// The place among the app's notifications, 0 to 1.
    public var relevanceScore: Double
    /// The window to bring forward.
    public var targetContentID: String?
    /// What the app's Focus filter compares.
    public var filterCriteria: String?
    /// The picture that is shown while the app starts.
    public var launchImage: String
    public var attachments: [NotificationAttachment]
    /// The app's own data as the text of a JSON object.
    public var userInfo: String
    /// Set by `updating(from:)` with an intent: who speaks.
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
