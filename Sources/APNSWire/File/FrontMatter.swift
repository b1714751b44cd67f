// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Headers above the JSON of a payload file, between two `---` lines, so that one file describes a
/// complete push:
///
///     ---
///     apns-push-type: alert
///     apns-priority: 5
///     ---
///     {"aps": {"alert": "Your parcel is here"}}
///
/// Only Bellhop's tools read front matter. It is never sent.
public struct FrontMatter: Hashable, Sendable {
    /// One header line of the front matter.
    public struct Field: Hashable, Sendable {
        /// The name in lowercase and in full. For example, `priority` in the file becomes
        /// `apns-priority`.
        public let name: String
        public let value: String
        /// The byte offsets of the name in the file.
        public let nameRange: Range<Int>
        /// The byte offsets of the value in the file.
        public let valueRange: Range<Int>
    }

    /// The header lines in order, including lines with a repeated name.
    public let fields: [Field]
    /// The byte offsets of lines that are not `name: value`.
    public let unreadableLines: [Range<Int>]
    /// The byte offset at which the JSON starts; 0 if the file has no front matter.
    public let bodyOffset: Int

    /// The value for a file without front matter.
    public static let none = FrontMatter(fields: [], unreadableLines: [], bodyOffset: 0)

    /// The maximum number of lines that are searched for the second `---`. If none of these lines
    /// is `---`, the file has no front matter.
    public static let lineCountMax = 64

    /// The name of the field that contains the oldest system version on which the app runs. Lint
    /// reads this field; it is not an APNs header.
    public static let minimumOSName = "min-os"

    /// The field with the given name; the last such field if the name is repeated.
    public subscript(name: String) -> Field? { fields.last { $0.name == name } }
}

extension FrontMatter {
    /// Reads the start of a file. The file has no front matter if its first line is not `---` or if
    /// no second `---` line follows.
    ///
    /// A byte-order mark before the first line is skipped, and so are empty lines and lines that
    /// begin with `#`. Lines may end with CR LF.
    public init(reading bytes: [UInt8]) {
        var lines = Lines(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { lines.offset = 3 }
        guard let first = lines.next(), Self.isFence(bytes[first]) else {
            self = .none
            return
        }
        var fields: [Field] = []
        var unreadable: [Range<Int>] = []
        for _ in 0..<Self.lineCountMax {
            guard let line = lines.next() else { break }
            if Self.isFence(bytes[line]) {
                self.init(fields: fields, unreadableLines: unreadable, bodyOffset: lines.offset)
                return
            }
            let text = Self.trimmed(line, in: bytes)
            if text.isEmpty || bytes[text.lowerBound] == UInt8(ascii: "#") { continue }
            if let field = Field(text, in: bytes) {
                fields.append(field)
            } else {
                unreadable.append(text)
            }
        }
        self = .none
    }

    private static func isFence(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(with: "---".utf8)
            && line.dropFirst(3).allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }

    fileprivate static func trimmed(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        var range = range
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
        while let first = range.first, isBlank(bytes[first]) { range.removeFirst() }
        while let last = range.last, isBlank(bytes[last]) { range.removeLast() }
        return range
    }

    /// The lines of a text, as ranges without the line terminators.
    private struct Lines {
        let bytes: [UInt8]
        var offset = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func next() -> Range<Int>? {
            guard offset < bytes.count else { return nil }
            let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            defer { offset = min(end + 1, bytes.count) }
            return offset..<end
        }
    }
}

extension FrontMatter.Field {
    /// Reads `name: value`. Returns `nil` when the line has another form.
    fileprivate init?(_ line: Range<Int>, in bytes: [UInt8]) {
        guard let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")) else { return nil }
        nameRange = FrontMatter.trimmed(line.lowerBound..<colon, in: bytes)
        valueRange = FrontMatter.trimmed((colon + 1)..<line.upperBound, in: bytes)
        guard !nameRange.isEmpty, let value = String(validating: bytes[valueRange], as: UTF8.self)
        else { return nil }
        let word = String(decoding: bytes[nameRange], as: UTF8.self).lowercased()
        name = Self.fullNames[word] ?? word
        self.value = value
    }

    /// The full names of headers by their short names, which are also the names of the command-line
    /// options.
    private static let fullNames = [
        "type": APNSHeader.pushType, "push-type": APNSHeader.pushType,
        "priority": APNSHeader.priority, "topic": APNSHeader.topic,
        "expiration": APNSHeader.expiration, "collapse-id": APNSHeader.collapseID,
        "channel": APNSHeader.channelID, "channel-id": APNSHeader.channelID,
        "id": APNSHeader.id,
    ]
}
