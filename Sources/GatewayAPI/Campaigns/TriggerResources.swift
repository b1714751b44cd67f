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
    /// The message as JSON, whose variables are the event's properties; `nil` with a template.
    public var message: [UInt8]?
    /// The template, whose variables are the event's properties; `nil` with a message.
    public var template: TemplateReference?

    public init(
        event: String, name: String? = nil, app: String? = nil, message: [UInt8]? = nil,
        template: TemplateReference? = nil
    ) {
        self.event = event
        self.name = name
        self.app = app
        self.message = message
        self.template = template
    }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["app", "name", "event", "message", "template"],
            example: #"{"event":"order_shipped","message":{"title":"Order {{order}}"}}"#)
        app = reader.node("app") == nil ? nil : try reader.bundleID("app")
        name = try reader.name("name")
        event = try reader.required("event", reader.name("event"))
        if let text = try reader.text("template") {
            guard reader.node("message") == nil else {
                throw reader.bad(
                    "template", "cannot be combined with \"message\"; keep only one of them")
            }
            template = try TemplateReference(text)
            return
        }
        let node = try reader.required("message", reader.node("message"))
        guard node.value.objectValue != nil else {
            throw reader.bad("message", "is \(node.value.typeName); send an object")
        }
        message = Array(bytes[node.range])
    }

    /// The body of a request.
    ///
    /// - Throws: ``/APNSWire/JSONSyntaxError`` if the message is not JSON.
    public var encoded: [UInt8] {
        get throws(JSONSyntaxError) {
            var object: JSONObject = ["event": .string(event)]
            if let app { object["app"] = .string(app) }
            if let name { object["name"] = .string(name) }
            if let message { object["message"] = try JSONReader.read(message).value }
            if let template { object["template"] = .string(template.description) }
            return JSONWriter.write(.object(object))
        }
    }
}

/// A message that a user gets when an event is reported.
public struct TriggerResource: Hashable, Sendable, Codable {
    public var id: String
    /// The bundle identifier of the app.
    public var app: String
    public var name: String?
    public var event: String
    /// The template, as `NAME` or `NAME@VERSION`; `nil` if the trigger has its own message.
    public var template: String?
    /// The message as it was stored; `nil` with a template, and in lists.
    public var message: JSONValue?
    public var createdAt: Date

    public init(
        id: String, app: String, name: String?, event: String, template: String?,
        message: JSONValue?, createdAt: Date
    ) {
        self.id = id
        self.app = app
        self.name = name
        self.event = event
        self.template = template
        self.message = message
        self.createdAt = createdAt
    }

    enum CodingKeys: String, CodingKey {
        case id, app, name, event, template, message
        case createdAt = "created_at"
    }
}

/// The triggers, oldest first.
public struct TriggerList: Hashable, Sendable, Codable {
    public var triggers: [TriggerResource]

    public init(triggers: [TriggerResource]) { self.triggers = triggers }
}
