// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import OpenAPI

extension GatewayOperations {
    private static let place: [Parameter] = [
        .query(
            "app", Schema.string,
            "The bundle identifier; needed only if there are several apps."),
        .query(
            "environment", Schema.names(APNSEnvironment.self),
            "The environment; a channel belongs to one environment."),
    ]
    private static let channel = Parameter.path(
        "channel", Schema.string, "The identifier of the channel, in base64.")
    private static let problemsOfChannels: [ProblemKind] = [
        .appNotFound, .appNeeded, .noCredential, .appInShadow, .environmentNeeded, .unknownKey,
        .apnsRefused, .apnsUnavailable,
    ]

    /// Broadcast channels.
    static let channels: [OpenAPIOperation] = [
        operation(
            .get, "/v1/channels", "The channels of an app, as APNs lists them.",
            parameters: place, response: Schema.reference("ChannelList"),
            problems: problemsOfChannels),
        operation(
            .post, "/v1/channels", "Creates a channel with the app's credential.",
            parameters: place,
            body: Body(schema: Schema.reference("NewChannel"), isRequired: false), status: 201,
            response: Schema.reference("Channel"), problems: problemsOfChannels),
        operation(
            .get, "/v1/channels/{channel}", "A channel with its storage policy.",
            parameters: [channel] + place, response: Schema.reference("Channel"),
            problems: problemsOfChannels + [.channelNotFound]),
        operation(
            .delete, "/v1/channels/{channel}", "Deletes a channel permanently.",
            parameters: [channel] + place, status: 204,
            problems: problemsOfChannels + [.channelNotFound]),
        operation(
            .post, "/v1/channels/{channel}/broadcasts",
            "Changes the Live Activities that follow a channel.",
            parameters: [channel] + place
                + messageOptions.filter {
                    ["priority", "expires_in"].contains($0.name)
                },
            body: Body(schema: Schema.anyObject), status: 202,
            response: Schema.reference("Broadcast"),
            problems: problemsOfChannels + [.channelNotFound, .payloadTooLarge]),
    ]
}

extension OpenAPISchema {
    private static let storage = names(ChannelStorageName.self)
    private static let environment = names(APNSEnvironment.self)

    static let channels: [(name: String, schema: JSONValue)] = [
        ("NewChannel", order(["storage?": storage], isClosed: true)),
        (
            "Channel",
            object([
                "id": string, "app": string, "environment": environment, "storage?": storage,
            ])
        ),
        ("ChannelList", object(["channels": list(of: reference("Channel"))])),
        (
            "Broadcast",
            object([
                "channel": string, "app": string, "environment": environment,
                "request_id?": string,
            ])
        ),
    ]
}
