// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

@testable import APNSService

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Bench {
    static let channelsPath = "/1/apps/\(bundleID)/channels"
    static let listPath = "/1/apps/\(bundleID)/all-channels"

    /// A request for channel management that is accepted as it is.
    func channelRequest(
        _ method: String, _ path: String = channelsPath, channel: ChannelID? = nil,
        body: String = ""
    ) -> ServiceRequest {
        var request = ServiceRequest(
            method: method, path: path,
            headers: [
                .init("authorization", authorization),
                .init("apns-request-id", "4084a6e4-9ea8-4d2a-8a49-9a344a152da7"),
            ], body: Array(body.utf8))
        request.set("apns-channel-id", channel?.text)
        return request
    }

    /// Sends to the endpoint for channel management, on a new connection.
    mutating func manage(
        _ request: ServiceRequest, environment: APNSEnvironment = .sandbox
    ) -> ServiceResponse {
        var connection = ConnectionState()
        return service.handle(
            request, connection: &connection, endpoint: .channels, environment: environment,
            now: now, using: &generator)
    }

    static func settings(_ policy: Int) -> String {
        #"{"message-storage-policy":\#(policy),"push-type":"LiveActivity"}"#
    }

    mutating func createChannel(
        _ storage: ChannelStorage = .mostRecent, environment: APNSEnvironment = .sandbox
    ) throws -> ChannelID {
        let response = manage(
            channelRequest("POST", body: Self.settings(storage.rawValue)),
            environment: environment)
        #expect(response.status == 201)
        return try #require(response.header("apns-channel-id").flatMap { ChannelID($0) })
    }

    /// A broadcast that is accepted as it is.
    func broadcast(
        _ channel: ChannelID, _ home: Int = 1, expiration: Int = 0
    ) -> ServiceRequest {
        var request = channelRequest(
            "POST", "/4/broadcasts/apps/\(Self.bundleID)", channel: channel,
            body: #"{"aps":{"event":"update","content-state":{"home":\#(home)}}}"#)
        request.set("apns-push-type", "liveactivity")
        request.set("apns-priority", "10")
        request.set("apns-expiration", "\(expiration)")
        return request
    }

    func subscription(
        _ channel: ChannelID, environment: APNSEnvironment = .sandbox
    ) -> ChannelSubscription {
        ChannelSubscription(
            bundleID: Self.bundleID, environment: environment, channelID: channel)
    }

    /// Lets the phone follow exactly these channels.
    mutating func follow(
        _ channels: [ChannelID], deviceID: String = deviceID
    ) throws -> [ServiceAction] {
        try service.setFollowed(
            Set(channels.map { subscription($0) }), by: deviceID, now: now)
    }

    var later: Int { now.wholeEpochSeconds + 3600 }
}

extension [ServiceAction] {
    /// The devices that receive broadcasts, and the content of the broadcasts.
    var broadcasts: [String] {
        compactMap {
            guard case .broadcast(let broadcast, let deviceID) = $0 else { return nil }
            let body = (try? JSONReader.read(broadcast.body))?.value.objectValue
            let aps = body?["aps"]?.objectValue
            let home = aps?["content-state"]?.objectValue?["home"]?.intValue ?? -1
            return "\(deviceID) \(home)" + (broadcast.wasStored ? " stored" : "")
        }
    }
}
