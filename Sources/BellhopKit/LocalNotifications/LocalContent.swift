// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import Foundation
import UserNotificationsShim

/// The content of a local notification: what it shows and plays, and the app's own data.
public struct LocalContent: Hashable, Sendable, Codable {
    /// The sound of a notification.
    public enum Sound: Hashable, Sendable, Codable {
        case `default`
        /// A sound file of the app, with its extension; 30 seconds at most ("UNNotificationSound").
        case named(String)
    }

    /// The interruption level ("UNNotificationInterruptionLevel").
    public enum Level: String, Hashable, Sendable, Codable, CaseIterable {
        case passive
        case active
        /// The notification breaks through a Focus; the app needs the Time Sensitive Notifications
        /// capability.
        case timeSensitive = "time-sensitive"
        /// The notification needs Apple's approval and the person's permission.
        case critical
    }

    public var title: LocalText
    public var subtitle: LocalText
    public var body: LocalText
    /// The sound; silent when `nil`.
    public var sound: Sound?
    /// The badge number; `nil` leaves it unchanged.
    public var badge: Int?
    /// The identifier of the category, which determines the actions; empty for none.
    public var category: String
    /// The thread that the notification belongs to; empty for the app's default thread.
    public var thread: String
    public var level: Level
    /// The notification's importance among the app's notifications in a summary, 0 to 1.
    public var relevance = 0.0
    /// The scene that the notification is for ("targetContentIdentifier").
    public var targetContent: String?
    /// The value by which a Focus filter decides whether the notification is shown.
    public var filterCriteria: String?
    /// Files shown with the notification; the schedule stores copies.
    public var attachments: [LocalAttachment] = []
    private var data: JSONValue

    /// - Parameter payload: the app's own data, available in the response. A ``PushRoute`` reads it
    ///   in the same way as the payload of a push.
    public init(
        title: LocalText = "", subtitle: LocalText = "", body: LocalText = "",
        sound: Sound? = .default, badge: Int? = nil, category: String = "", thread: String = "",
        level: Level = .active, payload: PushPayload = PushPayload(JSONObject([]))
    ) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.sound = sound
        self.badge = badge
        self.category = category
        self.thread = thread
        self.level = level
        data = .object(payload.object)
    }

    /// The app's own data.
    public var payload: PushPayload {
        get { PushPayload(data.objectValue ?? JSONObject([])) }
        set { data = .object(newValue.object) }
    }

    /// Whether the content has a text, a sound or a badge; the system refuses notifications without
    /// any of these (rule `LCL-6`).
    var hasEffect: Bool {
        !(title.isEmpty && subtitle.isEmpty && body.isEmpty) || sound != nil || badge != nil
    }

    enum CodingKeys: String, CodingKey {
        case title, subtitle, body, sound, badge, category, thread, level, relevance, attachments
        case data
        case targetContent = "target_content"
        case filterCriteria = "filter_criteria"
    }
}

/// A file shown with a local notification.
public struct LocalAttachment: Hashable, Sendable, Codable {
    /// The attachment's identifier within the notification; may be empty.
    public var id: String
    /// The file. The schedule copies it when the notification is planned; afterwards, the app may
    /// delete it.
    public var url: URL
    /// The name of the schedule's copy of the file.
    var storedName: String?

    public init(_ url: URL, id: String = "") {
        self.url = url
        self.id = id
    }

    enum CodingKeys: String, CodingKey {
        case id, url
        case storedName = "stored_name"
    }
}
