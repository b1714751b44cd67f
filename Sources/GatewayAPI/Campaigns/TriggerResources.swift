// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of `POST /v1/triggers`: a message that a user gets when an event is reported.
public struct TriggerRequest: Hashable, Sendable {
    /// The bundle identifier, which is needed only if there are several apps.
    public var app: String?
    public var name: String?
    /// The name of the event, such as `order_shipped`.
    public var event: String
    /// The message as JSON; its variables are the event's properties.
    public var message: [UInt8]

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["app", "name", "event", "message"],
            example: #"{"event":"order_shipped","message":{"title":"Order {{order}}"}}"#)
        app = reader.node("app") == nil ? nil : try reader.bundleID("app")
        name = try reader.name("name")
        event = try reader.required("event", reader.name("event"))
        let node = try reader.required("message", reader.node("message"))
        guard node.value.objectValue != nil else {
            throw reader.bad("message", "is \(node.value.typeName); send an object")
        }
        message = Array(bytes[node.range])
    }
}

/// A message that a user gets when an event is reported.
public struct TriggerResource: Hashable, Sendable, Codable {
    public var id: String
    public var app: String
    public var name: String?
    public var event: String
    public var createdAt: Date

    public init(id: String, app: String, name: String?, event: String, createdAt: Date) {
        self.id = id
        self.app = app
        self.name = name
        self.event = event
        self.createdAt = createdAt
    }

    enum CodingKeys: String, CodingKey {
        case id, app, name, event
        case createdAt = "created_at"
    }
}

/// The triggers.
public struct TriggerList: Hashable, Sendable, Codable {
    public var triggers: [TriggerResource]

    public init(triggers: [TriggerResource]) { self.triggers = triggers }
}

/// The body of `POST /v1/events`: something that a user has done, or that happened to a user.
public struct EventRequest: Hashable, Sendable {
    /// The identifier that the sender gave the event. Repeated reports with it have no effect.
    public var id: String
    public var name: String
    public var user: String
    /// The bundle identifier, which is needed only if there are several apps.
    public var app: String?
    /// The values for the variables of messages.
    public var properties: [String: String]

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
        for member in members {
            switch member.value {
            case .string(let text): properties[member.key] = text
            case .number(let number): properties[member.key] = number.text
            case .bool(let flag): properties[member.key] = flag ? "true" : "false"
            default:
                throw reader.bad(
                    "properties", "has a value that is no text, number or Boolean; send one")
            }
        }
    }
}

/// The response to `POST /v1/events`.
public struct EventReport: Hashable, Sendable, Codable {
    /// A message that the event has caused.
    public struct Message: Hashable, Sendable, Codable {
        public var trigger: String
        /// The identifier of the message; `nil` if the user has no device.
        public var message: String?

        public init(trigger: String, message: String?) {
            self.trigger = trigger
            self.message = message
        }
    }

    public var messages: [Message]

    public init(messages: [Message]) { self.messages = messages }
}
