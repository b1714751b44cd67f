// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import GatewayAPI
import OpenAPI

/// The operations about payloads that are being written.
extension GatewayOperations {
    static let payloads: [OpenAPIOperation] = [
        operation(
            .get, "/v1/push-types", "What APNs accepts for each push type.",
            response: Schema.reference("PushTypeList")),
        operation(
            .post, "/v1/lint",
            "The findings of lint about a payload and its headers, with fixes; sends nothing.",
            body: Body(schema: Schema.reference("PayloadDraft")),
            response: Schema.reference("PayloadReport")),
        operation(
            .post, "/v1/explain",
            "What APNs and a phone do with a payload in each given state; sends nothing.",
            body: Body(schema: Schema.reference("ExplainRequest")),
            response: Schema.reference("Explanations")),
        operation(
            .post, "/v1/test-pushes",
            "Sends one push to a device token at once, and returns the response of APNs.",
            body: Body(schema: Schema.reference("TestPush")),
            response: Schema.reference("TestPushResult"),
            problems: [
                .appNotFound, .noCredential, .appInShadow, .payloadTooLarge, .secretsLocked,
            ]),
    ]
}

extension OpenAPISchema {
    private static let header = text(0...GatewayLimits.headerByteCountMax)

    private static let headers = order(
        [
            "apns-push-type?": header, "apns-topic?": header, "apns-priority?": header,
            "apns-expiration?": header, "apns-collapse-id?": header, "apns-id?": header,
            "apns-channel-id?": header,
        ], isClosed: true)

    private static let scenario = order(
        [
            "name?": text(1...GatewayLimits.nameByteCountMax), "state?": string,
            "permission?": string, "locked?": boolean, "focus?": string,
            "focus_allows_app?": boolean, "muted?": boolean, "low_power?": boolean,
            "summary?": boolean, "previews?": string, "background_refresh?": boolean,
            "online?": boolean,
        ], isClosed: true)

    static let payloads: [(name: String, schema: JSONValue)] = [
        (
            "PushTypeList",
            object([
                "push_types": list(
                    of: object([
                        "push_type": names(PushType.self), "purpose": string,
                        "topic_suffix": string, "priorities": list(of: integer),
                        "usual_priority": integer, "byte_count_max": integer,
                        "takes_key": boolean, "token_family": names(TokenFamily.self),
                        "since?": string,
                    ]))
            ])
        ),
        (
            "PayloadDraft",
            order(["payload": string, "headers?": headers], isClosed: true)
        ),
        (
            "PayloadReport",
            object([
                "push_type": names(PushType.self), "byte_count": integer,
                "byte_count_max": integer,
                "inferred": list(
                    of: object(["header": string, "value": string, "because": string])),
                "findings": list(of: reference("PayloadFinding")),
            ])
        ),
        (
            "PayloadFinding",
            object([
                "rule": string, "severity": names(Severity.self), "detail": string,
                "remedy": string, "why": string, "key_path?": string,
                "range?": object(["from": integer, "to": integer]), "line?": integer,
                "column?": integer,
                "fix?": object([
                    "title": string,
                    "edits": list(
                        of: object(["from": integer, "to": integer, "text": string])),
                ]),
            ])
        ),
        (
            "ExplainRequest",
            order(
                ["payload": string, "headers?": headers, "scenarios": list(of: scenario)],
                isClosed: true)
        ),
        ("Explanations", object(["explanations": list(of: anyObject)])),
        (
            "TestPush",
            order(
                [
                    "app": string, "environment": names(APNSEnvironment.self), "token": string,
                    "payload": string, "headers?": headers,
                ], isClosed: true)
        ),
        (
            "TestPushResult",
            object([
                "outcome": names(TestPushResult.Outcome.self), "status?": integer,
                "reason?": string, "detail?": string, "remedy?": string, "apns_id?": string,
                "apns_unique_id?": string, "token": string, "push_type": names(PushType.self),
                "topic": string, "priority": integer, "byte_count": integer,
            ])
        ),
    ]
}
