// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The response to `GET /v1/apps/{bundle_id}/shadow`: what the gateway would have sent in place of
/// another sender.
public struct ShadowReport: Hashable, Sendable, Codable {
    /// The bundle identifier.
    public var app: String
    /// Whether the app is in shadow mode now.
    public var shadow: Bool
    /// The time from which requests are counted.
    public var since: Date
    /// The number of notifications that were requested, each for one device token.
    public var requests: Int
    /// The number of these notifications that the gateway would have sent to APNs.
    public var wouldSend: Int
    /// What differs from the other sender, by reason, most frequent first.
    public var differences: [Difference]
    /// Whether there were more requests than the gateway counts; then the numbers are too small.
    public var isIncomplete: Bool

    /// The notifications with the same difference.
    public struct Difference: Hashable, Sendable, Codable {
        public var kind: Kind
        /// APNs' reason such as `Unregistered`, the reason of a delivery such as `no_consent`, a
        /// rule of lint, or `unknown_token`.
        public var reason: String
        public var count: Int
        /// What the difference means, and what to do about it.
        public var meaning: String
        /// The newest notifications with this difference.
        public var examples: [Example]

        public init(
            kind: Kind, reason: String, count: Int, meaning: String, examples: [Example]
        ) {
            self.kind = kind
            self.reason = reason
            self.count = count
            self.meaning = meaning
            self.examples = examples
        }
    }

    /// What the gateway does differently.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The gateway refuses the request.
        case refused
        /// The gateway accepts the request, but would not send the notification.
        case suppressed
        /// The gateway would send the same notification, but has a remark about it.
        case remark
    }

    /// One notification with a difference. It names no device.
    public struct Example: Hashable, Sendable, Codable {
        public var at: Date
        /// The notification's `apns-id`; `nil` if the refused request had none.
        public var apnsID: String?
        /// What is wrong; `nil` if the reason says everything.
        public var detail: String?

        public init(at: Date, apnsID: String?, detail: String?) {
            self.at = at
            self.apnsID = apnsID
            self.detail = detail
        }

        enum CodingKeys: String, CodingKey {
            case at, detail
            case apnsID = "apns_id"
        }
    }

    public init(
        app: String, shadow: Bool, since: Date, requests: Int, wouldSend: Int,
        differences: [Difference], isIncomplete: Bool
    ) {
        self.app = app
        self.shadow = shadow
        self.since = since
        self.requests = requests
        self.wouldSend = wouldSend
        self.differences = differences
        self.isIncomplete = isIncomplete
    }

    enum CodingKeys: String, CodingKey {
        case app, shadow, since, requests, differences
        case wouldSend = "would_send"
        case isIncomplete = "is_incomplete"
    }
}
