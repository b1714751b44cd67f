// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Which app, and which of its entrances, a notification is for: the value of the `apns-topic`
/// header.
///
/// A topic is the bundle identifier followed by the suffix of the push type
/// (``PushType/Traits/topicSuffix``), for instance `com.example.app.voip`.
public struct Topic: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    /// Takes a topic as it is sent.
    public init(_ text: String) { self.text = text }

    /// Makes the topic of an app for a push type. A suffix that is there already is not doubled.
    public init(bundleID: String, pushType: PushType) {
        let suffix = pushType.traits.topicSuffix
        text = suffix.isEmpty || bundleID.hasSuffix(suffix) ? bundleID : bundleID + suffix
    }

    /// The bundle identifier: the topic without the suffix of any push type.
    public var bundleID: String {
        guard let type = PushType.named(byTopic: text) else { return text }
        return String(text.dropLast(type.traits.topicSuffix.count))
    }

    /// Whether the suffix is the one that a push type asks for.
    public func fits(_ pushType: PushType) -> Bool {
        (PushType.named(byTopic: text)?.traits.topicSuffix ?? "") == pushType.traits.topicSuffix
    }

    public var description: String { text }

    /// Whether a text has the shape of a bundle identifier: letters, digits, hyphens and full stops
    /// (Apple's `CFBundleIdentifier` page).
    public static func isPlausible(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 255
            && text.utf8.allSatisfy { $0 < 0x80 && plausibleBytes[Int($0)] }
    }

    /// Hyphen, full stop, underscore, digits and letters.
    private static let plausibleBytes = (UInt8(0)..<0x80).map { byte in
        switch byte {
        case 0x2D, 0x2E, 0x5F, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
