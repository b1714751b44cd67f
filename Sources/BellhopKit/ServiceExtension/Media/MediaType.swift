// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A type of file that a notification may show, with its limit.
///
/// Source: `UNNotificationAttachment`, table of supported file types.
public struct MediaType: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case audio, image, movie

        /// The maximum file size in bytes: 5, 10 and 50 MB.
        public var byteCountMax: Int {
            switch self {
            case .audio: 5 << 20
            case .image: 10 << 20
            case .movie: 50 << 20
            }
        }
    }

    public let kind: Kind
    /// The extension by which the system recognizes the type (rule `ATT-2`), without the dot.
    public let fileExtension: String
    /// Other extensions that such files have.
    let otherExtensions: Set<String>
    /// The MIME types that servers use, the registered name first.
    let mimeTypes: [String]

    private init(
        _ kind: Kind, _ fileExtension: String, _ otherExtensions: Set<String>,
        _ mimeTypes: [String]
    ) {
        self.kind = kind
        self.fileExtension = fileExtension
        self.otherExtensions = otherExtensions
        self.mimeTypes = mimeTypes
    }

    public static let jpeg = Self(
        .image, "jpg", ["jpeg", "jpe"], ["image/jpeg", "image/jpg", "image/pjpeg"])
    public static let png = Self(.image, "png", [], ["image/png", "image/x-png"])
    public static let gif = Self(.image, "gif", [], ["image/gif"])
    public static let aiff = Self(
        .audio, "aiff", ["aif", "aifc"], ["audio/aiff", "audio/x-aiff"])
    public static let wav = Self(
        .audio, "wav", ["wave", "bwf"],
        ["audio/vnd.wave", "audio/wav", "audio/wave", "audio/x-wav"])
    public static let mp3 = Self(.audio, "mp3", [], ["audio/mpeg", "audio/mp3"])
    public static let m4a = Self(
        .audio, "m4a", ["mp4a"], ["audio/mp4", "audio/m4a", "audio/x-m4a"])
    public static let mpeg = Self(
        .movie, "mpg", ["mpeg", "mpe", "m75", "m15"], ["video/mpeg", "video/x-mpeg"])
    public static let mpeg2 = Self(.movie, "m2v", ["mp2v"], ["video/mpeg2", "video/x-mpeg2"])
    public static let mp4 = Self(
        .movie, "mp4", ["mpg4", "m4v"], ["video/mp4", "video/x-m4v", "video/m4v"])
    public static let avi = Self(
        .movie, "avi", ["vfw"], ["video/avi", "video/x-msvideo", "video/vnd.avi"])

    /// All types that a notification may show.
    public static let table: [MediaType] = [
        .jpeg, .png, .gif, .aiff, .wav, .mp3, .m4a, .mpeg, .mpeg2, .mp4, .avi,
    ]

    /// Returns the type for a server's MIME type, with or without parameters as in
    /// `image/png; q=1`.
    static func named(mimeType: String) -> MediaType? {
        let name = mimeType.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        return table.first { $0.mimeTypes.contains(name) }
    }

    /// Returns the type for the extension of a file name.
    static func ofFile(named name: String) -> MediaType? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        return table.first {
            $0.fileExtension == ending || $0.otherExtensions.contains(ending)
        }
    }
}
