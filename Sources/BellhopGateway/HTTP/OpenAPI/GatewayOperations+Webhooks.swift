// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import OpenAPI

/// The operations about webhooks.
extension GatewayOperations {
    private static let webhookID = Parameter.path(
        "id", Schema.string, "The identifier of the webhook.")
    private static let path = "/v1/webhooks/{id}"

    static let webhooks: [OpenAPIOperation] = [
        operation(
            .get, "/v1/webhooks", "The webhooks, the oldest first.",
            response: Schema.reference("WebhookList")),
        operation(
            .post, "/v1/webhooks",
            "Creates a webhook; only this response and responses to rotations contain a secret.",
            body: Body(schema: Schema.reference("NewWebhook")), status: 201,
            response: Schema.reference("Webhook"),
            problems: [.webhookURLRefused, .tooManyWebhooks, .appNotFound]),
        operation(
            .get, path, "One webhook with its state.", parameters: [webhookID],
            response: Schema.reference("Webhook"), problems: [.webhookNotFound]),
        operation(
            .put, path, "Replaces the settings of a webhook.", parameters: [webhookID],
            body: Body(schema: Schema.reference("NewWebhook")),
            response: Schema.reference("Webhook"),
            problems: [.webhookNotFound, .webhookURLRefused, .appNotFound]),
        operation(
            .delete, path, "Deletes a webhook.", parameters: [webhookID], status: 204,
            problems: [.webhookNotFound]),
        operation(
            .get, path + "/attempts", "The newest attempts to send events, newest first.",
            parameters: [webhookID], response: Schema.reference("WebhookAttemptList"),
            problems: [.webhookNotFound]),
        operation(
            .post, path + "/secret",
            "Makes a new secret; requests are also signed with the previous one for some time.",
            parameters: [webhookID],
            body: Body(schema: Schema.reference("WebhookRotation"), isRequired: false),
            response: Schema.reference("Webhook"), problems: [.webhookNotFound]),
        operation(
            .post, path + "/replay", "Sends events again, after a cursor or since a time.",
            parameters: [webhookID], body: Body(schema: Schema.reference("WebhookReplay")),
            response: Schema.reference("Webhook"), problems: [.webhookNotFound]),
        operation(
            .post, path + "/test", "Sends a test event at once, and returns the result.",
            parameters: [webhookID], response: Schema.reference("WebhookAttempt"),
            problems: [.webhookNotFound]),
    ]
}

extension OpenAPISchema {
    private static let eventFilters = list(of: string)

    static let webhooks: [(name: String, schema: JSONValue)] = [
        (
            "NewWebhook",
            order(
                [
                    "url": text(1...2_048), "events?": eventFilters, "apps?": list(of: string),
                    "description?": text(1...GatewayLimits.nameByteCountMax),
                    "batch_size?": integer(1...GatewayLimits.webhookBatchMax),
                    "enabled?": boolean,
                ], isClosed: true)
        ),
        (
            "Webhook",
            object([
                "id": string, "url?": string, "events": eventFilters, "apps": list(of: string),
                "description?": string, "batch_size": integer, "enabled": boolean,
                "disabled_reason?": names(["gone", "exhausted", "person"]), "created_at": time,
                "cursor": string, "behind": integer, "failed_attempts": integer,
                "next_attempt_at?": time, "failing_since?": time, "last_success_at?": time,
                "previous_secret_until?": time, "secret?": string,
            ])
        ),
        ("WebhookList", object(["webhooks": list(of: reference("Webhook"))])),
        (
            "WebhookRotation",
            order(
                [
                    "overlap_seconds?": integer(0...GatewayLimits.webhookOverlapSecondsMax)
                ], isClosed: true)
        ),
        (
            "WebhookReplay",
            [
                "oneOf": [
                    object(["after": string], isClosed: true),
                    object(["since": time], isClosed: true),
                ]
            ]
        ),
        (
            "WebhookAttempt",
            object([
                "at": time, "message_id": string, "events": integer, "status?": integer,
                "error?": string, "delivered": boolean,
            ])
        ),
        ("WebhookAttemptList", object(["attempts": list(of: reference("WebhookAttempt"))])),
    ]
}
