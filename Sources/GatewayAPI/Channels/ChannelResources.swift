// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// Which of a channel's broadcasts APNs stores for followers that are offline.
public enum ChannelStorageName: String, Hashable, Sendable, Codable, CaseIterable {
    /// None. A channel without storage may send more broadcasts.
    case none
    /// The newest one, for at most 8 hours.
    case mostRecent = "most_recent"

    public init(_ storage: ChannelStorage) {
        self = storage == .none ? .none : .mostRecent
    }

    public var storage: ChannelStorage { self == .none ? .none : .mostRecent }
}

/// The body of `POST /v1/channels`, which may be empty.
public struct ChannelCreation: Hashable, Sendable {
    /// The storage policy, by default `most_recent`. It cannot be changed later.
    public var storage: ChannelStorageName

    public init(storage: ChannelStorageName = .mostRecent) { self.storage = storage }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        self.init()
        guard !bytes.isEmpty else { return }
        let reader = try FormReader(bytes, keys: ["storage"], example: #"{"storage":"none"}"#)
        if let storage = try reader.word("storage", ChannelStorageName.self) {
            self.storage = storage
        }
    }
}

/// A broadcast channel of an app, as APNs knows it.
public struct ChannelResource: Hashable, Sendable, Codable {
    /// The identifier that APNs chose, in base64.
    public var id: String
    /// The bundle identifier of the app.
    public var app: String
    public var environment: APNSEnvironment
    /// The storage policy; `nil` in lists, because APNs lists channels without it.
    public var storage: ChannelStorageName?

    public init(
        id: String, app: String, environment: APNSEnvironment, storage: ChannelStorageName?
    ) {
        self.id = id
        self.app = app
        self.environment = environment
        self.storage = storage
    }
}

/// All channels of an app in one environment, in APNs' order.
public struct ChannelList: Hashable, Sendable, Codable {
    public var channels: [ChannelResource]

    public init(channels: [ChannelResource]) { self.channels = channels }
}

/// A broadcast that APNs has accepted.
public struct BroadcastResource: Hashable, Sendable, Codable {
    /// The channel's identifier.
    public var channel: String
    public var app: String
    public var environment: APNSEnvironment
    /// `apns-request-id`; `nil` if the response had none.
    public var requestID: String?

    public init(
        channel: String, app: String, environment: APNSEnvironment, requestID: String?
    ) {
        self.channel = channel
        self.app = app
        self.environment = environment
        self.requestID = requestID
    }

    enum CodingKeys: String, CodingKey {
        case channel, app, environment
        case requestID = "request_id"
    }
}
