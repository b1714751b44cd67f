// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceSimulator

/// A link that assigns consecutive tokens and records its calls.
actor RecordingPushLink: PushLink {
    enum Call: Hashable {
        case register(String, TokenFamily, APNSEnvironment)
        case registerInstance(TokenFamily, String)
        case unregister(String)
        case online(Bool)
        case revoke(Int)
        case allowed(String, Bool)
        case follow([String])
    }

    struct Refused: Error, CustomStringConvertible {
        let description = "the simulated APNs is not running; start it"
    }

    private(set) var calls: [Call] = []
    private var isRefusing = false
    private var tokenCount: UInt8 = 0

    func refuse(_ isRefusing: Bool) { self.isRefusing = isRefusing }

    func registerToken(
        deviceID: String, bundleID: String, environment: APNSEnvironment, family: TokenFamily,
        instance: String
    ) async throws -> DeviceToken {
        calls.append(.register(bundleID, family, environment))
        if !instance.isEmpty { calls.append(.registerInstance(family, instance)) }
        if isRefusing { throw Refused() }
        tokenCount += 1
        return try DeviceToken(bytes: [UInt8](repeating: tokenCount, count: 32))
    }

    func unregister(deviceID: String, bundleID: String) async throws {
        calls.append(.unregister(bundleID))
        if isRefusing { throw Refused() }
    }

    func setOnline(deviceID: String, _ isOnline: Bool) async throws {
        calls.append(.online(isOnline))
    }

    func follow(_ channels: [ChannelSubscription], deviceID: String) async throws {
        calls.append(.follow(channels.map(\.channelID.text)))
        if isRefusing { throw Refused() }
    }

    func revoke(_ tokens: [DeviceToken], because end: TokenEnd) async throws {
        calls.append(.revoke(tokens.count))
    }

    func setNotificationsAllowed(
        deviceID: String, bundleID: String, _ isAllowed: Bool
    ) async throws {
        calls.append(.allowed(bundleID, isAllowed))
    }
}
