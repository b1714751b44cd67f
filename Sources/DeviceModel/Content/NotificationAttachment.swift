// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A file that a notification shows. Source: `UNNotificationAttachment`.
public struct NotificationAttachment: Hashable, Sendable, Codable {
    public var id: String
    /// The path of the file; inside the phone's store once the phone has taken it.
    public var path: String
    /// The uniform type identifier, for instance `public.png`.
    public var type: String
    /// Of the file, in bytes.
    public var byteCount: Int
    /// Whether the small picture beside the text is left out.
    public var isThumbnailHidden: Bool

    enum CodingKeys: String, CodingKey {
        case id, path, type
        case byteCount = "byte_count"
        case isThumbnailHidden = "is_thumbnail_hidden"
    }

    public init(
        id: String, path: String, type: String, byteCount: Int, isThumbnailHidden: Bool = false
    ) {
        self.id = id
        self.path = path
        self.type = type
        self.byteCount = byteCount
        self.isThumbnailHidden = isThumbnailHidden
    }
}
