// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import HTTPTypes

/// The routes about webhooks.
extension GatewayRoutes {
    static var webhooks: [(path: String, operations: [Operation])] {
        let webhook = "/v1/webhooks/:id"
        return [
            (
                "/v1/webhooks",
                [
                    Operation(.get, .webhooksRead) { try await $0.webhooks() },
                    Operation(.post, .webhooksWrite) { try await $0.createWebhook() },
                ]
            ),
            (
                webhook,
                [
                    Operation(.get, .webhooksRead) { try await $0.webhook() },
                    Operation(.put, .webhooksWrite) { try await $0.putWebhook() },
                    Operation(.delete, .webhooksWrite) { try await $0.deleteWebhook() },
                ]
            ),
            (
                webhook + "/attempts",
                [Operation(.get, .webhooksRead) { try await $0.webhookAttempts() }]
            ),
            (
                webhook + "/secret",
                [Operation(.post, .webhooksWrite) { try await $0.rotateWebhookSecret() }]
            ),
            (
                webhook + "/replay",
                [Operation(.post, .webhooksWrite) { try await $0.replayWebhook() }]
            ),
            (webhook + "/test", [Operation(.post, .webhooksWrite) { try await $0.testWebhook() }]),
        ]
    }
}
