// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import OpenAPI

/// The operations that prepare a test: light devices, the clock, keys and apps.
extension ControlOperations {
    static let setUp: [OpenAPIOperation] = [
        operation(
            method: .get, path: "/v1/fleet",
            summary: "Returns the number of light devices, and up to 5,000 identifiers.",
            response: Schema.reference("Fleet")),
        operation(
            method: .post, path: "/v1/fleet",
            summary: "Registers light devices; returns one line of JSON for each.",
            body: Body(schema: Schema.reference("FleetOrder")), response: Schema.string,
            contentType: "application/x-ndjson", problems: [.tooMany]),
        operation(
            method: .get, path: "/v1/clock", summary: "Returns the time of the simulator's clock.",
            response: Schema.reference("Clock")),
        operation(
            method: .post, path: "/v1/clock/advance", summary: "Moves a virtual clock forward.",
            body: Body(schema: Schema.reference("ClockAdvance")),
            response: Schema.reference("Clock")),
        operation(
            method: .get, path: "/v1/apns/keys", summary: "Lists the keys for provider tokens.",
            response: Schema.list(of: Schema.reference("SenderKey"))),
        operation(
            method: .post, path: "/v1/apns/keys", summary: "Registers a key.",
            body: Body(schema: Schema.reference("NewSenderKey")), status: 201,
            response: Schema.reference("SenderKey"), problems: [.tooMany]),
        operation(
            method: .delete, path: "/v1/apns/keys/{id}", summary: "Removes a key.",
            parameters: [.path("id", Schema.string, "The key ID.")], status: 204,
            problems: [.notFound]),
        operation(
            method: .get, path: "/v1/apns/apps",
            summary: "Lists the apps that the simulated APNs "
                + "knows.",
            response: Schema.list(of: Schema.reference("SenderApp"))),
        operation(
            method: .post, path: "/v1/apns/apps",
            summary: "Registers an app, or changes its capabilities.",
            body: Body(schema: Schema.reference("SenderApp")), status: 201,
            response: Schema.reference("SenderApp")),
    ]
}

extension OpenAPISchema {
    private static let keyEnvironments = names(["sandbox", "production", "both"])

    static let setUp: [(name: String, schema: JSONValue)] = [
        (
            "FleetOrder",
            object([
                "count": integer(1...FleetOrder.countMax), "app?": string,
                "environment?": names(APNSEnvironment.self),
            ])
        ),
        ("Fleet", object(["count": integer, "ids": list(of: string)])),
        ("Clock", object(["now": time, "is_virtual": boolean])),
        (
            "ClockAdvance",
            object(["seconds?": number(0...3_000_000_000), "until?": time])
        ),
        (
            "SenderKey",
            object([
                "key_id": string, "team_id": string, "public_key": string,
                "topics?": list(of: string), "environment": keyEnvironments,
            ])
        ),
        (
            "NewSenderKey",
            object([
                "key_id": matching("^[0-9A-Z]{10}$"), "team_id": matching("^[0-9A-Z]{10}$"),
                "public_key?": string, "p8?": string, "topics?": list(of: string),
                "environment?": keyEnvironments,
            ])
        ),
        (
            "SenderApp",
            object([
                "bundle_id": string, "team_id": matching("^[0-9A-Z]{10}$"), "push?": boolean,
                "broadcast?": boolean,
            ])
        ),
    ]
}
