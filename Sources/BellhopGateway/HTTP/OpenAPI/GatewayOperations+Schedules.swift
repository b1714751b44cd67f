// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import OpenAPI

extension GatewayOperations {
    private static let id = Parameter.path(
        "id", Schema.string, "The identifier of the campaign.")

    private static let version = Parameter.header(
        "If-Match", Schema.string,
        "The ETag of the definition; a draft that has changed since is not replaced.")

    /// The query parameters of a campaign.
    static let campaignQuery: [Parameter] =
        [
            .query(
                "audience", Schema.string,
                "all, or segment:NAME. Send the audience here, in audience_filter or in the body."),
            .query("audience_filter", Schema.string, "The filter of the audience."),
            .query(
                "channel", Schema.string,
                "The channel of a broadcast, in place of an audience; needs environment."),
            template,
        ] + messageOptions

    /// A message, or a campaign with recipients, messages, time and limits.
    static let campaignBody = Body(content: [
        (
            "application/json",
            ["anyOf": [Schema.reference("NewCampaign"), Schema.reference("MessageBody")]]
        ), ("text/plain", Schema.string),
    ])

    static let problemsOfCampaigns: [ProblemKind] = [
        .appNotFound, .noCredential, .emptyMessage, .payloadTooLarge, .appNeeded, .unknownKey,
        .badFilter, .segmentNotFound, .confirmationNeeded, .environmentNeeded,
    ]

    static let schedules: [OpenAPIOperation] = drafts + series

    private static let drafts: [OpenAPIOperation] = [
        operation(
            .post, "/v1/campaigns/preview",
            "What a campaign would do: counts, reasons, times and messages; sends nothing.",
            parameters: campaignQuery, body: campaignBody,
            response: Schema.reference("CampaignPreview"),
            problems: problemsOfCampaigns + [.filterNotIndexed]),
        operation(
            .put, "/v1/campaigns/{id}", "Replaces a draft.",
            parameters: [id, version] + campaignQuery, body: campaignBody,
            response: Schema.reference("Campaign"),
            problems: problemsOfCampaigns + [.campaignNotFound, .campaignState, .campaignChanged]),
        operation(
            .get, "/v1/campaigns/{id}/definition",
            "The request from which a campaign was made, and its messages as they are stored.",
            parameters: [id], response: Schema.reference("CampaignDefinition"),
            problems: [.campaignNotFound]),
        operation(
            .delete, "/v1/campaigns/{id}", "Deletes a draft.", parameters: [id], status: 204,
            problems: [.campaignNotFound, .campaignState]),
        operation(
            .post, "/v1/campaigns/{id}/start",
            "Starts a draft, or a scheduled campaign, at once.", parameters: [id],
            body: Body(schema: Schema.reference("CampaignStart"), isRequired: false),
            response: Schema.reference("Campaign"),
            problems: problemsOfCampaigns + [.campaignNotFound, .campaignState]),
        operation(
            .post, "/v1/campaigns/{id}/approve",
            "Approves a campaign as the second person; the body has the hash of what you reviewed.",
            parameters: [id], body: Body(schema: Schema.reference("CampaignApprovalRequest")),
            response: Schema.reference("Campaign"),
            problems: [.campaignNotFound, .campaignState, .approvalRefused]),
        operation(
            .post, "/v1/campaigns/{id}/refuse",
            "Refuses a campaign that waits for a second person; it becomes a draft again.",
            parameters: [id], body: Body(schema: Schema.reference("CampaignRefusalRequest")),
            response: Schema.reference("Campaign"),
            problems: [.campaignNotFound, .campaignState, .approvalRefused]),
        operation(
            .post, "/v1/campaigns/{id}/schedule",
            "Schedules a draft, or gives a scheduled campaign another time.", parameters: [id],
            body: Body(schema: Schema.reference("CampaignTime"), isRequired: false),
            response: Schema.reference("Campaign"),
            problems: problemsOfCampaigns + [.campaignNotFound, .campaignState]),
        operation(
            .get, "/v1/apps/{bundle_id}/policy",
            "The limits of an app's campaigns that do not state their own.",
            parameters: [bundleID], response: Schema.reference("Policy"),
            problems: [.appNotFound]),
        operation(
            .put, "/v1/apps/{bundle_id}/policy",
            "Replaces the limits of an app's campaigns that do not state their own.",
            parameters: [bundleID], body: Body(schema: Schema.reference("Policy")),
            response: Schema.reference("Policy"), problems: [.appNotFound]),
    ]
}

extension OpenAPISchema {
    private static let name = text(1...GatewayLimits.nameByteCountMax)
    private static let quietRule = names(CampaignLimits.QuietRule.self)
    private static let devices = integer(0...GatewayLimits.devicesMax)
    private static let lateZones = names(CampaignForm.LateZones.self)

    static let schedules: [(name: String, schema: JSONValue)] = drafts + series

    private static let drafts: [(name: String, schema: JSONValue)] = [
        (
            "NewCampaign",
            order(
                [
                    "name?": name, "app?": string, "audience?": string, "channel?": string,
                    "environment?": names(APNSEnvironment.self),
                    "message?": reference("MessageBody"),
                    "variants?": list(
                        of: object([
                            "name?": name, "share?": integer(1...GatewayLimits.variantShareMax),
                            "message": reference("MessageBody"),
                        ])),
                    "control_percent?": integer(0...GatewayLimits.controlPercentMax),
                    "winner?": order(
                        [
                            "test_percent": integer(GatewayLimits.testPercentRange),
                            "after_minutes": integer(1...GatewayLimits.testMinutesMax),
                        ], isClosed: true),
                    "at?": time, "local_time?": string, "default_time_zone?": name,
                    "late_zones?": lateZones, "draft?": boolean, "dry_run?": boolean,
                    "confirm_devices?": devices, "quiet_hours?": string,
                    "quiet_rule?": quietRule, "class?": name,
                    "per_day?": integer(0...GatewayLimits.notificationsPerDayMax),
                    "per_minute?": integer(0...GatewayLimits.notificationsPerMinuteMax),
                ], isClosed: true)
        ),
        (
            "CampaignTime",
            order(
                [
                    "at?": time, "local_time?": string, "default_time_zone?": name,
                    "late_zones?": lateZones, "confirm_devices?": devices,
                ], isClosed: true)
        ),
        ("CampaignStart", order(["confirm_devices?": devices], isClosed: true)),
        ("CampaignApprovalRequest", order(["hash": string], isClosed: true)),
        (
            "CampaignRefusalRequest",
            order(
                ["hash": string, "note?": text(1...GatewayLimits.refusalNoteByteCountMax)],
                isClosed: true)
        ),
        (
            "CampaignSettings",
            object([
                "name?": string, "template?": string, "starts_at?": time, "expires_at?": time,
                "local_time?": object([
                    "time": string, "default_time_zone": string, "zones": integer,
                    "first_at?": time, "last_at?": time, "ends_at?": time,
                ]),
                "variants?": list(
                    of: object([
                        "name": string, "share": integer, "totals": reference("CampaignTotals"),
                    ])), "control_percent?": integer, "quiet_hours?": string,
                "quiet_rule?": quietRule, "class?": string, "per_day?": integer,
                "per_hour?": integer, "per_minute?": integer, "test_campaign?": string,
                "series?": string,
                "winner?": object([
                    "test_percent": integer, "after_minutes": integer, "variant?": string,
                    "campaign?": string, "problem?": string,
                ]), "dry_run?": boolean, "devices?": integer,
                "approval?": object([
                    "hash": string, "by?": string, "at?": time, "authors?": list(of: string),
                ]),
                "refusal?": object(["by?": string, "at": time, "note?": string]),
            ])
        ),
        (
            "CampaignPreview",
            object([
                "app": string, "audience?": string, "channel?": string,
                "installations?": integer, "reachable?": integer,
                "reasons": list(
                    of: object(["outcome": string, "reason": string, "count": integer])),
                "moments": list(of: object(["at": time, "installations": integer])),
                "messages": list(
                    of: object(["variant": string, "share": integer, "payload?": string])),
                "settings": reference("CampaignSettings"),
            ])
        ),
        (
            "CampaignDefinition",
            object([
                "version": string, "hash": string, "query?": string, "content_type?": string,
                "body?": string,
                "messages": list(
                    of: object([
                        "variant": string, "share": integer, "locale?": string,
                        "payload?": string,
                    ])),
            ])
        ),
        (
            "CampaignTotals",
            object([
                "accepted": integer, "rejected": integer, "expired": integer,
                "suppressed": integer, "cancelled": integer, "retrying": integer,
            ])
        ),
        (
            "Policy",
            order(
                [
                    "quiet_hours?": string, "quiet_rule?": quietRule, "default_class?": name,
                    "caps?": ["type": "object", "additionalProperties": ["type": "integer"]],
                    "per_minute?": integer(1...GatewayLimits.notificationsPerMinuteMax),
                    "default_time_zone?": name, "approval_above?": devices,
                    "confirm_above?": devices,
                ], isClosed: true)
        ),
    ]
}
