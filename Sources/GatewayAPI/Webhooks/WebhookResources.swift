// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A webhook as the gateway returns it.
public struct WebhookResource: Hashable, Sendable, Codable {
    public var id: String
    /// The address to which events are sent; `nil` for the gateway's own event file.
    public var url: String?
    /// Names of events, groups, or `*`; empty for the default.
    public var events: [String]
    /// The bundle identifiers of the apps whose events are sent; empty for all apps.
    public var apps: [String]
    public var description: String?
    public var batchSize: Int
    /// Whether events are sent. They wait while the webhook is not enabled.
    public var isEnabled: Bool
    /// Why the webhook is not enabled: `gone`, `exhausted` or `person`.
    public var disabledReason: String?
    public var createdAt: Date
    /// The position of the last event that was delivered.
    public var cursor: String
    /// The number of events after the cursor, including those that the webhook does not receive.
    public var behind: Int
    /// The number of failed attempts so far to deliver the next events after ``cursor``.
    public var failedAttempts: Int
    /// The time of the next attempt; `nil` if the last one did not fail.
    public var nextAttemptAt: Date?
    /// The time since which all attempts have failed.
    public var failingSince: Date?
    public var lastSuccessAt: Date?
    /// The time until which requests are also signed with the previous secret.
    public var previousSecretUntil: Date?
    /// The secret with which requests are signed; only in the response to the request that created
    /// it.
    public var secret: String?

    public init(
        id: String, url: String?, events: [String], apps: [String], description: String?,
        batchSize: Int, isEnabled: Bool, disabledReason: String? = nil, createdAt: Date,
        cursor: String, behind: Int, failedAttempts: Int = 0, nextAttemptAt: Date? = nil,
        failingSince: Date? = nil, lastSuccessAt: Date? = nil, previousSecretUntil: Date? = nil,
        secret: String? = nil
    ) {
        self.id = id
        self.url = url
        self.events = events
        self.apps = apps
        self.description = description
        self.batchSize = batchSize
        self.isEnabled = isEnabled
        self.disabledReason = disabledReason
        self.createdAt = createdAt
        self.cursor = cursor
        self.behind = behind
        self.failedAttempts = failedAttempts
        self.nextAttemptAt = nextAttemptAt
        self.failingSince = failingSince
        self.lastSuccessAt = lastSuccessAt
        self.previousSecretUntil = previousSecretUntil
        self.secret = secret
    }

    enum CodingKeys: String, CodingKey {
        case id, url, events, apps, description, cursor, behind, secret
        case batchSize = "batch_size"
        case isEnabled = "enabled"
        case disabledReason = "disabled_reason"
        case createdAt = "created_at"
        case failedAttempts = "failed_attempts"
        case nextAttemptAt = "next_attempt_at"
        case failingSince = "failing_since"
        case lastSuccessAt = "last_success_at"
        case previousSecretUntil = "previous_secret_until"
    }
}

extension WebhookResource: CustomDebugStringConvertible, CustomReflectable {
    // Texts for people omit the secret.
    public var debugDescription: String { "webhook \(id)" }
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}

/// The response to `GET /v1/webhooks`.
public struct WebhookList: Hashable, Sendable, Codable {
    public var webhooks: [WebhookResource]

    public init(webhooks: [WebhookResource]) { self.webhooks = webhooks }
}

/// One attempt to deliver events to a webhook.
public struct WebhookAttemptResource: Hashable, Sendable, Codable {
    public var at: Date
    /// The value of the header `webhook-id`.
    public var messageID: String
    /// The number of events in the request.
    public var events: Int
    /// The status of the response; `nil` if there was none.
    public var status: Int?
    /// Why there was no response; `nil` if there was one.
    public var error: String?
    /// Whether the events were delivered.
    public var isDelivered: Bool

    public init(
        at: Date, messageID: String, events: Int, status: Int?, error: String?, isDelivered: Bool
    ) {
        self.at = at
        self.messageID = messageID
        self.events = events
        self.status = status
        self.error = error
        self.isDelivered = isDelivered
    }

    enum CodingKeys: String, CodingKey {
        case at, events, status, error
        case messageID = "message_id"
        case isDelivered = "delivered"
    }
}

/// The response to `GET /v1/webhooks/{id}/attempts`, newest first.
public struct WebhookAttemptList: Hashable, Sendable, Codable {
    public var attempts: [WebhookAttemptResource]

    public init(attempts: [WebhookAttemptResource]) { self.attempts = attempts }
}
