// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The body of `POST /v1/events`: something that a user has done, or that happened to a user.
public struct EventRequest: Hashable, Sendable {
    /// The identifier that the sender gave to the event, of at most
    /// ``GatewayLimits/eventIDByteCountMax`` bytes. If a report is repeated with the same
    /// identifier, no message is sent twice.
    public var id: String
    public var name: String
    public var user: String
    /// The bundle identifier, which is needed only if there are several apps.
    public var app: String?
    /// The values for the variables of messages: texts, numbers and Booleans.
    public var properties: [String: JSONValue]

    public init(
        id: String, name: String, user: String, app: String? = nil,
        properties: [String: JSONValue] = [:]
    ) {
        self.id = id
        self.name = name
        self.user = user
        self.app = app
        self.properties = properties
    }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["id", "name", "user", "app", "properties"],
            example: #"{"id":"e-1","name":"order_shipped","user":"alex"}"#)
        id = try reader.required("id", reader.name("id"))
        guard id.utf8.count <= GatewayLimits.eventIDByteCountMax else {
            throw reader.bad(
                "id", "is too long; use at most \(GatewayLimits.eventIDByteCountMax) bytes")
        }
        name = try reader.required("name", reader.name("name"))
        user = try reader.required("user", reader.name("user"))
        app = reader.node("app") == nil ? nil : try reader.bundleID("app")
        properties = [:]
        let members = try reader.members("properties")?.members ?? []
        guard members.count <= GatewayLimits.eventPropertiesMax else {
            throw reader.bad(
                "properties",
                "has \(members.count) entries; send at most \(GatewayLimits.eventPropertiesMax)")
        }
        for member in members where member.value != .null {
            guard Self.text(member.value) != nil else {
                throw reader.bad(
                    "properties",
                    "has a value that is not a text, number or Boolean; send one of these")
            }
            properties[member.key] = member.value
        }
    }

    /// The body of a request.
    public var encoded: [UInt8] {
        var object: JSONObject = [
            "id": .string(id), "name": .string(name), "user": .string(user),
        ]
        if let app { object["app"] = .string(app) }
        if !properties.isEmpty {
            object["properties"] = .object(
                JSONObject(
                    properties.sorted { $0.key < $1.key }.map {
                        .init(key: $0.key, value: $0.value)
                    }))
        }
        return JSONWriter.write(.object(object))
    }

    /// The properties as a message without a template shows them.
    public var texts: [String: String] { properties.compactMapValues(Self.text) }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let flag): flag ? "true" : "false"
        default: nil
        }
    }
}

/// The response to `POST /v1/events`.
public struct EventReport: Hashable, Sendable, Codable {
    /// What a trigger of the event has caused.
    public struct Message: Hashable, Sendable, Codable {
        /// The identifier of the trigger.
        public var trigger: String
        /// The identifier of the message; `nil` if the user has no device, or there is a problem.
        public var message: String?
        /// Why the trigger's message could not be sent; `nil` if it was sent or the user has no
        /// device.
        public var problem: String?

        public init(trigger: String, message: String?, problem: String? = nil) {
            self.trigger = trigger
            self.message = message
            self.problem = problem
        }
    }

    public var messages: [Message]

    public init(messages: [Message]) { self.messages = messages }
}
