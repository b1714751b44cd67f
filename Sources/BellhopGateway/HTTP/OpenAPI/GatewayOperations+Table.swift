// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import OpenAPI

/// The table of operations.
extension GatewayOperations {
    static let general: [OpenAPIOperation] = [
        operation(.get, "/openapi.json", "This document.", response: Schema.anyObject),
        operation(
            .get, "/health",
            "Whether the gateway is ready for messages, and the condition of each of its parts.",
            response: Schema.reference("Health"),
            otherResponses: [(503, Schema.reference("Health"))]),
        operation(
            .get, "/health/ready",
            "Whether the gateway is ready for messages, and the condition of each of its parts.",
            response: Schema.reference("Health"),
            otherResponses: [(503, Schema.reference("Health"))]),
        operation(
            .get, "/health/live", "Whether the process works; restart it if not.",
            response: Schema.reference("Liveness"),
            otherResponses: [(503, Schema.reference("Liveness"))]),
        operation(
            .get, "/metrics", "The metrics, for Prometheus.", response: Schema.string,
            contentType: "text/plain"),
        operation(
            .get, "/problems/{code}", "The description of a kind of problem.",
            parameters: [.path("code", Schema.string, "The code of the problem.")],
            response: Schema.string, contentType: "text/plain", problems: [.problemNotFound]),
    ]

    static let keys: [OpenAPIOperation] = [
        operation(
            .get, "/v1/keys", "The API keys.", response: Schema.reference("APIKeyList")),
        operation(
            .post, "/v1/keys", "Creates an API key; only this response contains the whole key.",
            body: Body(schema: Schema.reference("NewAPIKey")), status: 201,
            response: Schema.reference("APIKey"), problems: [.tooManyKeys, .appNotFound]),
        operation(
            .delete, "/v1/keys/{id}", "Revokes an API key.",
            parameters: [.path("id", Schema.string, "The identifier of the API key.")],
            response: Schema.reference("APIKey"), problems: [.apiKeyNotFound]),
    ]

    static let apps: [OpenAPIOperation] = [
        operation(.get, "/v1/apps", "The apps.", response: Schema.reference("AppList")),
        operation(
            .get, "/v1/apps/{bundle_id}", "One app.", parameters: [bundleID],
            response: Schema.reference("App"), problems: [.appNotFound]),
        operation(
            .put, "/v1/apps/{bundle_id}", "Creates or changes an app.", parameters: [bundleID],
            body: Body(schema: Schema.reference("NewApp")), response: Schema.reference("App")),
        operation(
            .put, "/v1/apps/{bundle_id}/credential",
            "Sets the key that signs the app's provider tokens, or the app's certificate.",
            parameters: [bundleID], body: Body(schema: Schema.reference("NewCredential")),
            response: Schema.reference("App"), problems: [.appNotFound, .badProviderKey]),
        operation(
            .put, "/v1/apps/{bundle_id}/fcm",
            "Sets the service account for FCM: the key file that Google's console creates.",
            parameters: [bundleID], body: Body(schema: Schema.anyObject),
            response: Schema.reference("FCMCredential"),
            problems: [.appNotFound, .badProviderKey]),
        operation(
            .delete, "/v1/apps/{bundle_id}/fcm", "Deletes the service account for FCM.",
            parameters: [bundleID], status: 204, problems: [.appNotFound]),
        operation(
            .put, "/v1/apps/{bundle_id}/web-push",
            "Sets the VAPID key for Web Push; without private_key, the key is kept or created.",
            parameters: [bundleID], body: Body(schema: Schema.reference("NewWebPushCredential")),
            response: Schema.reference("WebPushCredential"),
            problems: [.appNotFound, .badProviderKey]),
        operation(
            .delete, "/v1/apps/{bundle_id}/web-push", "Deletes the VAPID key for Web Push.",
            parameters: [bundleID], status: 204, problems: [.appNotFound]),
        operation(
            .post, "/v1/apps/{bundle_id}/client-key",
            "Creates a new client key; the previous one stays valid until another one is created.",
            parameters: [bundleID], response: Schema.reference("App"), problems: [.appNotFound]),
        operation(
            .post, "/v1/apps/{bundle_id}/identity-secret",
            "Creates a new identity secret; only this response contains it.",
            parameters: [bundleID], response: Schema.reference("App"), problems: [.appNotFound]),
    ]

    static let installations: [OpenAPIOperation] = [
        operation(
            .get, "/v1/installations", "Installations, by user, by app or by a filter.",
            parameters: [
                .query("user", Schema.string, "Returns only installations of this user."),
                .query("app", Schema.string, "Returns only installations of this app."),
                .query(
                    "filter", Schema.string,
                    "Returns only installations of the app that match this audience filter."),
            ] + page(), response: Schema.reference("InstallationList"),
            problems: [.appNotFound, .appNeeded, .badFilter, .filterNotIndexed, .unknownKey]),
        operation(
            .post, "/v1/installations",
            "Registers many installations: a JSON object in each line, with its identifier in id.",
            parameters: [
                .query("dry_run", Schema.boolean, "Whether the lines are only checked.")
            ],
            body: Body(
                content: [
                    ("application/x-ndjson", Schema.string), ("application/json", Schema.anything),
                    ("application/x-www-form-urlencoded", Schema.string),
                ], isRequired: false), response: Schema.reference("ImportReport"),
            problems: [.appNotFound, .unknownKey]),
        operation(
            .get, "/v1/installations/{installation_id}", "One installation.",
            parameters: [installationID], response: Schema.reference("Installation"),
            problems: [.installationNotFound]),
        operation(
            .put, "/v1/installations/{installation_id}", "Registers an installation.",
            parameters: [installationID],
            body: Body(schema: Schema.reference("NewInstallation")),
            response: Schema.reference("Installation"),
            problems: [.appNotFound, .installationOfOtherApp]),
        operation(
            .delete, "/v1/installations/{installation_id}",
            "Deletes an installation and cancels its queued deliveries.",
            parameters: [installationID], status: 204, problems: [.installationNotFound]),
    ]

    private static let problemsOfMessages: [ProblemKind] = [
        .appNotFound, .noDevice, .noCredential, .emptyMessage, .payloadTooLarge, .appNeeded,
        .environmentNeeded, .tooManyDeliveries, .idempotencyKeyReused, .unknownKey,
        .templateNotFound,
    ]

    private static func send(
        _ path: String, to recipient: String, _ parameter: Parameter, _ problems: [ProblemKind]
    ) -> OpenAPIOperation {
        operation(
            .post, path, "Sends a message to \(recipient); the response means that it is stored.",
            parameters: [parameter, template, idempotencyKey] + messageOptions, body: message,
            status: 202,
            response: Schema.reference("Message"), problems: problemsOfMessages + problems)
    }

    static let messages: [OpenAPIOperation] = [
        send(
            "/v1/installations/{installation_id}/messages", to: "an installation", installationID,
            [.installationNotFound]),
        send(
            "/v1/users/{user}/messages", to: "all installations of a user",
            .path("user", Schema.string, "The user."), []),
        send(
            "/v1/tokens/{hex}/messages", to: "a device token",
            .path("hex", Schema.string, "The device token in hexadecimal digits."), []),
        operation(
            .get, "/v1/messages/{id}", "A message with its deliveries.",
            parameters: [messageID] + page(), response: Schema.reference("Message"),
            problems: [.messageNotFound, .unknownKey]),
        operation(
            .get, "/v1/messages/{id}/receipts", "What apps have reported about a message.",
            parameters: [messageID] + page(), response: Schema.reference("ReceiptList"),
            problems: [.messageNotFound, .unknownKey]),
        operation(
            .get, "/v1/deliveries/{id}", "One delivery.",
            parameters: [.path("id", Schema.string, "The identifier, which is the apns-id.")],
            response: Schema.reference("Delivery"), problems: [.deliveryNotFound]),
    ]

    private static let messageID = Parameter.path(
        "id", Schema.string, "The identifier of the message.")
    private static let campaignID = Parameter.path(
        "id", Schema.string, "The identifier of the campaign.")

    private static func change(_ name: String, _ summary: String) -> OpenAPIOperation {
        operation(
            .post, "/v1/campaigns/{id}/\(name)", summary, parameters: [campaignID],
            response: Schema.reference("Campaign"), problems: [.campaignNotFound, .campaignState])
    }

    static let campaigns: [OpenAPIOperation] = [
        operation(
            .post, "/v1/campaigns",
            "Creates a campaign: one message to many installations, now or at a later time.",
            parameters: [idempotencyKey] + campaignQuery, body: campaignBody, status: 202,
            response: Schema.reference("Campaign"),
            problems: problemsOfMessages + [.badFilter, .filterNotIndexed, .segmentNotFound]),
        operation(
            .get, "/v1/campaigns", "The campaigns, newest first.",
            parameters: [
                .query("app", Schema.string, "Returns only campaigns of this app.")
            ] + page(), response: Schema.reference("CampaignList"), problems: [.unknownKey]),
        operation(
            .get, "/v1/campaigns/{id}", "A campaign with its totals.", parameters: [campaignID],
            response: Schema.reference("Campaign"), problems: [.campaignNotFound]),
        operation(
            .get, "/v1/campaigns/{id}/receipts", "What apps have reported about a campaign.",
            parameters: [campaignID] + page(), response: Schema.reference("ReceiptList"),
            problems: [.campaignNotFound, .unknownKey]),
        change("pause", "Pauses a campaign."),
        change("resume", "Resumes a campaign that was paused or stopped."),
        change("cancel", "Cancels a campaign."),
    ]

    private static let own = "/v1/device/installations/{installation_id}"

    static let devices: [OpenAPIOperation] = [
        operation(
            .put, own, "Registers an installation; apps make this call themselves.",
            parameters: [installationID],
            body: Body(schema: Schema.reference("DeviceRegistration")),
            response: Schema.reference("Installation"),
            problems: [
                .installationOfOtherApp, .userProofMissing, .userProofWrong, .appNotFound,
            ]),
        operation(
            .delete, own, "Deletes the calling installation.", parameters: [installationID],
            status: 204, problems: [.installationNotFound]),
        operation(
            .get, own + "/messages",
            "The messages and campaigns of the calling installation, oldest first.",
            parameters: [installationID] + page(limitMax: GatewayLimits.inboxEntriesMax),
            response: Schema.reference("DeviceMessagePage"),
            problems: [.installationNotFound, .unknownKey]),
        operation(
            .post, own + "/receipts", "Stores receipts of the calling installation.",
            parameters: [installationID], body: Body(schema: Schema.reference("ReceiptBatch")),
            status: 202, response: Schema.reference("ReceiptReport"),
            problems: [.installationNotFound, .receiptsShed]),
    ]
}
