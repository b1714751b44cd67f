// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import OpenAPI

/// The operations for the simulated FCM and the simulated push service of browsers. There are no
/// separate operations for the requests to these services and for faults in the services: clients
/// use the operations for APNs and name the service in `service`.
extension ControlOperations {
    static let messaging: [OpenAPIOperation] = [
        operation(
            method: .get, path: "/v1/fcm/tokens",
            summary: "Lists the devices of the simulated FCM; tokens are shortened.",
            response: Schema.list(of: Schema.reference("FCMToken")), problems: [.notFound]),
        operation(
            method: .post, path: "/v1/fcm/tokens",
            summary: "Registers a device, and returns its whole token.",
            body: Body(schema: Schema.reference("NewFCMToken")), status: 201,
            response: Schema.reference("FCMToken"),
            problems: [.notFound, .noSuchDevice, .noSuchApp, .noToken, .tooMany]),
        operation(
            method: .delete, path: "/v1/fcm/tokens/{token}",
            summary: "Uninstalls an app, so that its token is UNREGISTERED.",
            parameters: [.path("token", Schema.string, "The token or the installation ID.")],
            status: 204, problems: [.notFound]),
        operation(
            method: .get, path: "/v1/fcm/project",
            summary: "Returns the project of the simulated "
                + "Firebase.",
            response: Schema.reference("FCMProject"), problems: [.notFound]),
        operation(
            method: .patch, path: "/v1/fcm/project",
            summary: "Uploads or removes the project's key for APNs.",
            body: Body(schema: Schema.reference("FCMProjectChange")),
            response: Schema.reference("FCMProject"), problems: [.notFound]),
        operation(
            method: .get, path: "/v1/web-push/subscriptions",
            summary: "Lists the browsers of the simulated push service.",
            response: Schema.list(of: Schema.reference("Subscription")), problems: [.notFound]),
        operation(
            method: .post, path: "/v1/web-push/subscriptions",
            summary: "Subscribes a browser, and returns its subscription.",
            body: Body(schema: Schema.reference("NewSubscription"), isRequired: false),
            status: 201, response: Schema.reference("Subscription"),
            problems: [.notFound, .tooMany]),
        operation(
            method: .delete, path: "/v1/web-push/subscriptions/{id}",
            summary: "Ends a subscription, so that its endpoint returns 410.",
            parameters: [.path("id", Schema.string, "The identifier of the subscription.")],
            status: 204, problems: [.notFound]),
    ]
}

extension OpenAPISchema {
    private static let platforms = names(["android", "ios", "web"])

    static let messaging: [(name: String, schema: JSONValue)] = [
        (
            "FCMToken",
            object([
                "name": string, "platform": platforms, "app": string, "project": string,
                "token": string, "fid?": string, "topics": list(of: string),
                "is_unregistered": boolean,
            ])
        ),
        (
            "NewFCMToken",
            object([
                "name?": string, "platform?": platforms, "app?": string, "token?": string,
                "project?": string, "topics?": list(of: string), "device?": string,
            ])
        ),
        (
            "FCMProject",
            object(["id": string, "number": string, "has_apns_key": boolean])
        ),
        ("FCMProjectChange", object(["has_apns_key?": boolean])),
        (
            "Subscription",
            object([
                "id": string, "name": string, "is_gone": boolean, "subscription?": anyObject,
            ])
        ),
        (
            "NewSubscription",
            object(["name?": string, "application_server_key?": string])
        ),
    ]
}
