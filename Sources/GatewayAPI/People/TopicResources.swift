// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of `PUT /v1/apps/{bundle_id}/topics/{topic}`.
public struct TopicRequest: Hashable, Sendable, Codable {
    /// The topic's display name.
    public var title: String

    public init(title: String) { self.title = title }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(bytes, keys: ["title"], example: #"{"title":"News"}"#)
        title = try reader.required("title", reader.name("title"))
    }
}

/// A topic that an app has declared.
public struct TopicResource: Hashable, Sendable, Codable {
    public var name: String
    /// The topic's display name.
    public var title: String
    /// The number of installations that are subscribed.
    public var subscribed: Int?

    public init(name: String, title: String, subscribed: Int? = nil) {
        self.name = name
        self.title = title
        self.subscribed = subscribed
    }
}

/// The response to `GET /v1/apps/{bundle_id}/topics`.
public struct TopicList: Hashable, Sendable, Codable {
    public var topics: [TopicResource]

    public init(topics: [TopicResource]) { self.topics = topics }
}

/// The body of a request that subscribes to a topic or ends a subscription.
public struct TopicDecision: Hashable, Sendable, Codable {
    public var subscribed: Bool
    /// The evidence that the person agreed, for instance the name of a form and its version; `nil`
    /// if the request contains none.
    public var note: String?

    public init(subscribed: Bool, note: String? = nil) {
        self.subscribed = subscribed
        self.note = note
    }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["subscribed", "note"], example: #"{"subscribed":true}"#)
        subscribed = try reader.required(
            "subscribed", reader.value("subscribed", "true or false", \.boolValue))
        note = try reader.name("note")
    }
}

/// The last decision about a topic.
public struct TopicState: Hashable, Sendable, Codable {
    /// The name of the topic.
    public var topic: String
    public var subscribed: Bool
    public var changedAt: Date

    private enum CodingKeys: String, CodingKey {
        case topic, subscribed
        case changedAt = "changed_at"
    }

    public init(topic: String, subscribed: Bool, changedAt: Date) {
        self.topic = topic
        self.subscribed = subscribed
        self.changedAt = changedAt
    }
}

/// The response to `GET /v1/device/installations/{installation_id}/topics`.
public struct TopicStateList: Hashable, Sendable, Codable {
    /// The decisions of the installation. The list omits topics about which no decision was made.
    public var topics: [TopicState]

    public init(topics: [TopicState]) { self.topics = topics }
}

/// One decision about a topic, in the history of decisions.
public struct ConsentResource: Hashable, Sendable, Codable {
    /// Who reported a decision.
    public enum Source: String, Hashable, Sendable, Codable, CaseIterable {
        /// The app itself, for the person who uses it.
        case app
        /// The app's server.
        case server
        /// An import.
        case imported = "import"
        /// Another user signed in, which ends the subscriptions of the previous user.
        case otherUser = "other_user"
    }

    public var topic: String
    public var subscribed: Bool
    public var at: Date
    public var source: Source
    public var note: String?
    /// The user who was signed in.
    public var user: String?
    /// The identifier of the installation; `nil` if it was deleted.
    public var installation: String?

    public init(
        topic: String, subscribed: Bool, at: Date, source: Source, note: String?, user: String?,
        installation: String?
    ) {
        self.topic = topic
        self.subscribed = subscribed
        self.at = at
        self.source = source
        self.note = note
        self.user = user
        self.installation = installation
    }
}

/// The response to a request for the history of decisions.
public struct ConsentList: Hashable, Sendable, Codable {
    /// A page of decisions, in the order in which they were stored.
    public var decisions: [ConsentResource]
    /// The value of `after` for the next page; `nil` on the last page.
    public var next: String?

    public init(decisions: [ConsentResource], next: String?) {
        self.decisions = decisions
        self.next = next
    }
}
