// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The app, and the service within it, for which a notification is meant: the value of the
/// `apns-topic` header.
///
/// A topic is the bundle identifier followed by the suffix of the push type
/// (``PushType/Traits/topicSuffix``), for instance `com.example.app.voip`.
public struct Topic: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    /// Makes a topic from the text that is sent.
    public init(_ text: String) { self.text = text }

    /// Makes the topic of an app for a push type. A suffix that is already present is not repeated.
    public init(bundleID: String, pushType: PushType) {
        let suffix = pushType.topicSuffix
        text = suffix.isEmpty || bundleID.hasSuffix(suffix) ? bundleID : bundleID + suffix
    }

    /// The bundle identifier: the topic without the suffix of any push type.
    public var bundleID: String {
        guard let type = PushType.named(byTopic: text) else { return text }
        return String(text.dropLast(type.topicSuffix.count))
    }

    /// Returns whether the topic has the suffix that a push type requires.
    public func fits(_ pushType: PushType) -> Bool {
        (PushType.named(byTopic: text)?.topicSuffix ?? "") == pushType.topicSuffix
    }

    public var description: String { text }

    /// Returns whether a text has the form of a bundle identifier: 1 to 255 letters, digits,
    /// hyphens, periods and underscores. Apple's `CFBundleIdentifier` page does not list
    /// underscores, but they occur in practice.
    public static func isPlausible(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { isPlausible($0.span) }
            ?? Array(text.utf8).withUnsafeBufferPointer { isPlausible($0.span) }
    }

    /// Returns whether the bytes of a text have the form of a bundle identifier.
    package static func isPlausible(_ bytes: Span<UInt8>) -> Bool {
        guard 1...255 ~= bytes.count else { return false }
        for index in bytes.indices {
            let byte = bytes[index]
            let allowed = byte < 64 ? allowedBelow64 : allowedFrom64
            guard byte < 128, allowed >> UInt64(byte & 63) & 1 == 1 else { return false }
        }
        return true
    }

    /// A bit for each allowed character with a code below 64: `-`, `.` and the digits.
    private static let allowedBelow64: UInt64 = 0x03FF_6000_0000_0000
    /// A bit for each allowed character with a code of 64 or higher: the letters and `_`.
    private static let allowedFrom64: UInt64 = 0x07FF_FFFE_87FF_FFFE
}
