// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSService
import APNSWire
import DeviceModel
import Foundation

/// The decisions without a network: the response of APNs, and the result on the phone.
enum DecisionBenchmarks {
    static let bundleID = "com.example.app"

    static func run(into table: inout Table) throws {
        try addService(to: &table)
        try addDevice(to: &table)
    }

    private static func addService(to table: inout Table) throws {
        let now = TimeSource.system.now
        var generator = SystemRandomNumberGenerator()
        let key = try ProviderKey.generate(keyID: "BENCHMARK1", teamID: "BELLHOPDEV")
        var service = PushService(tokenCheck: SignedTokenCheck())
        try service.registerKey(
            RegisteredKey(keyID: key.keyID, teamID: key.teamID, publicKey: key.publicKey))
        try service.registerApp(bundleID: bundleID, teamID: key.teamID)
        try service.registerDevice("phone")
        let token = try service.registerToken(
            deviceID: "phone", bundleID: bundleID, environment: .sandbox, now: now,
            using: &generator)
        let authorization = try ProviderToken(signedBy: key, issuedAt: now).authorizationValue
        let request = ServiceRequest(
            method: "POST", path: APNSHeader.devicePathPrefix + token.hex,
            headers: [
                .init("authorization", authorization),
                .init("apns-topic", bundleID), .init("apns-push-type", "alert"),
                .init("apns-priority", "10"),
            ], body: PayloadBenchmarks.payload.encoded)
        var connection = ConnectionState()
        table.add(
            "check a request (`PushService.handle`)",
            Measurement {
                service.handle(
                    request, connection: &connection, environment: .sandbox, now: now,
                    using: &generator
                ).status
            })
    }

    private static func addDevice(to table: inout Table) throws {
        let now = TimeSource.system.now
        let token = try DeviceToken(bytes: [UInt8](repeating: 7, count: 32))
        let app = InstalledApp(
            bundleID: bundleID, name: "Chat", authorization: .authorized, tokens: [.app: token])
        let phone = Device(id: "phone", name: "Alex's iPhone", apps: [app])
        var generator = SystemRandomNumberGenerator()
        let push = DevicePush(
            deviceToken: token, topic: Topic(bundleID), pushType: .alert, priority: .immediate,
            id: APNSID.random(using: &generator), body: PayloadBenchmarks.payload.encoded,
            acceptedAt: now)
        table.add(
            "decide what the phone shows (`Device.decide`)",
            Measurement { phone.decide(.push(push), at: now).summary.utf8.count })
        let payload = try ReadPayload(reading: push.body)
        table.add(
            "the same with a parsed payload",
            Measurement { phone.decide(push, payload, at: now).summary.utf8.count })
    }
}
