// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A file that a notification shows. Source: `UNNotificationAttachment`.
public struct NotificationAttachment: Hashable, Sendable, Codable {
    /// A rectangle in a picture. Its coordinates are fractions of the picture's width and height: 0
    /// to 1 (`ATT-8`).
    public struct Clipping: Hashable, Sendable, Codable {
        public let x: Double
        public let y: Double
        public let width: Double
        public let height: Double

        /// Creates a rectangle; `nil` if it is empty or not inside the picture.
        public init?(x: Double, y: Double, width: Double, height: Double) {
            let isInside = x >= 0 && y >= 0 && x + width <= 1 && y + height <= 1
            guard isInside, width > 0, height > 0 else { return nil }
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    public var id: String
    /// The path of the file; after the phone has accepted the file, its path in the phone's store.
    public var path: String
    /// The uniform type identifier, for instance `public.png`.
    public var type: String
    /// The size of the file in bytes; negative when there is no such file (`ATT-1`).
    public var byteCount: Int
    /// Whether the thumbnail next to the text is hidden.
    public var isThumbnailHidden: Bool
    /// The part of the picture that the thumbnail shows; `nil` for the whole picture (`ATT-8`).
    public var thumbnailClipping: Clipping?
    /// The part of a movie or animated picture that the thumbnail shows: a time in seconds, or a
    /// frame (`ATT-8`).
    public var thumbnailTime: Double?

    enum CodingKeys: String, CodingKey {
        case id, path, type
        case byteCount = "byte_count"
        case isThumbnailHidden = "is_thumbnail_hidden"
        case thumbnailClipping = "thumbnail_clipping"
        case thumbnailTime = "thumbnail_time"
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
