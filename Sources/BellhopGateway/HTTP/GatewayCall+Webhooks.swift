// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import Hummingbird

extension GatewayCall {
    /// Handles `GET /v1/webhooks`.
    func webhooks() async throws -> Response {
        try answer(try await gateway.webhooks(within: limit))
    }

    /// Handles `POST /v1/webhooks`.
    func createWebhook() async throws -> Response {
        let request = try WebhookRequest(reading: try await body())
        return try answer(
            try await gateway.createWebhook(request, within: limit), status: .created)
    }

    /// Handles `GET /v1/webhooks/{id}`.
    func webhook() async throws -> Response {
        try answer(try await gateway.webhook(id: try parameter("id"), within: limit))
    }

    /// Handles `PUT /v1/webhooks/{id}`.
    func putWebhook() async throws -> Response {
        let request = try WebhookRequest(reading: try await body())
        return try answer(
            try await gateway.putWebhook(id: try parameter("id"), request, within: limit))
    }

    /// Handles `DELETE /v1/webhooks/{id}`.
    func deleteWebhook() async throws -> Response {
        try await gateway.deleteWebhook(id: try parameter("id"), within: limit)
        return Response(status: .noContent)
    }

    /// Handles `GET /v1/webhooks/{id}/attempts`.
    func webhookAttempts() async throws -> Response {
        try answer(try await gateway.webhookAttempts(id: try parameter("id"), within: limit))
    }

    /// Handles `POST /v1/webhooks/{id}/secret`.
    func rotateWebhookSecret() async throws -> Response {
        let rotation = try WebhookRotation(reading: try await body())
        return try answer(
            try await gateway.rotateWebhookSecret(
                id: try parameter("id"), rotation, within: limit))
    }

    /// Handles `POST /v1/webhooks/{id}/replay`.
    func replayWebhook() async throws -> Response {
        let replay = try WebhookReplay(reading: try await body())
        return try answer(
            try await gateway.replayWebhook(id: try parameter("id"), replay, within: limit))
    }

    /// Handles `POST /v1/webhooks/{id}/test`.
    func testWebhook() async throws -> Response {
        try answer(try await gateway.testWebhook(id: try parameter("id"), within: limit))
    }
}
