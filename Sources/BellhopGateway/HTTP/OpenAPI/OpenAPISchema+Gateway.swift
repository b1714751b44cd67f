// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import OpenAPI

/// The named schemas of the gateway's API.
extension OpenAPISchema {
    static let gateway: [(name: String, schema: JSONValue)] =
        general + keys + apps + providers + installations + audiences + messages + campaigns
        + devices
        + people
        + schedules + channels
        + templates
        + payloads
        + webhooks + audit + members
        + results

    private static let name = text(1...GatewayLimits.nameByteCountMax)

    /// An object with a count for each name.
    private static let counts: JSONValue = [
        "type": "object", "additionalProperties": ["type": "integer"],
    ]

    private static let general: [(name: String, schema: JSONValue)] = [
        (
            "Problem",
            object([
                "type": string, "title": string, "status": integer(400...599), "detail": string,
                "code": names(ProblemKind.self), "instance?": string, "line?": integer,
                "column?": integer, "key_path?": string,
            ])
        ),
        (
            "Health",
            object([
                "status": names(["ok", "degraded", "down"]), "store": condition,
                "worker": condition, "sending": condition, "not_ready": list(of: string),
                "parts": list(of: reference("HealthPart")),
            ])
        ),
        (
            "HealthPart",
            object([
                "name": string, "condition": condition, "required": boolean, "detail?": string,
                "fix?": string,
            ])
        ),
        ("Liveness", object(["status": names(["ok", "down"])])),
    ]

    private static let condition = names(["ok", "starting", "held", "failing", "stopping"])

    private static let keys: [(name: String, schema: JSONValue)] = [
        (
            "NewAPIKey",
            order(
                [
                    "name": name, "scopes": list(of: names(KeyScope.self)),
                    "apps?": list(of: string),
                    "requests_per_minute?": integer(GatewayLimits.keyRequestsPerMinute),
                ], isClosed: true)
        ),
        (
            "APIKey",
            object([
                "id": string, "name": string, "scopes": list(of: names(KeyScope.self)),
                "apps": list(of: string), "created_at": time, "last_used_at?": time,
                "revoked_at?": time, "requests_per_minute?": integer, "key?": string,
            ])
        ),
        ("APIKeyList", object(["keys": list(of: reference("APIKey"))])),
    ]

    private static let apps: [(name: String, schema: JSONValue)] = [
        (
            "NewApp",
            order(
                [
                    "name": name, "user_proof?": names(["required", "off"]),
                    "receipt_percent?": integer(1...100), "denied?": names(DeniedRule.self),
                    "shadow?": boolean,
                ], isClosed: true)
        ),
        (
            "App",
            object([
                "bundle_id": string, "name": string, "credential?": reference("Credential"),
                "client_key?": string, "user_proof?": names(["required", "off"]),
                "identity_secret?": string,
                "fcm?": reference("FCMCredential"), "web_push?": reference("WebPushCredential"),
                "locked?": list(
                    of: names(["credential", "identity_secret", "fcm", "web_push"])),
                "refused?": list(
                    of: object([
                        "transport": names(PushTransport.self),
                        "environment?": names(APNSEnvironment.self), "reason": string,
                    ])),
                "receipt_percent?": integer(1...100), "denied?": names(DeniedRule.self),
                "shadow?": boolean,
            ])
        ),
        ("AppList", object(["apps": list(of: reference("App"))])),
        (
            "NewCredential",
            [
                "oneOf": [
                    object(["p8": string, "key_id": string, "team_id": string], isClosed: true),
                    order(["certificate": string, "password?": string], isClosed: true),
                ]
            ]
        ),
        (
            "Credential",
            object([
                "kind": names(CredentialKind.self), "key_id?": string, "team_id?": string,
                "fingerprint": string, "updated_at": time, "expires_at?": time,
                "environments?": list(of: names(APNSEnvironment.self)),
            ])
        ),
    ]

    private static let providers: [(name: String, schema: JSONValue)] = [
        (
            "FCMCredential",
            object([
                "project": string, "account?": string, "key_id?": string,
                "fingerprint": string, "updated_at": time,
            ])
        ),
        (
            "NewWebPushCredential",
            order(
                ["private_key?": string, "subject": string, "navigate": string],
                isClosed: true)
        ),
        (
            "WebPushCredential",
            object([
                "public_key": string, "subject": string, "navigate": string,
                "fingerprint": string, "updated_at": time,
            ])
        ),
        (
            "BrowserSubscription",
            order(
                [
                    "endpoint": string, "expirationTime?": integer,
                    "keys": object(["p256dh": string, "auth": string], isClosed: true),
                ], isClosed: true)
        ),
    ]

    private static let installations: [(name: String, schema: JSONValue)] = [
        (
            "NewInstallation",
            order(
                [
                    "app": string, "token?": string, "environment?": names(APNSEnvironment.self),
                    "user?": name, "locale?": name, "time_zone?": name, "system_version?": name,
                    "app_version?": name, "family?": names(TokenFamily.self),
                    "fcm_token?": text(20...4096), "fid?": text(22...22),
                    "web_push?": reference("BrowserSubscription"),
                ], isClosed: true)
        ),
        (
            "Installation",
            object([
                "id": string, "app": string, "user?": string, "locale?": string,
                "time_zone?": string, "system_version?": string, "app_version?": string,
                "created_at": time, "registered_at": time, "tokens": list(of: reference("Token")),
                "environment?": names(APNSEnvironment.self), "platform?": string,
                "permission?": reference("Permission"),
                "encryption_key?": reference("EncryptionKey"), "badge?": integer,
                "tags?": list(of: string), "attributes?": anyObject, "topics?": list(of: string),
            ])
        ),
        (
            "Token",
            object([
                "family": names(TokenFamily.self), "attributes_type?": string,
                "activity?": string, "environment": names(APNSEnvironment.self),
                "transport?": names(PushTransport.self), "token": string,
                "state": names(TokenState.self), "reason?": string, "registered_at?": time,
                "diagnosis?": string,
            ])
        ),
        (
            "InstallationList",
            object(["installations": list(of: reference("Installation")), "next?": string])
        ),
        (
            "ImportReport",
            object([
                "registered": integer,
                "problems": list(of: object(["line": integer, "detail": string])),
            ])
        ),
        (
            "Permission",
            object([
                "authorization": names([
                    "not-determined", "denied", "authorized", "provisional", "ephemeral",
                ]), "alert?": boolean, "sound?": boolean, "badge?": boolean,
                "critical_alert?": boolean, "time_sensitive?": boolean,
            ])
        ),
        (
            "EncryptionKey", object(["id": string, "suite": string, "public_key": string])
        ),
    ]

    private static let messages: [(name: String, schema: JSONValue)] = [
        (
            "MessageBody",
            [
                "description": "A payload with aps, or a form with these members.",
                "anyOf": [reference("MessagePayload"), reference("MessageForm")],
            ]
        ),
        (
            "MessagePayload",
            [
                "type": "object",
                "description": "A payload. All keys but aps belong to the app.",
                "properties": ["aps": anyObject], "required": ["aps"],
            ]
        ),
        (
            "MessageForm",
            [
                "type": "object", "not": ["required": ["aps"]],
                "properties": [
                    "title": string, "subtitle": string, "body": string,
                    "badge": ["type": ["integer", "string"]], "thread_id": string,
                    "category": string, "level": string,
                    "url": string, "data": anyObject, "push_type": string,
                    "lane": names(MessageLane.self), "priority": integer,
                    "collapse_id": string, "expires_in": integer, "expires_at": string,
                    "fcm": anyObject, "web_push": anyObject,
                ],
            ]
        ),
        (
            "Message",
            object([
                "id": string, "app": string, "topic": string, "push_type": string,
                "priority": integer, "created_at": time, "expires_at?": time,
                "delivery_count": integer, "states": counts,
                "deliveries": list(of: reference("Delivery")), "next?": string,
                "inferred?": list(
                    of: object(["header": string, "value": string, "because": string])),
                "receipts": counts, "carries_id": boolean,
            ])
        ),
        (
            "Delivery",
            object([
                "id": string, "message": string, "campaign?": string, "installation?": string,
                "token": string, "channel?": string,
                "environment": names(APNSEnvironment.self),
                "transport?": names(PushTransport.self), "apns_id": string,
                "state": names(DeliveryState.self), "reason?": string, "status?": integer,
                "attempts": integer, "updated_at": time, "apns_unique_id?": string,
            ])
        ),
        (
            "ReceiptList",
            object([
                "receipts": list(
                    of: object([
                        "installation": string, "event": names(Receipt.Event.self),
                        "action?": string, "at": time, "received_at": time,
                    ])), "next?": string,
            ])
        ),
    ]

    /// The channel and the result of a campaign's broadcast.
    static let broadcast = object([
        "channel": string, "environment": names(APNSEnvironment.self),
        "state": names(DeliveryState.self), "reason?": string, "status?": integer,
        "request_id?": string,
    ])

    private static let campaigns: [(name: String, schema: JSONValue)] = [
        (
            "Campaign",
            object([
                "id": string, "app": string, "audience?": string,
                "broadcast?": broadcast, "state": string, "stop_reason?": string,
                "held_reason?": string,
                "totals": object([
                    "accepted": integer, "rejected": integer, "expired": integer,
                    "suppressed": integer, "cancelled": integer, "retrying": integer,
                ]),
                "reasons": list(
                    of: object(["outcome": string, "reason": string, "count": integer])),
                "settings?": reference("CampaignSettings"),
            ])
        ),
        (
            "CampaignList",
            object([
                "campaigns": list(
                    of: object([
                        "id": string, "app": string, "state": string,
                        "lane": names(MessageLane.self), "created_at": time,
                        "finished_at?": time, "name?": string,
                        "totals?": reference("CampaignTotals"), "channel?": string,
                    ])), "next?": string,
            ])
        ),
    ]

    private static let devices: [(name: String, schema: JSONValue)] = [
        (
            "DeviceRegistration",
            order(
                [
                    "app": string, "environment": names(APNSEnvironment.self), "user?": name,
                    "user_proof?": string, "locale?": name, "time_zone?": name,
                    "platform?": string, "system_version?": name, "app_version?": name,
                    "permission?": reference("Permission"), "asks?": reference("PermissionAsks"),
                    "badge?": integer(GatewayLimits.badgeBounds),
                    "encryption_key?": reference("EncryptionKey"),
                    "tokens?": list(of: tokenName(["token": string])),
                    "ended?": list(of: tokenName([:])),
                ], isClosed: true)
        ),
        (
            "DeviceMessagePage",
            object([
                "messages": list(
                    of: object(["id": string, "payload": anyObject, "sent_at": time])),
                "cursor": string, "has_more": boolean,
            ])
        ),
        (
            "ReceiptBatch",
            object([
                "receipts": list(
                    of: object([
                        "message": string, "event": names(Receipt.Event.self), "action?": string,
                        "at": time,
                    ]))
            ])
        ),
        (
            "ReceiptReport",
            object(["accepted": integer, "ignored": integer, "sampled?": integer])
        ),
    ]

    /// The name of a device token, with further required members.
    private static func tokenName(_ members: JSONObject) -> JSONValue {
        var properties: JSONObject = [
            "family": names(TokenFamily.self), "attributes_type": string, "activity": string,
        ]
        var required: [JSONValue] = ["family"]
        for member in members.members {
            properties[member.key] = member.value
            required.append(.string(member.key))
        }
        return [
            "type": "object", "properties": .object(properties), "required": .array(required),
        ]
    }
}
