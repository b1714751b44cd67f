// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import HTTPTypes
import OpenAPI

/// The operations of the gateway's API, and the OpenAPI document that describes them.
///
/// The requirements for callers are not repeated here: they are taken from ``GatewayRoutes``. A
/// test compares the operations with the routes.
enum GatewayOperations {
    typealias Parameter = OpenAPIOperation.Parameter
    typealias Body = OpenAPIOperation.Body
    typealias Schema = OpenAPISchema

    static let all: [OpenAPIOperation] =
        general + keys + apps + installations + audiences + messages + campaigns + devices
        + people
        + schedules + channels
        + templates
        + payloads
        + webhooks + audit + members
        + results

    static let document = OpenAPIDocument(
        title: "Bellhop gateway API",
        description: "Devices, messages, campaigns and results of a Bellhop gateway.",
        operations: all, schemas: Schema.gateway,
        commonProblems: [
            ProblemKind.badQuery, .hostRepeated, .hostNotAllowed, .originNotAllowed,
            .internalError, .storageUnavailable,
        ],
        securitySchemes: [
            "apiKey": [
                "type": "http", "scheme": "bearer",
                "description": "An API key; each operation lists the scopes that the key needs.",
            ],
            "apiKeyAsUser": [
                "type": "http", "scheme": "basic",
                "description": "An API key as the user name, with an empty password.",
            ],
            "clientKey": [
                "type": "http", "scheme": "bearer", "description": "The client key of an app.",
            ],
            "installationSecret": [
                "type": "apiKey", "in": "header", "name": .string(InstallationSecret.headerName),
                "description": "The secret that the installation has generated.",
            ],
        ])

    /// The document as JSON, as the gateway serves it.
    static let documentBytes = document.bytes

    /// Describes an operation of ``GatewayRoutes/table``.
    static func operation(
        _ method: OpenAPIOperation.Method, _ path: String, _ summary: String,
        parameters: [Parameter] = [], body: Body? = nil, status: Int = 200,
        response: JSONValue? = nil, contentType: String = "application/json",
        otherContentTypes: [String] = [],
        otherResponses: [(status: Int, schema: JSONValue)] = [], problems: [ProblemKind] = []
    ) -> OpenAPIOperation {
        let (security, problemsOfCallers) = access(method, path)
        let problemsOfBodies: [ProblemKind] =
            body == nil
            ? []
            : [
                .badJSON, .bodyTooLarge, .contentTypeNotSupported, .unknownKey, .badValue,
                .valueMissing,
            ]
        return OpenAPIOperation(
            method: method, path: path, summary: summary, parameters: parameters, body: body,
            status: status, response: response, contentType: contentType,
            otherContentTypes: otherContentTypes, otherResponses: otherResponses,
            problems: problems + problemsOfCallers + problemsOfBodies, security: security)
    }

    /// Returns the security requirements of a route, and the problems for callers that do not meet
    /// these requirements.
    private static func access(
        _ method: OpenAPIOperation.Method, _ path: String
    ) -> (security: JSONValue, problems: [ProblemKind]) {
        let route = path.split(separator: "/").map { part in
            part.hasPrefix("{") ? ":\(part.dropFirst().dropLast())" : String(part)
        }
        let routePath = "/" + route.joined(separator: "/")
        switch GatewayRoutes.access(to: routePath) {
        case .anybody: return ([], [])
        case .device:
            return (
                [["clientKey": [], "installationSecret": []]],
                [
                    .keyMissing, .keyUnknown, .installationSecretMissing, .installationSecretWrong,
                    .clientKeyOfOtherApp, .tooManyCalls, .tooManyRequests, .badValue,
                ]
            )
        case .key, .metrics:
            let scopes: JSONValue = .array(
                GatewayRoutes.scope(of: method.rawValue.uppercased(), routePath).map {
                    [.string($0.rawValue)]
                } ?? [])
            return (
                [.object(["apiKey": scopes]), .object(["apiKeyAsUser": scopes])],
                [
                    .keyMissing, .keyUnknown, .keyRevoked, .scopeMissing, .keyOfOtherApp, .badValue,
                    .tooManyRequests,
                ]
            )
        }
    }

    // MARK: - Parameters

    static func page(limitMax: Int = GatewayLimits.pageEntriesMax) -> [Parameter] {
        [
            .query("after", Schema.string, "The value of next or cursor in the previous page."),
            .query("limit", Schema.integer(1...limitMax), "The maximum number of entries."),
        ]
    }

    static let installationID = Parameter.path(
        "installation_id", Schema.string, "The identifier of the installation.")
    static let bundleID = Parameter.path(
        "bundle_id", Schema.string, "The bundle identifier of the app.")
    static let idempotencyKey = Parameter.header(
        "Idempotency-Key", Schema.text(1...GatewayLimits.idempotencyKeyByteCountMax),
        "A repeated request with the same key returns the result of the first one.")

    /// The query parameters for values that a message does not state.
    static let messageOptions: [Parameter] = [
        .query("app", Schema.string, "The bundle identifier; needed if there are several apps."),
        .query("push_type", Schema.names(PushType.self), "The value of apns-push-type."),
        .query("lane", Schema.names(MessageLane.self), "The lane of the message."),
        .query("priority", Schema.names(["1", "5", "10"]), "The value of apns-priority."),
        .query("collapse_id", Schema.text(1...64), "The value of apns-collapse-id."),
        .query(
            "expires_in", Schema.integer(0...GatewayLimits.lifetimeSecondsMax),
            "The lifetime in seconds; with 0, delivery is attempted only once."),
        .query("topic", Schema.string, "The value of apns-topic."),
        .query(
            "environment", Schema.names(APNSEnvironment.self),
            "The environment of an unregistered token."),
        .query("activity", Schema.string, "The Live Activity."),
        .query("attributes_type", Schema.string, "The type of the Live Activity's attributes."),
    ]

    /// The three forms of a message: a text, a form, and a payload.
    static let message = Body(content: [
        ("application/json", Schema.reference("MessageBody")),
        ("text/plain", Schema.string),
    ])
}
