// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
package import MessageForms

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A message for browsers, and the keys of the payload that have no equivalent there.
package struct WebPushConversion: Hashable, Sendable {
    package let message: WebPushMessage
    /// The key paths below `aps` that have no equivalent, sorted.
    package let lost: [String]
}

extension WebPushMessage {
    /// The reason why a browser cannot show a notification for APNs.
    package enum ConversionProblem: Error, Hashable, CustomStringConvertible {
        /// The notification shows nothing; browsers do not permit such messages.
        case showsNothing
        case message(Problem)

        package var description: String {
            switch self {
            case .showsNothing:
                "the payload has no alert with a title or a body, and browsers do not permit "
                    + "messages that show nothing"
            case .message(let problem): problem.description
            }
        }
    }

    private static let known: Set<String> = [
        "alert.title", "alert.body", "badge", "sound", "interruption-level", "thread-id",
        "mutable-content",
    ]

    /// Makes the declarative message that corresponds to a notification for APNs.
    ///
    /// - A body without a title becomes the title, which is required.
    /// - The app's own keys become `data`.
    /// - The collapse identifier becomes the tag and the topic. An identifier that is not a valid
    ///   topic is hashed for the topic. Without a collapse identifier, the thread becomes the tag.
    ///
    /// - Parameters:
    ///   - navigate: the URL that a click opens.
    ///   - now: the time in seconds since 1970, from which the time to live is computed.
    package static func declarative(
        from content: PlatformContent, navigate: String, now: Int
    ) throws(ConversionProblem) -> WebPushConversion {
        let alert = content.alert ?? [:]
        let title = alert["title"]?.stringValue
        let body = alert["body"]?.stringValue
        guard let shown = title ?? body, !shown.isEmpty else { throw .showsNothing }
        var notification = DeclarativeNotification(
            title: shown, navigate: navigate, body: title == nil ? nil : body)
        notification.badge = content.aps["badge"]?.intValue
        notification.tag = content.collapseID ?? content.aps["thread-id"]?.stringValue
        notification.silent = content.aps["sound"] == nil ? true : nil
        if !content.custom.isEmpty { notification.data = content.custom }
        let urgency: WebPushUrgency =
            switch content.interruptionLevel {
            case .passive?: .low
            case .timeSensitive?, .critical?: .high
            case .active?, nil: content.priority.map { $0 != .immediate } ?? false ? .low : .normal
            }
        let seconds = content.timeToLive(at: now, max: WebPushLimits.timeToLiveSecondsMax)
        do throws(Problem) {
            let message = try WebPushMessage(
                content: JSONWriter.write(.object(notification.json)),
                timeToLiveSeconds: seconds ?? 28 * 86_400, urgency: urgency,
                topic: content.collapseID.map { topic(for: $0) })
            return WebPushConversion(message: message, lost: content.keys(without: known))
        } catch { throw .message(error) }
    }

    /// Returns the text if it is a valid topic; otherwise, a hash of it.
    static func topic(for text: String) -> String {
        guard !isTopic(text) else { return text }
        let hash = Base64URL.encode(SHA256.hash(data: Array(text.utf8)))
        return String(hash.prefix(WebPushLimits.topicCharacterCountMax))
    }
}
