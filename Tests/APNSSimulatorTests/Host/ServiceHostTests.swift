// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Foundation
import Simulation
import Testing

@testable import APNSService
@testable import APNSSimulator

/// The host without a network: the order of deliveries, time, and saving.
@Suite(.timeLimit(.minutes(30)))
struct ServiceHostTests {
    private struct Setting {
        let clock = VirtualClock()
        let host: ServiceHost
        let token: DeviceToken
        let authorization: String

        init(seed: UInt64 = 1) throws {
            host = ServiceHost(
                service: PushService(tokenCheck: SignedTokenCheck()), time: clock.timeSource,
                generator: SeededGenerator(seed: seed))
            let key = try ProviderKey.generate(keyID: "KEY0000001", teamID: "BELLHOPDEV")
            try host.registerKey(
                RegisteredKey(keyID: key.keyID, teamID: key.teamID, publicKey: key.publicKey))
            try host.registerApp(bundleID: Site.bundleID, teamID: key.teamID)
            try host.registerDevice("phone")
            token = try host.registerToken(
                deviceID: "phone", bundleID: Site.bundleID, environment: .sandbox)
            authorization = try ProviderToken(signedBy: key, issuedAt: clock.now).authorizationValue
        }

        func send(_ number: Int, _ connection: inout ConnectionState) -> ServiceResponse {
            let request = ServiceRequest(
                method: "POST", path: APNSHeader.devicePathPrefix + token.hex,
                headers: [
                    .init("authorization", authorization), .init("apns-topic", Site.bundleID),
                ],
                body: Array("{\"number\":\(number)}".utf8))
            return host.handle(request, connection: &connection, environment: .sandbox)
        }
    }

    private func numbers(_ pushes: [DevicePush]) -> [Int] {
        pushes.compactMap { (try? Payload(reading: $0.body))?.custom["number"]?.intValue }
    }

    @Test
    func `deliveries reach the link in the order of acceptance`()
        async throws
    {
        let setting = try Setting()
        let link = RecordingDeviceLink()
        var connection = ConnectionState()
        for number in 1...10 { #expect(setting.send(number, &connection).status == 200) }
        let running = Task { await setting.host.deliver(to: link) }
        for number in 11...20 { #expect(setting.send(number, &connection).status == 200) }
        #expect(numbers(await link.first(20)) == Array(1...20))
        running.cancel()
        await running.value
    }

    @Test func `stored notifications are delivered when the device connects`()
        async throws
    {
        let setting = try Setting()
        let link = RecordingDeviceLink()
        let running = Task { await setting.host.deliver(to: link) }
        var connection = ConnectionState()
        try setting.host.setOnline(false, deviceID: "phone")
        _ = setting.send(1, &connection)
        _ = setting.send(2, &connection)
        setting.clock.advance(by: .seconds(600))
        try setting.host.setOnline(true, deviceID: "phone")
        let pushes = await link.first(1)
        #expect(numbers(pushes) == [2])
        #expect(pushes.first?.wasStored == true)
        #expect(setting.host.log().last?.deliveryTime == setting.clock.now)
        running.cancel()
    }

    @Test func `with too many pending deliveries, requests get ServiceUnavailable`()
        throws
    {
        let setting = try Setting()
        var connection = ConnectionState()
        for number in 1...ServiceHost.pendingDeliveryCountMax {
            _ = setting.send(number, &connection)
        }
        let response = setting.send(0, &connection)
        #expect(response.status == 503)
        #expect(RejectionBody(response.body)?.reason == .serviceUnavailable)
    }

    @Test func `a saved host continues with the same state`() throws {
        let setting = try Setting()
        var connection = ConnectionState()
        try setting.host.setOnline(false, deviceID: "phone")
        _ = setting.send(1, &connection)
        let before = setting.host.revision
        let bytes = try setting.host.save()
        #expect(setting.host.revision == before)

        let again = try Setting(seed: 2)
        try again.host.restore(bytes)
        #expect(again.host.revision > 0)
        #expect(again.host.registration(of: setting.token)?.deviceID == "phone")
        #expect(
            try again.host.registerToken(
                deviceID: "phone", bundleID: Site.bundleID, environment: .sandbox)
                == setting.token)
        #expect(try again.host.save() == bytes)
        #expect(again.host.devices.first?.isOnline == false)
        #expect(throws: (any Error).self) { try again.host.restore(Array("{}".utf8)) }
    }

    @Test func `every accepted change increases the revision`() throws {
        let setting = try Setting()
        let host = setting.host
        let before = host.revision
        #expect(throws: ServiceError.self) { try host.setOnline(true, deviceID: "nobody") }
        #expect(host.revision == before)
        try host.deleteApp(bundleID: Site.bundleID, deviceID: "phone")
        #expect(host.revision == before + 1)
        host.reset()
        #expect(host.revision == before + 2)
        #expect(host.devices.isEmpty)
        #expect(host.apps == [Site.bundleID: "BELLHOPDEV"])
    }
}
