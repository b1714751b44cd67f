// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import OpenAPI

/// The operations of lists, reports and exports.
extension GatewayOperations {
    private static let campaignID = Parameter.path(
        "id", Schema.string, "The identifier of the campaign.")

    private static func filters(_ entries: String) -> [Parameter] {
        [
            .query("app", Schema.string, "Returns only \(entries) of this app."),
            .query("user", Schema.string, "Returns only \(entries) of messages to this user."),
            .query(
                "installation", Schema.string, "Returns only \(entries) for this installation."),
            .query(
                "state", Schema.names(DeliveryState.self),
                "Returns only \(entries) with this delivery state."),
            .query("reason", Schema.string, "Returns only \(entries) with this reason."),
            .query(
                "status", OpenAPISchema.integer(100...599),
                "Returns only \(entries) with this HTTP status from APNs."),
            .query("since", Schema.time, "Returns only \(entries) since this time."),
            .query(
                "apns_unique_id", Schema.string,
                "Returns only \(entries) with this apns-unique-id, which the sandbox sends."),
        ]
    }

    static let results: [OpenAPIOperation] = [
        operation(
            .get, "/v1/messages", "The messages, newest first.",
            parameters: filters("messages") + page(), response: Schema.reference("MessageList"),
            problems: [.unknownKey]),
        operation(
            .get, "/v1/deliveries", "The deliveries of messages, newest first.",
            parameters: filters("deliveries") + page(),
            response: Schema.reference("DeliveryList"), problems: [.unknownKey]),
        operation(
            .get, "/v1/deliveries/counts",
            "How many deliveries of messages were stored over time.",
            parameters: [
                .query("app", Schema.string, "Counts only deliveries of this app."),
                .query(
                    "by", Schema.names(DeliveryCounts.Division.self),
                    "The value by which the counts are grouped; state by default."),
                .query(
                    "since", Schema.time,
                    "Counts deliveries since this time; 24 hours by default."),
            ], response: Schema.reference("DeliveryCounts"), problems: [.unknownKey]),
        operation(
            .get, "/v1/campaigns/{id}/deliveries",
            "The outcome of a campaign for each installation.",
            parameters: [
                campaignID,
                .query(
                    "outcome", Schema.names(OutcomeCode.Kind.allCases.map(\.name)),
                    "Returns only installations with this outcome."),
                .query("reason", Schema.string, "Returns only installations with this reason."),
                .query(
                    "format", Schema.names(ExportFormat.allCases.map(\.rawValue)),
                    "json for a page; jsonl or csv for all entries."),
            ] + page(), response: Schema.reference("CampaignDeliveryList"),
            otherContentTypes: ExportFormat.allCases.filter { $0 != .json }.map(\.mediaType),
            problems: [.campaignNotFound, .unknownKey]),
        operation(
            .get, "/v1/campaigns/{id}/report",
            "The progress of a campaign, with an explanation of its numbers.",
            parameters: [campaignID], response: Schema.reference("CampaignReport"),
            problems: [.campaignNotFound]),
        operation(
            .get, "/v1/apps/{bundle_id}/dead-tokens",
            "Why tokens of an app are not used any more, or may be invalid.",
            parameters: [
                bundleID,
                .query(
                    "since", Schema.time,
                    "Counts the tokens that died since this time; by default, in the last 30 days."
                ),
            ], response: Schema.reference("DeadTokenReport"),
            problems: [.appNotFound, .unknownKey]),
        operation(
            .get, "/v1/apps/{bundle_id}/shadow",
            "What the gateway would have sent for an app in shadow mode, and what differs.",
            parameters: [
                bundleID,
                .query(
                    "since", Schema.time,
                    "Counts notifications since this time; 24 hours by default."),
            ], response: Schema.reference("ShadowReport"),
            problems: [.appNotFound, .unknownKey]),
        operation(
            .get, "/v1/apps/{bundle_id}/permission-funnel",
            "How many people were asked for permission, and what they decided.",
            parameters: [bundleID], response: Schema.reference("PermissionFunnel"),
            problems: [.appNotFound]),
        operation(
            .put, "/v1/installations/{installation_id}/badge",
            "Sets the badge number that the gateway counts for an installation.",
            parameters: [installationID], body: Body(schema: Schema.reference("Badge")),
            response: Schema.reference("Installation"), problems: [.installationNotFound]),
        operation(
            .get, "/v1/installations/{installation_id}/history",
            "What happened to an installation, newest first.",
            parameters: [installationID] + page(), response: Schema.reference("History"),
            problems: [.installationNotFound, .unknownKey]),
    ]
}

extension OpenAPISchema {
    /// An object with a count for each name.
    private static let counts: JSONValue = [
        "type": "object", "additionalProperties": ["type": "integer"],
    ]

    private static let reported = object([
        "delivered": integer, "opened": integer, "action": integer, "dismissed": integer,
    ])

    private static let causes = list(
        of: object([
            "cause": string, "environment": names(APNSEnvironment.self), "count": integer,
            "meaning": string,
        ]))

    private static let deadTokens: (name: String, schema: JSONValue) = (
        "DeadTokenReport",
        object([
            "app": string, "since": time, "ended": causes, "suspect": causes,
            "days": list(of: object(["day": time, "causes": counts])), "is_incomplete": boolean,
        ])
    )

    private static let shadow: (name: String, schema: JSONValue) = (
        "ShadowReport",
        object([
            "app": string, "shadow": boolean, "since": time, "requests": integer,
            "would_send": integer, "is_incomplete": boolean,
            "differences": list(
                of: object([
                    "kind": names(ShadowReport.Kind.self), "reason": string, "count": integer,
                    "meaning": string,
                    "examples": list(
                        of: object(["at": time, "apns_id?": string, "detail?": string])),
                ])),
        ])
    )

    private static let permissionFunnel: (name: String, schema: JSONValue) = (
        "PermissionFunnel",
        object([
            "app": string, "installations": integer,
            "steps": list(
                of: object([
                    "step": names(PermissionFunnel.Step.self), "count": integer,
                    "meaning": string,
                ])),
        ])
    )

    private static let report: (name: String, schema: JSONValue) = (
        "CampaignReport",
        object([
            "campaign": string, "app": string, "state": string, "broadcast?": broadcast,
            "funnel": list(
                of: object([
                    "step": names(CampaignReport.Step.self), "count": integer,
                    "of_accepted?": ["type": "number"], "meaning": string,
                ])),
            "reasons": list(of: object(["outcome": string, "reason": string, "count": integer])),
            "variants": list(
                of: object([
                    "variant": integer, "considered": integer, "accepted": integer,
                    "reported": reported,
                ])),
            "locales": list(of: object(["value": string, "reported": reported])),
            "app_versions": list(of: object(["value": string, "reported": reported])),
            "hours": list(of: object(["hour": time, "reported": reported])),
            "actions": list(of: object(["action": string, "count": integer])),
            "stored_receipts": integer,
        ])
    )

    static let results: [(name: String, schema: JSONValue)] = [
        report, deadTokens, permissionFunnel, shadow,
        ("Badge", object(["badge": integer(GatewayLimits.badgeBounds)], isClosed: true)),
        (
            "PermissionAsks",
            order(
                [
                    "explained?": integer(0...PermissionAsks.countMax),
                    "declined?": integer(0...PermissionAsks.countMax),
                    "prompted?": integer(0...PermissionAsks.countMax),
                ], isClosed: true)
        ),
        (
            "MessageList",
            object([
                "messages": list(
                    of: object([
                        "id": string, "app": string,
                        "target_kind": names(MessageSummary.TargetKind.self), "target": string,
                        "push_type": string, "created_at": time, "states": counts,
                    ])), "next?": string,
            ])
        ),
        (
            "DeliveryList",
            object(["deliveries": list(of: reference("Delivery")), "next?": string])
        ),
        (
            "DeliveryCounts",
            object([
                "by": names(DeliveryCounts.Division.self), "since": time,
                "interval_seconds": integer,
                "counts": list(of: object(["at": time, "value": string, "count": integer])),
                "is_incomplete": boolean,
            ])
        ),
        (
            "CampaignDeliveryList",
            object([
                "deliveries": list(
                    of: object([
                        "installation?": string,
                        "outcome": names(OutcomeCode.Kind.allCases.map(\.name)),
                        "reason?": string, "variant": integer,
                    ])), "next?": string,
            ])
        ),
        (
            "History",
            object([
                "events": list(
                    of: object([
                        "at": time, "kind": names(HistoryEntry.Kind.self), "message?": string,
                        "campaign?": string, "delivery?": string, "state?": string,
                        "reason?": string, "status?": integer, "token?": string,
                        "family?": names(TokenFamily.self),
                        "environment?": names(APNSEnvironment.self),
                        "transport?": names(PushTransport.self), "event?": string,
                        "action?": string, "invalid_since?": time,
                    ])), "next?": string,
            ])
        ),
    ]
}
