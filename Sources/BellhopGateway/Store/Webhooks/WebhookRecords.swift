// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import GatewayModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A webhook in the database, without its secrets.
struct StoredWebhook: Sendable {
    let number: Int64
    let id: String
    /// `nil` for the gateway's own event file.
    let url: String?
    let description: String?
    let filter: EventFilter
    let apps: AppLimit
    let batchSize: Int
    let isEnabled: Bool
    let disabledReason: WebhookPolicy.DisableReason?
    let createdAt: Date
    /// The position of the last event that was delivered.
    let position: Int64
    /// The position of the newest event.
    let newest: Int64
    let attempts: Int
    let dueAt: Date?
    let failingSince: Date?
    let lastSuccessAt: Date?
    let previousSecretUntil: Date?
}

/// Events that one gateway is to deliver to one webhook.
struct ClaimedEvents: Sendable {
    let webhook: Int64
    let fence: Int64
    /// The value of `webhook-id`, which is the same for all attempts with the same events.
    let messageID: String
    /// The address; `nil` for the gateway's own event file.
    let url: String?
    /// The secrets with which the request is signed, the newest first; empty if they cannot be
    /// opened, and for the file.
    let secrets: [WebhookSecret]
    /// Whether the request contains a batch of events rather than a single event.
    let isBatch: Bool
    let events: [GatewayEvent]
    /// The position of the last event.
    let last: Int64
    /// The number of this attempt, from 1.
    let attempt: Int
}

/// What happened to claimed events, and the step that follows.
struct WebhookRecord: Sendable {
    let events: ClaimedEvents
    let outcome: WebhookPolicy.Outcome
    let step: WebhookPolicy.Step
}

/// The result of looking for events to deliver.
struct EventClaim: Sendable {
    var claimed: [ClaimedEvents] = []
    /// Whether there may be more events that could be claimed at once.
    var hasMore = false
}
