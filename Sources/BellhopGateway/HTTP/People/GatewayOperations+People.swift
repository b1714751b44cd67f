// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import OpenAPI

/// The operations about users, aliases and topics.
extension GatewayOperations {
    static let people: [OpenAPIOperation] = users + topicsOfApps + topicsOfInstallations

    private static let user = Parameter.path(
        "user", Schema.string, "The user, or alias:LABEL:VALUE.")
    private static let app = Parameter.query(
        "app", Schema.string, "The bundle identifier; needed if there are several apps.")
    private static let label = Parameter.path("label", Schema.string, "The label of the alias.")
    private static let topic = Parameter.path("topic", Schema.string, "The name of the topic.")
    private static let problems: [ProblemKind] = [
        .userNotFound, .appNotFound, .appNeeded, .unknownKey,
    ]

    private static let users: [OpenAPIOperation] = [
        operation(
            .get, "/v1/users/{user}", "A user of an app, with a page of the installations.",
            parameters: [user, app] + page(), response: Schema.reference("User"),
            problems: problems),
        operation(
            .delete, "/v1/users/{user}",
            "Erases a user everywhere; 202 means that erasing continues.",
            parameters: [
                user,
                .query("app", Schema.string, "The app; without it, all permitted apps."),
                .query(
                    "final", Schema.boolean, "Whether imports of the user are refused afterwards."),
            ], response: Schema.reference("Erasure"),
            otherResponses: [(202, Schema.reference("Erasure"))], problems: problems),
        operation(
            .get, "/v1/users/{user}/export", "Everything that is stored about a user.",
            parameters: [user, app], response: Schema.anyObject, problems: problems),
        operation(
            .post, "/v1/users/{user}/merge",
            "Gives a user an anonymous installation, or all data of another user.",
            parameters: [user, app], body: Body(schema: Schema.reference("NewMerge")),
            response: Schema.reference("Merge"),
            problems: problems + [
                .installationNotFound, .installationOfOtherUser, .tooManyEntries,
            ]),
        operation(
            .get, "/v1/users/{user}/consent", "The decisions of a user about topics, oldest first.",
            parameters: [user, app] + page(), response: Schema.reference("ConsentList"),
            problems: problems),
        operation(
            .put, "/v1/users/{user}/aliases/{label}", "Gives a user an alias.",
            parameters: [user, label, app], body: Body(schema: Schema.reference("NewAlias")),
            response: Schema.reference("Alias"),
            problems: problems + [.aliasTaken, .tooManyEntries]),
        operation(
            .delete, "/v1/users/{user}/aliases/{label}", "Removes an alias from a user.",
            parameters: [user, label, app], status: 204, problems: problems),
        operation(
            .put, "/v1/users/{user}/topics/{topic}",
            "Subscribes all installations of a user to a topic, or ends their subscriptions.",
            parameters: [user, topic, app], body: Body(schema: Schema.reference("TopicDecision")),
            response: Schema.reference("User"),
            problems: problems + [.topicNotFound, .tooManyEntries]),
        operation(
            .get, "/v1/erasures/{id}", "The state of an erasure, which does not name the user.",
            parameters: [.path("id", Schema.string, "The identifier of the erasure.")],
            response: Schema.reference("Erasure"), problems: [.erasureNotFound]),
    ]

    private static let topicsOfApps: [OpenAPIOperation] = [
        operation(
            .get, "/v1/apps/{bundle_id}/topics", "The topics of an app.", parameters: [bundleID],
            response: Schema.reference("TopicList"), problems: [.appNotFound]),
        operation(
            .put, "/v1/apps/{bundle_id}/topics/{topic}", "Declares a topic, or changes its title.",
            parameters: [bundleID, topic], body: Body(schema: Schema.reference("NewTopic")),
            response: Schema.reference("Topic"), problems: [.appNotFound, .tooManyEntries]),
        operation(
            .delete, "/v1/apps/{bundle_id}/topics/{topic}",
            "Deletes a topic with its subscriptions; the history stays.",
            parameters: [bundleID, topic], status: 204, problems: [.topicNotFound]),
    ]

    private static let own = "/v1/device/installations/{installation_id}/topics"

    private static let topicsOfInstallations: [OpenAPIOperation] = [
        operation(
            .get, "/v1/apps/{bundle_id}/installations",
            "All installations of an app as lines for an import, with complete device tokens.",
            parameters: [
                bundleID,
                .query(
                    "after", Schema.string, "The installation after which the export continues."),
            ], response: Schema.string, contentType: "application/x-ndjson",
            problems: [.appNotFound, .installationNotFound, .unknownKey]),
        operation(
            .put, "/v1/installations/{installation_id}/topics/{topic}",
            "Subscribes an installation to a topic, or ends the subscription.",
            parameters: [installationID, topic],
            body: Body(schema: Schema.reference("TopicDecision")),
            response: Schema.reference("TopicStateList"),
            problems: [.installationNotFound, .topicNotFound]),
        operation(
            .get, "/v1/installations/{installation_id}/consent",
            "The decisions of an installation about topics, oldest first.",
            parameters: [installationID] + page(), response: Schema.reference("ConsentList"),
            problems: [.installationNotFound, .unknownKey]),
        operation(
            .get, own, "The topics about which the calling installation has decided.",
            parameters: [installationID], response: Schema.reference("TopicStateList"),
            problems: [.installationNotFound]),
        operation(
            .put, own + "/{topic}", "Stores a decision of the calling installation.",
            parameters: [installationID, topic],
            body: Body(schema: Schema.reference("TopicDecision")),
            response: Schema.reference("TopicStateList"),
            problems: [.installationNotFound, .topicNotFound]),
    ]
}

extension OpenAPISchema {
    static let people: [(name: String, schema: JSONValue)] = users + topics

    private static let name = text(1...GatewayLimits.nameByteCountMax)

    private static let users: [(name: String, schema: JSONValue)] = [
        (
            "User",
            object([
                "user": string, "app": string,
                "aliases": ["type": "object", "additionalProperties": ["type": "string"]],
                "topics": list(of: reference("TopicState")), "first_seen?": time,
                "last_seen?": time, "installation_count": integer,
                "installations": list(of: reference("Installation")), "next?": string,
            ])
        ),
        ("NewAlias", object(["value": name], isClosed: true)),
        ("Alias", object(["user": string, "label": string, "value": string])),
        (
            "NewMerge",
            [
                "oneOf": [
                    object(["installation": name], isClosed: true),
                    object(["from": name], isClosed: true),
                ]
            ]
        ),
        (
            "Merge",
            object([
                "user": string, "app": string, "installations": integer, "aliases": integer,
                "dropped_aliases": integer,
            ])
        ),
        (
            "Erasure",
            object([
                "id": string, "apps": list(of: string),
                "state": names(ErasureResource.State.self), "rows": integer,
                "requested_at": time, "finished_at?": time,
            ])
        ),
    ]

    private static let topics: [(name: String, schema: JSONValue)] = [
        ("NewTopic", object(["title": name], isClosed: true)),
        ("Topic", object(["name": string, "title": string, "subscribed?": integer])),
        ("TopicList", object(["topics": list(of: reference("Topic"))])),
        ("TopicDecision", order(["subscribed": boolean, "note?": name], isClosed: true)),
        (
            "TopicState", object(["topic": string, "subscribed": boolean, "changed_at": time])
        ),
        ("TopicStateList", object(["topics": list(of: reference("TopicState"))])),
        (
            "ConsentList",
            object([
                "decisions": list(
                    of: object([
                        "topic": string, "subscribed": boolean, "at": time,
                        "source": names(ConsentResource.Source.self), "note?": string,
                        "user?": string, "installation?": string,
                    ])), "next?": string,
            ])
        ),
    ]
}
