// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
package import Foundation
#endif

/// How soon a browser needs a message (RFC 8030 section 5.3).
package enum WebPushUrgency: String, Hashable, Sendable, CaseIterable {
    case veryLow = "very-low"
    case low, normal, high
}

/// A message for any number of subscriptions (RFC 8030).
package struct WebPushMessage: Hashable, Sendable {
    /// The reason why a message cannot be sent.
    package enum Problem: Error, Hashable, CustomStringConvertible {
        case tooLarge(byteCount: Int, byteCountMax: Int)
        case badTopic
        case badTimeToLive
        case badUrgency

        package var description: String {
            switch self {
            case .tooLarge(let count, let max):
                "the content has \(count) bytes; this push service passes on at most \(max)"
            case .badTopic:
                "a topic has 1 to 32 characters: letters, digits, - and _ (RFC 8030 section 5.4)"
            case .badUrgency: "the urgency must be very-low, low, normal or high"
            case .badTimeToLive:
                "the time to live must be 0 to \(WebPushLimits.timeToLiveSecondsMax) seconds"
            }
        }
    }

    /// The content before the encryption; empty for a message without content.
    package var content: [UInt8]
    /// The time for which the service stores the message, in seconds; 0 for one attempt. The
    /// default is four weeks.
    package var timeToLiveSeconds: Int
    /// The urgency; ``WebPushUrgency/normal`` by default.
    package var urgency: WebPushUrgency
    /// The topic; a newer message replaces a stored message with the same topic.
    package var topic: String?

    package init(
        content: [UInt8], timeToLiveSeconds: Int = 28 * 86_400, urgency: WebPushUrgency = .normal,
        topic: String? = nil
    ) throws(Problem) {
        guard (0...WebPushLimits.timeToLiveSecondsMax).contains(timeToLiveSeconds) else {
            throw .badTimeToLive
        }
        if let topic, !Self.isTopic(topic) { throw .badTopic }
        guard content.count <= WebPushLimits.contentByteCountMax else {
            throw .tooLarge(
                byteCount: content.count, byteCountMax: WebPushLimits.contentByteCountMax)
        }
        self.content = content
        self.timeToLiveSeconds = timeToLiveSeconds
        self.urgency = urgency
        self.topic = topic
    }

    /// Returns whether a text can be a topic.
    package static func isTopic(_ text: String) -> Bool {
        (1...WebPushLimits.topicCharacterCountMax).contains(text.utf8.count)
            && Base64URLText.isValid(text)
    }

    /// Returns the request for a subscription.
    ///
    /// - Throws: ``Problem/tooLarge(byteCount:byteCountMax:)`` if the content is too large for the
    ///   subscription's push service.
    package func request(
        to subscription: PushSubscription, token: VAPIDToken
    ) throws -> WebPushRequest {
        let service = subscription.service
        guard content.count <= service.contentByteCountMax else {
            throw Problem.tooLarge(
                byteCount: content.count, byteCountMax: service.contentByteCountMax)
        }
        let seconds = min(timeToLiveSeconds, service.timeToLiveSecondsMax)
        var headers: [(name: String, value: String)] = [
            ("authorization", token.authorization), ("ttl", "\(seconds)"),
            ("urgency", urgency.rawValue),
        ]
        if let topic { headers.append(("topic", topic)) }
        var body: [UInt8] = []
        if !content.isEmpty {
            body = try subscription.encrypt(content)
            headers.append(("content-encoding", "aes128gcm"))
            headers.append(("content-type", "application/octet-stream"))
        }
        return WebPushRequest(url: subscription.endpoint, headers: headers, body: body)
    }
}

/// An HTTP request to a push service: `POST` with these headers and this body. It contains
/// credentials and must not be logged.
package struct WebPushRequest: Sendable {
    package let url: String
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]
}

/// The characters of base64url.
private enum Base64URLText {
    static func isValid(_ text: String) -> Bool {
        text.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
                || [UInt8(ascii: "-"), UInt8(ascii: "_")].contains($0)
        }
    }
}
