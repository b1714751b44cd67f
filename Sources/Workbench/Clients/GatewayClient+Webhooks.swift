// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension GatewayClient {
    /// Creates a webhook. Only the value that this method returns contains the webhook's secret.
    package func createWebhook(_ request: WebhookRequest) async throws -> WebhookResource {
        try await post("/v1/webhooks", try GatewayJSON.encode(request))
    }

    package func webhooks() async throws -> WebhookList {
        let list: WebhookList? = try await find("/v1/webhooks")
        return list ?? WebhookList(webhooks: [])
    }

    /// Returns a webhook; `nil` if its identifier is unknown to the gateway.
    package func webhook(_ id: String) async throws -> WebhookResource? {
        try await find(path(id))
    }

    /// Replaces the settings of a webhook.
    package func putWebhook(_ id: String, _ request: WebhookRequest) async throws -> WebhookResource
    {
        try await put(path(id), try GatewayJSON.encode(request))
    }

    /// Returns the newest attempts of a webhook; `nil` if its identifier is unknown.
    package func webhookAttempts(_ id: String) async throws -> WebhookAttemptList? {
        try await find(path(id) + "/attempts")
    }

    /// Makes a new secret for a webhook.
    package func rotateWebhookSecret(
        _ id: String, _ rotation: WebhookRotation
    ) async throws -> WebhookResource {
        try await post(path(id) + "/secret", try GatewayJSON.encode(rotation))
    }

    /// Sends events to a webhook again.
    ///
    /// - Parameters:
    ///   - member: `after` or `since`.
    ///   - value: a cursor or a time.
    package func replayWebhook(
        _ id: String, _ member: String, _ value: String
    ) async throws -> WebhookResource {
        try await post(path(id) + "/replay", try GatewayJSON.encode([member: value]))
    }

    /// Sends a test event to a webhook.
    package func testWebhook(_ id: String) async throws -> WebhookAttemptResource {
        try await post(path(id) + "/test", nil)
    }

    /// Deletes a webhook. Returns `false` if its identifier is unknown.
    package func deleteWebhook(_ id: String) async throws -> Bool { try await remove(path(id)) }

    private func path(_ id: String) -> String { "/v1/webhooks/\(PercentCoding.encode(id))" }
}
