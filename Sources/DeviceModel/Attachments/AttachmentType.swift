// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A kind of file that a notification may show, and its size limit.
///
/// Source: "UNNotificationAttachment", table of supported file types.
public struct AttachmentType: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case audio, image, movie

        /// The maximum size of a file, in bytes.
        public var byteCountMax: Int {
            switch self {
            case .audio: 5 * AttachmentType.megabyte
            case .image: 10 * AttachmentType.megabyte
            case .movie: 50 * AttachmentType.megabyte
            }
        }
    }

    static let megabyte = 1_048_576

    public let kind: Kind
    /// The uniform type identifiers, the common one first.
    public let identifiers: [String]
    /// The file name extensions, in lowercase.
    public let fileExtensions: [String]

    /// All types that a notification may show.
    public static let table: [AttachmentType] = [
        row(.audio, ["public.aiff-audio", "public.aifc-audio"], ["aif", "aiff", "aifc"]),
        row(
            .audio, ["com.microsoft.waveform-audio", "public.wav"], ["wav", "wave", "bwf"]),
        row(.audio, ["public.mp3"], ["mp3"]),
        row(
            .audio, ["public.mpeg-4-audio", "com.apple.m4a-audio"], ["m4a", "mp4a"]),
        row(.image, ["public.jpeg"], ["jpg", "jpeg", "jpe"]),
        row(.image, ["com.compuserve.gif"], ["gif"]),
        row(.image, ["public.png"], ["png"]),
        row(.movie, ["public.mpeg"], ["mpg", "mpeg", "mpe", "m75", "m15"]),
        row(.movie, ["public.mpeg-2-video"], ["m2v", "mp2v"]),
        row(.movie, ["public.mpeg-4", "com.apple.m4v-video"], ["mp4", "mpg4", "m4v"]),
        row(.movie, ["public.avi"], ["avi", "vfw"]),
    ]

    private static func row(
        _ kind: Kind, _ identifiers: [String], _ fileExtensions: [String]
    ) -> AttachmentType {
        AttachmentType(kind: kind, identifiers: identifiers, fileExtensions: fileExtensions)
    }

    /// Returns the type with the given uniform type identifier, in any letter case.
    public static func named(_ identifier: String) -> AttachmentType? {
        let wanted = identifier.lowercased()
        return table.first { $0.identifiers.contains(wanted) }
    }

    /// Returns the type for a file name's extension.
    public static func ofFile(_ path: String) -> AttachmentType? {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        return table.first { $0.fileExtensions.contains(ending) }
    }

    /// Checks a file before it is attached: first its type, which the hint determines, or the
    /// file's name if there is no hint (`ATT-2`); then its size (`ATT-3`). The method does not
    /// check whether the file exists and can be read.
    ///
    /// - Parameters:
    ///   - typeHint: A uniform type identifier.
    ///   - byteCount: The size of the file.
    /// - Returns: The uniform type identifier to store.
    public static func check(
        path: String, typeHint: String?, byteCount: Int
    ) throws(NotificationFailure) -> String {
        let type = typeHint.map(named) ?? ofFile(path)
        guard let type, let usual = type.identifiers.first else {
            throw .attachmentUnrecognizedType(path: path)
        }
        guard byteCount <= type.kind.byteCountMax else {
            throw .attachmentInvalidFileSize(
                path: path, byteCount: byteCount, byteCountMax: type.kind.byteCountMax)
        }
        return typeHint?.lowercased() ?? usual
    }

    /// Returns the reason why an attachment of some content is invalid; `nil` if the attachment is
    /// valid.
    static func failure(of attachment: NotificationAttachment) -> NotificationFailure? {
        guard attachment.byteCount >= 0 else {
            return .attachmentInvalidURL(path: attachment.path)
        }
        do {
            let hint = attachment.type.isEmpty ? nil : attachment.type
            _ = try check(
                path: attachment.path, typeHint: hint, byteCount: attachment.byteCount)
            return nil
        } catch { return error }
    }
}

extension InstalledApp {
    /// Checks the attachments of an app's request: each file (`ATT-4`), and whether the store has
    /// room for them (`ATT-7`). The space that the attachments of a replaced request occupy counts
    /// as free.
    func checkAttachments(
        of request: NotificationRequest, _ choices: DeviceChoices
    ) throws(NotificationFailure) {
        let replaced = pending.first { $0.id == request.id }?.request.content.attachments ?? []
        var room = attachmentRoom(choices) + replaced.reduce(0) { $0 + $1.byteCount }
        for attachment in request.content.attachments {
            if let failure = AttachmentType.failure(of: attachment) { throw failure }
            room -= attachment.byteCount
            guard room >= 0 else { throw .attachmentMoveFailed(path: attachment.path) }
        }
    }

    /// The size in bytes of all attachments of the app's notifications, including pending ones.
    public var attachmentByteCount: Int {
        let shown = (delivered + heldForSummary).flatMap(\.attachments)
        let waiting = pending.flatMap(\.request.content.attachments)
        return (shown + waiting).reduce(0) { $0 + $1.byteCount }
    }

    /// Returns how many more bytes of attachments of this app fit in the store (`ATT-7`).
    public func attachmentRoom(_ choices: DeviceChoices) -> Int {
        max(0, choices.attachmentMegabytesMax) * AttachmentType.megabyte - attachmentByteCount
    }
}
