// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Something that has happened, as webhooks and the event file report it.
///
/// An event never contains the text of a message. In place of a device token, it contains only the
/// token's fingerprint.
public struct GatewayEvent: Hashable, Sendable, Codable {
    /// The identifier, which is the same whenever the event is sent.
    public var id: String
    /// The kind of event: a raw value of ``EventType``.
    public var type: String
    /// The time at which the event happened.
    public var timestamp: Date
    /// The bundle identifier of the app.
    public var app: String
    /// The facts, which depend on the type.
    public var data: JSONValue

    public init(id: String, type: String, timestamp: Date, app: String, data: JSONValue) {
        self.id = id
        self.type = type
        self.timestamp = timestamp
        self.app = app
        self.data = data
    }

    /// Creates the event at a position of the gateway's sequence of events.
    public init(position: Int64, type: String, timestamp: Date, app: String, data: JSONValue) {
        self.init(
            id: "evt_\(position)", type: type, timestamp: timestamp, app: app, data: data)
    }
}

/// The body of a request to a webhook that receives events in batches.
public struct EventBatch: Hashable, Sendable, Codable {
    /// The events of a batch.
    public struct Content: Hashable, Sendable, Codable {
        /// The events, in order.
        public var events: [GatewayEvent]
        /// The position of the last event, with which a replay can begin.
        public var cursor: String

        public init(events: [GatewayEvent], cursor: String) {
            self.events = events
            self.cursor = cursor
        }
    }

    /// Always `events`.
    public var type = "events"
    /// The time of the newest event.
    public var timestamp: Date
    public var data: Content

    public init(timestamp: Date, data: Content) {
        self.timestamp = timestamp
        self.data = data
    }
}
