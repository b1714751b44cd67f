// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire

/// A request of a sender, as it is sent.
struct ReasonRequest: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        case push
        case broadcast
        case createChannel = "create channel"
        case readChannel = "read channel"
        case deleteChannel = "delete channel"
        case listChannels = "list channels"

        var endpoint: ServiceEndpoint {
            switch self {
            case .push, .broadcast: .notifications
            case .createChannel, .readChannel, .deleteChannel, .listChannels: .channels
            }
        }

        /// The status of the response when nothing is wrong.
        var acceptedStatus: Int {
            switch self {
            case .push, .broadcast, .readChannel, .listChannels: 200
            case .createChannel: 201
            case .deleteChannel: 204
            }
        }

        /// Whether the request names a channel that exists.
        var namesChannel: Bool {
            switch self {
            case .broadcast, .readChannel, .deleteChannel: true
            case .push, .createChannel, .listChannels: false
            }
        }
    }

    var method: String
    var path: String
    var headers: [(name: String, value: String)]
    var body: [UInt8]

    /// A request that is accepted as it is.
    init(_ kind: Kind, authorization: String?, channel: String? = nil) {
        let apps = "/1/apps/\(ReasonScene.shop)"
        (method, path, body) =
            switch kind {
            case .push:
                (
                    "POST", "/3/device/\(ReasonScene.Device.alice.token)",
                    Array(#"{"aps":{"alert":"Dinner is ready"}}"#.utf8)
                )
            case .broadcast:
                (
                    "POST", "/4/broadcasts/apps/\(ReasonScene.shop)",
                    Array(#"{"aps":{"event":"update","timestamp":1,"content-state":{}}}"#.utf8)
                )
            case .createChannel:
                ("POST", apps + "/channels", Self.channelSettings)
            case .readChannel: ("GET", apps + "/channels", [])
            case .deleteChannel: ("DELETE", apps + "/channels", [])
            case .listChannels: ("GET", apps + "/all-channels", [])
            }
        headers = []
        if let authorization { headers.append(("authorization", authorization)) }
        switch kind {
        case .push:
            headers += [
                ("apns-topic", ReasonScene.shop), ("apns-push-type", "alert"),
                ("apns-priority", "10"), ("apns-expiration", "0"),
            ]
        case .broadcast:
            headers += [
                ("apns-push-type", "liveactivity"), ("apns-priority", "10"),
                ("apns-expiration", "0"),
            ]
        case .createChannel, .readChannel, .deleteChannel, .listChannels: break
        }
        if let channel { headers.append(("apns-channel-id", channel)) }
        let id = kind == .push ? "apns-id" : "apns-request-id"
        headers.append((id, Self.id))
    }

    static let id = "4084a6e4-9ea8-4d2a-8a49-9a344a152da7"
    static let channelSettings = Array(
        #"{"message-storage-policy":0,"push-type":"LiveActivity"}"#.utf8)

    /// Replaces a header, or removes it with `nil`.
    mutating func set(_ name: String, _ value: String?) {
        headers.removeAll { $0.name == name }
        if let value { headers.append((name, value)) }
    }

    func send(over client: H2Client) async throws -> H2Client.Response {
        try await client.request(
            path, method: method, headers: headers.map { ($0.name, $0.value) }, body: body)
    }
}
