// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import OpenAPI

extension GatewayOperations {
    private static func id(_ what: String) -> Parameter {
        .path("id", Schema.string, "The identifier of the \(what).")
    }

    /// Repeated campaigns, triggers and events.
    static let series: [OpenAPIOperation] = [
        operation(
            .get, "/v1/series", "The repeated campaigns.",
            response: Schema.reference("SeriesList")),
        operation(
            .post, "/v1/series", "Repeats a campaign at a local time, daily, weekly or monthly.",
            parameters: [idempotencyKey] + campaignQuery,
            body: Body(schema: Schema.reference("NewSeries")), status: 201,
            response: Schema.reference("Series"),
            problems: problemsOfCampaigns + [.tooManyEntries, .idempotencyKeyReused]),
        operation(
            .get, "/v1/series/{id}", "A repeated campaign.", parameters: [id("series")],
            response: Schema.reference("Series"), problems: [.campaignNotFound]),
        operation(
            .post, "/v1/series/{id}/stop",
            "Ends a repeated campaign. Campaigns that it has created stay as they are.",
            parameters: [id("series")], response: Schema.reference("Series"),
            problems: [.campaignNotFound]),
        operation(
            .delete, "/v1/series/{id}",
            "Removes a repeated campaign. Campaigns that it has created stay as they are.",
            parameters: [id("series")], status: 204, problems: [.campaignNotFound]),
        operation(
            .get, "/v1/triggers", "The messages that are sent when events are reported.",
            response: Schema.reference("TriggerList")),
        operation(
            .post, "/v1/triggers", "Stores a message that a user gets when an event is reported.",
            parameters: [idempotencyKey], body: Body(schema: Schema.reference("NewTrigger")),
            status: 201, response: Schema.reference("Trigger"),
            problems: [
                .appNotFound, .appNeeded, .emptyMessage, .payloadTooLarge, .tooManyEntries,
                .templateNotFound, .idempotencyKeyReused,
            ]),
        operation(
            .get, "/v1/triggers/{id}", "A trigger with its message.", parameters: [id("trigger")],
            response: Schema.reference("Trigger"), problems: [.campaignNotFound]),
        operation(
            .delete, "/v1/triggers/{id}", "Deletes a trigger.", parameters: [id("trigger")],
            status: 204, problems: [.campaignNotFound]),
        operation(
            .post, "/v1/events",
            "Reports an event of a user; each trigger sends its message at most once.",
            body: Body(schema: Schema.reference("Event")), status: 202,
            response: Schema.reference("EventReport"),
            problems: [
                .appNotFound, .appNeeded, .noCredential, .idempotencyKeyReused,
            ]),
    ]
}

extension OpenAPISchema {
    private static let name = text(1...GatewayLimits.nameByteCountMax)

    static let series: [(name: String, schema: JSONValue)] = [
        (
            "NewSeries",
            order(
                [
                    "every": names(SeriesRequest.Repeat.self), "until?": string,
                    "campaign": reference("NewCampaign"),
                ], isClosed: true)
        ),
        (
            "Series",
            object([
                "id": string, "app": string, "name?": string,
                "state": names(SeriesResource.State.self),
                "every": names(SeriesRequest.Repeat.self), "next?": string, "until?": string,
                "problem?": string, "last_campaign?": string, "created_at": time,
                "ended_at?": time,
            ])
        ),
        ("SeriesList", object(["series": list(of: reference("Series"))])),
        (
            "NewTrigger",
            order(
                [
                    "app?": string, "name?": name, "event": name,
                    "message?": reference("MessageBody"), "template?": string,
                ], isClosed: true)
        ),
        (
            "Trigger",
            object([
                "id": string, "app": string, "name?": string, "event": string,
                "template?": string, "message?": anyObject, "created_at": time,
            ])
        ),
        ("TriggerList", object(["triggers": list(of: reference("Trigger"))])),
        (
            "Event",
            order(
                [
                    "id": text(1...GatewayLimits.eventIDByteCountMax), "name": name, "user": name,
                    "app?": string, "properties?": anyObject,
                ], isClosed: true)
        ),
        (
            "EventReport",
            object([
                "messages": list(
                    of: object(["trigger": string, "message?": string, "problem?": string]))
            ])
        ),
    ]
}
