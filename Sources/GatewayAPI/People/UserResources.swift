// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The response to `GET /v1/users/{user}`: what is known about a user of one app.
public struct UserResource: Hashable, Sendable, Codable {
    public var user: String
    /// The bundle identifier of the app.
    public var app: String
    /// The values of the user's aliases, by label.
    public var aliases: [String: String]
    /// The user's decisions about topics, by the names of the topics. A topic counts as subscribed
    /// if one of the user's installations is subscribed to it.
    public var topics: [TopicState]
    /// The time at which the first of the user's installations was registered; `nil` without
    /// installations.
    public var firstSeen: Date?
    /// The time of the last registration of one of the installations.
    public var lastSeen: Date?
    /// The number of the user's installations.
    public var installationCount: Int
    /// A page of the installations, in the order of their identifiers.
    public var installations: [InstallationResource]
    /// The identifier after which the next page begins; `nil` on the last page.
    public var next: String?

    private enum CodingKeys: String, CodingKey {
        case user, app, aliases, topics
        case firstSeen = "first_seen"
        case lastSeen = "last_seen"
        case installationCount = "installation_count"
        case installations, next
    }

    public init(
        user: String, app: String, aliases: [String: String], topics: [TopicState],
        firstSeen: Date?, lastSeen: Date?, installationCount: Int,
        installations: [InstallationResource], next: String?
    ) {
        self.user = user
        self.app = app
        self.aliases = aliases
        self.topics = topics
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.installationCount = installationCount
        self.installations = installations
        self.next = next
    }
}

/// The body of `PUT /v1/users/{user}/aliases/{label}`.
public struct AliasRequest: Hashable, Sendable, Codable {
    /// The value, which belongs to one user of the app.
    public var value: String

    public init(value: String) { self.value = value }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(bytes, keys: ["value"], example: #"{"value":"4711"}"#)
        value = try reader.required("value", reader.name("value"))
    }
}

/// An alias of a user.
public struct AliasResource: Hashable, Sendable, Codable {
    public var user: String
    public var label: String
    public var value: String

    public init(user: String, label: String, value: String) {
        self.user = user
        self.label = label
        self.value = value
    }
}

/// The body of `POST /v1/users/{user}/merge`: what is assigned to the user.
public enum MergeRequest: Hashable, Sendable {
    /// An installation that belongs to nobody.
    case installation(String)
    /// Everything of another user.
    case user(String)

    /// Reads the request from a JSON body: `{"installation": "…"}` or `{"from": "…"}`.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["installation", "from"], example: #"{"from":"guest-17"}"#)
        switch (try reader.name("installation"), try reader.name("from")) {
        case (let installation?, nil): self = .installation(installation)
        case (nil, let user?): self = .user(user)
        default:
            throw Problem(
                .valueMissing,
                "the body needs either \"installation\" or \"from\"; send one of them",
                keyPath: "from")
        }
    }
}

/// The response to `POST /v1/users/{user}/merge`.
public struct MergeResource: Hashable, Sendable, Codable {
    public var user: String
    public var app: String
    /// The number of installations that were assigned to the user.
    public var installations: Int
    /// The number of aliases that were assigned to the user.
    public var aliases: Int
    /// The number of aliases that were dropped, because the user has another value for their label.
    public var droppedAliases: Int

    private enum CodingKeys: String, CodingKey {
        case user, app, installations, aliases
        case droppedAliases = "dropped_aliases"
    }

    public init(
        user: String, app: String, installations: Int, aliases: Int, droppedAliases: Int
    ) {
        self.user = user
        self.app = app
        self.installations = installations
        self.aliases = aliases
        self.droppedAliases = droppedAliases
    }
}

/// An order to erase a user, which does not name the user.
public struct ErasureResource: Hashable, Sendable, Codable {
    /// Whether some of the user's data has not been erased yet.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        case running, done
    }

    /// Identifies the order.
    public var id: String
    /// The bundle identifiers of the apps in which the user is erased.
    public var apps: [String]
    public var state: State
    /// The number of rows that were removed.
    public var rows: Int
    public var requestedAt: Date
    public var finishedAt: Date?

    private enum CodingKeys: String, CodingKey {
        case id, apps, state, rows
        case requestedAt = "requested_at"
        case finishedAt = "finished_at"
    }

    public init(
        id: String, apps: [String], state: State, rows: Int, requestedAt: Date, finishedAt: Date?
    ) {
        self.id = id
        self.apps = apps
        self.state = state
        self.rows = rows
        self.requestedAt = requestedAt
        self.finishedAt = finishedAt
    }
}
