// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The type of a file according to its first bytes, which players examine, too. File names and the
/// types that servers state may be wrong.
enum MediaContent: Hashable, Sendable {
    /// The type is one of this list: the type that the file's name or the server specifies, if the
    /// list contains that type; otherwise, the first type.
    case oneOf([MediaType])
    /// A known type that notifications cannot show; the text is its name.
    case unsupported(String)
    case unknown

    /// The number of bytes needed to determine the type.
    static let byteCountNeeded = 16

    init(_ start: [UInt8]) {
        func has(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
            start.count >= offset + bytes.count
                && Array(start[offset...].prefix(bytes.count)) == bytes
        }
        func hasText(_ text: String, at offset: Int = 0) -> Bool {
            has(Array(text.utf8), at: offset)
        }
        if has([0xFF, 0xD8, 0xFF]) {
            self = .oneOf([.jpeg])
        } else if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .oneOf([.png])
        } else if hasText("GIF87a") || hasText("GIF89a") {
            self = .oneOf([.gif])
        } else if hasText("FORM"), hasText("AIFF", at: 8) || hasText("AIFC", at: 8) {
            self = .oneOf([.aiff])
        } else if hasText("RIFF") {
            self = Self.riff(String(decoding: start.dropFirst(8).prefix(4), as: UTF8.self))
        } else if hasText("ftyp", at: 4) {
            self = Self.base(String(decoding: start.dropFirst(8).prefix(4), as: UTF8.self))
        } else if has([0x00, 0x00, 0x01, 0xBA]) || has([0x00, 0x00, 0x01, 0xB3]) {
            self = .oneOf([.mpeg, .mpeg2])
        } else if hasText("ID3") || Self.isMP3Frame(start) {
            self = .oneOf([.mp3])
        } else if hasText("%PDF-") {
            self = .unsupported("PDF")
        } else {
            self = .unknown
        }
    }

    /// Returns the type of a RIFF file, whose form is in bytes 8 to 11.
    private static func riff(_ form: String) -> MediaContent {
        switch form {
        case "WAVE": .oneOf([.wav])
        case "AVI ": .oneOf([.avi])
        case "WEBP": .unsupported("WebP")
        default: .unknown
        }
    }

    /// Returns the type of an ISO base media file by its major brand. Most brands are used both for
    /// video and for audio alone.
    private static func base(_ brand: String) -> MediaContent {
        switch brand {
        case "M4A ", "M4B ": .oneOf([.m4a])
        case "M4V ", "M4VH", "M4VP": .oneOf([.mp4])
        case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1":
            .unsupported("HEIC")
        case "avif", "avis": .unsupported("AVIF")
        case "qt  ": .unsupported("QuickTime")
        default: .oneOf([.mp4, .m4a])
        }
    }

    /// Returns whether the file starts with a frame header of layer III: eleven sync bits, a valid
    /// version and layer (ISO 11172-3). AAC in ADTS has the same sync bits, but layer 0.
    private static func isMP3Frame(_ start: [UInt8]) -> Bool {
        guard start.count >= 3, start[0] == 0xFF, start[1] & 0xE0 == 0xE0 else { return false }
        let (version, layer) = (start[1] >> 3 & 0b11, start[1] >> 1 & 0b11)
        return version != 0b01 && layer == 0b01 && start[2] >> 4 != 0b1111
    }

    /// Returns the type of a file according to its content. The server's type and the file's name
    /// decide only between the types that the content allows.
    ///
    /// - Throws: ``MediaError/type(_:)``
    static func type(
        start: [UInt8], mimeType: String?, name: String
    ) throws(MediaError) -> MediaType {
        let declared = [
            mimeType.flatMap(MediaType.named(mimeType:)), MediaType.ofFile(named: name),
        ]
        switch MediaContent(start) {
        case .oneOf(let types):
            let chosen = declared.compactMap(\.self).first(where: types.contains) ?? types.first
            guard let chosen else { throw .type("of an unknown type") }
            return chosen
        case .unsupported(let name): throw .type(name)
        case .unknown: throw .type("not an image, audio or video file")
        }
    }
}
