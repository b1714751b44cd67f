// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import OpenAPI

/// Every operation of the control API. A test compares the table with the routes.
extension ControlOperations {
    static let all: [OpenAPIOperation] =
        general + devices + deliveries + service + requests + setUp + messaging

    private static let device = Parameter.path(
        "id", ["type": "string", "examples": ["booted"]],
        "The phone: its identifier, its name, or booted if there is only one.")
    private static let app = Parameter.query(
        "app", Schema.string, "The bundle identifier of an app.")
    private static let wait = Parameter.query(
        "wait", Schema.integer(0...30), "The maximum time to wait, in seconds.")
    private static let limit = Parameter.query(
        "limit", Schema.integer(1...ControlServer.pageMax),
        "The maximum number of elements; 100 by default.")
    private static let newest = Parameter.query(
        "newest", Schema.names(["true", "false"]),
        "Whether the newest matching requests are returned instead of the oldest.")

    private static let general: [OpenAPIOperation] = [
        operation(
            method: .get, path: "/health", summary: "Reports whether the simulator is running.",
            response: Schema.reference("Health")),
        operation(
            method: .get, path: "/openapi.json", summary: "Returns this document.",
            response: Schema.anyObject),
        operation(
            method: .get, path: "/problems/{code}",
            summary: "Returns the description of a "
                + "problem.",
            parameters: [.path("code", Schema.string, "The code of the problem.")],
            response: Schema.reference("ProblemKind"), problems: [.notFound]),
        operation(
            method: .get, path: "/v1/simulator",
            summary: "Returns the addresses of both environments, the key, the team and the app.",
            response: Schema.reference("Simulator")),
        operation(
            method: .post, path: "/v1/reset",
            summary: "Resets parts of the state; without a body, resets deliveries and "
                + "notifications.",
            body: Body(schema: Schema.reference("ResetOrder"), isRequired: false), status: 204),
    ]

    private static let devices: [OpenAPIOperation] = [
        operation(
            method: .get, path: "/v1/devices", summary: "Lists the phones.",
            response: Schema.list(of: Schema.reference("Device"))),
        operation(
            method: .post, path: "/v1/devices", summary: "Creates a phone.",
            body: Body(schema: Schema.reference("NewDevice")), status: 201,
            response: Schema.reference("Device"), problems: [.tooMany]),
        operation(
            method: .get, path: "/v1/devices/{id}",
            summary: "Returns one "
                + "phone.", parameters: [device],
            response: Schema.reference("Device"), problems: [.noSuchDevice]),
        operation(
            method: .delete, path: "/v1/devices/{id}",
            summary: "Erases a phone; its tokens become invalid.", parameters: [device],
            status: 204, problems: [.noSuchDevice]),
        operation(
            method: .post, path: "/v1/devices/{id}/actions",
            summary: "Performs an action as the person who uses the phone, such as tapping a "
                + "notification.", parameters: [device],
            body: Body(schema: Schema.reference("Command")),
            response: Schema.reference("ActionResult"),
            problems: [.noSuchDevice, .noSuchApp, .noSuchNotification, .noSuchActivity]),
        operation(
            method: .get, path: "/v1/devices/{id}/switches",
            summary: "Returns all settings with their values.", parameters: [device, app],
            response: Schema.list(of: Schema.reference("Switch")),
            problems: [.noSuchDevice, .noSuchApp]),
        operation(
            method: .get, path: "/v1/devices/{id}/state",
            summary: "Returns the state of a phone, from which the phone can be restored.",
            parameters: [
                device,
                .query(
                    "tokens", Schema.names(["true", "false"]),
                    "Whether the state contains the device tokens; false by default."),
            ], response: Schema.anyObject, problems: [.noSuchDevice]),
        operation(
            method: .put, path: "/v1/devices/{id}/state", summary: "Restores a saved state.",
            parameters: [device], body: Body(schema: Schema.anyObject),
            response: Schema.reference("Device"), problems: [.noSuchDevice]),
        operation(
            method: .get, path: "/v1/devices/{id}/trace",
            summary: "Lists the calls of the app's methods, newest first.", parameters: [device],
            response: Schema.list(of: Schema.reference("Callback")), problems: [.noSuchDevice]),
        operation(
            method: .get, path: "/v1/devices/{id}/token",
            summary: "Returns a device token in "
                + "full.",
            parameters: [
                device, app,
                .query(
                    "family", Schema.names(TokenFamily.self),
                    "The family of the token; app by default."),
            ], response: Schema.reference("Token"),
            problems: [.noSuchDevice, .noSuchApp, .noToken]),
    ]

    private static let deliveries: [OpenAPIOperation] = [
        operation(
            method: .get, path: "/v1/deliveries",
            summary: "Lists the notifications that were sent, newest first.", parameters: [limit],
            response: Schema.list(of: Schema.reference("Delivery"))),
        operation(
            method: .get, path: "/v1/deliveries/{id}",
            summary: "Returns one notification, after waiting for the phone's decision.",
            parameters: [.path("id", Schema.uuid, "The apns-id."), wait],
            response: Schema.reference("Delivery"), problems: [.noSuchDelivery]),
    ]

    private static let service: [OpenAPIOperation] = [
        operation(
            method: .get, path: "/v1/apns/options",
            summary: "Returns the options for the behaviour of APNs where Apple documents nothing.",
            response: Schema.reference("Options")),
        operation(
            method: .patch, path: "/v1/apns/options",
            summary: "Changes the options in the body; null removes a limit.",
            body: Body(schema: Schema.reference("Options")),
            response: Schema.reference("Options")),
        operation(
            method: .post, path: "/v1/apns/goaway", summary: "Closes the connections of senders.",
            body: Body(schema: Schema.reference("GoAwayOrder")),
            response: Schema.reference("GoAwayReport")),
        operation(
            method: .get, path: "/v1/faults", summary: "Lists the active faults.",
            response: Schema.list(of: Schema.reference("FaultInForce"))),
        operation(
            method: .post, path: "/v1/faults", summary: "Adds a fault.",
            body: Body(schema: Schema.reference("Fault")), status: 201,
            response: Schema.reference("FaultInForce")),
        operation(
            method: .delete, path: "/v1/faults", summary: "Ends all faults.", status: 204),
        operation(
            method: .delete, path: "/v1/faults/{id}", summary: "Ends a fault.",
            parameters: [.path("id", Schema.string, "The number or the name of the fault.")],
            status: 204, problems: [.notFound]),
    ]

    private static let requests: [OpenAPIOperation] = [
        operation(
            method: .get, path: "/v1/requests",
            summary: "Lists the requests of senders, oldest first; can wait for new requests.",
            parameters: [
                .query(
                    "service", Schema.names(["apns", "fcm", "web_push"]),
                    "The service; apns by default. The other services support fewer criteria.")
            ] + criteria + [wait, limit, newest],
            response: Schema.reference("RequestPage"), problems: [.notFound]),
        operation(
            method: .get, path: "/v1/requests/stream",
            summary: "Streams the requests of senders as server-sent events.", parameters: criteria,
            response: Schema.string, contentType: "text/event-stream", problems: [.tooMany]),
    ]

    private static let criteria: [Parameter] = [
        app,
        .query(
            "token", Schema.matching("^([0-9a-fA-F]{2}){1,100}$"),
            "The device token in hexadecimal digits."),
        .query("push_type", Schema.names(PushType.self), "The value of apns-push-type."),
        .query("environment", Schema.names(APNSEnvironment.self), "The environment."),
        .query(
            "status", Schema.integer(0...599), "The status of the response; 0 for no response."),
        .query("reason", Schema.string, "The reason in the response."),
        .query("apns_id", Schema.uuid, "The apns-id."),
        .query("collapse_id", Schema.string, "The value of apns-collapse-id."),
        .query(
            "after", Schema.integer(0...Int.max),
            "Matches only requests whose number is higher than this value."),
        .query(
            "count", Schema.integer(1...ControlServer.pageMax),
            "The number of requests to wait for; for a stream, the number after which it ends."),
    ]
}
