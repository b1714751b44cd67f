// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSService
import APNSWire
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ControlAPI
@testable import SimulatorHost

/// Light devices in the control API.
@Suite(.timeLimit(.minutes(30)))
struct FleetControlTests {
    private func fleet(_ scene: ControlScene, _ order: String) async throws -> [FleetDevice] {
        let response = try await scene.ask(.post, "/v1/fleet", order)
        #expect(response.status == 200)
        #expect(response.headers[.contentType] == "application/x-ndjson")
        return try String(decoding: response.body, as: UTF8.self).split(separator: "\n").map {
            try ControlJSON.decode(FleetDevice.self, from: Data($0.utf8))
        }
    }

    @Test func `light devices are numbered consecutively, and the number determines the person`()
        async throws
    {
        try await ControlScene.run { scene in
            let first = try await fleet(scene, #"{"count":1201}"#)
            #expect(first.count == 1201)
            #expect(first[0].user == "user-000001")
            #expect(first[0].id == "F1EE7000-0000-4000-8000-000000000001")
            #expect(first[0].environment == .sandbox && first[0].app == "dev.bellhop.demo")
            #expect(Set(first.map(\.token)).count == 1201)
            #expect(Set(first.map(\.timeZone)).count > 30)
            let second = try await fleet(
                scene, #"{"count":2,"app":"com.example.shop","environment":"production"}"#)
            #expect(second.map(\.user) == ["user-001202", "user-001203"])
            #expect(second.allSatisfy { $0.environment == .production })
            #expect(second.allSatisfy { $0.app == "com.example.shop" })
            #expect(second[0].locale == FleetPerson(number: 1202).home.locale)
            let phones: [DeviceView] = try await scene.get("/v1/devices")
            #expect(phones.count == 1, "light devices are no phones")
            let all: FleetView = try await scene.get("/v1/fleet")
            #expect(all.count == 1203)
            #expect(all.ids == (first + second).map(\.id))
            _ = try await fleet(scene, #"{"count":4000}"#)
            let many: FleetView = try await scene.get("/v1/fleet")
            #expect(many == FleetView(count: 5203, ids: []))
        }
    }

    @Test func `a push to a light device counts as delivered`() async throws {
        try await ControlScene.run { scene in
            let device = try #require(try await fleet(scene, #"{"count":1}"#).first)
            let id = try #require(APNSID("5b2f1c3e-8d0e-4f57-9d5a-2f6f0c1f7a12"))
            let outcome = try await scene.push(
                #"{"aps":{"alert":"1"}}"#, id: id,
                to: TokenView(
                    token: device.token, bundleID: device.app, environment: device.environment,
                    family: .app))
            guard case .accepted = outcome else { return #expect(Bool(false), "\(outcome)") }
            let report: DeliveryReport = try await scene.get("/v1/deliveries/\(id.text)?wait=30")
            #expect(report.stage == .delivered)
            #expect(report.arrival == nil)
            #expect(report.deviceID == device.id)
        }
    }

    @Test func `light devices survive a restart`() async throws {
        try await ControlScene.run { scene in
            _ = try await fleet(scene, #"{"count":3}"#)
            let saved = try await scene.host.save()
            var configuration = SimulatorHost.Configuration(
                authority: scene.authority, key: scene.key)
            configuration.sandboxPort = 0
            configuration.productionPort = 0
            configuration.savedState = saved
            let next = try await SimulatorHost.start(configuration)
            var lines = Data()
            for try await part in try await next.fleet(FleetOrder(count: 1)) { lines += part }
            #expect(String(decoding: lines, as: UTF8.self).contains("\"user-000004\""))
            await next.shutdown()
        }
    }

    @Test(arguments: [
        ("{}", "\"count\" is missing"), (#"{"count":0}"#, "from 1 to 1000000"),
        (#"{"count":1000001}"#, "from 1 to 1000000"),
        (#"{"count":1,"app":"no app"}"#, "not a bundle identifier"),
        (#"{"count":1,"environment":"moon"}"#, "\"environment\""),
    ])
    func `an invalid fleet order is rejected with a problem`(order: String, part: String)
        async throws
    {
        try await ControlScene.run { scene in
            let problem = try await scene.ask(.post, "/v1/fleet", order).problem(.badRequest)
            #expect(problem.detail.contains(part), "\(problem.detail)")
        }
    }

    @Test func `the number of light devices is limited to a million`() async throws {
        try await ControlScene.run { scene in
            _ = try await fleet(scene, #"{"count":1}"#)
            let problem = try await scene.ask(.post, "/v1/fleet", #"{"count":1000000}"#)
                .problem(.tooMany)
            #expect(problem.detail.contains("the limit is 1000000"), "\(problem.detail)")
        }
    }

    @Test func `the limit of light devices can be configured`() async throws {
        var limits = ServiceLimits()
        limits.lightDeviceCountMax = 5
        try await ControlScene.run(limits: limits) { scene in
            #expect(try await fleet(scene, #"{"count":4}"#).count == 4)
            let problem = try await scene.ask(.post, "/v1/fleet", #"{"count":2}"#)
                .problem(.tooMany)
            #expect(problem.detail.contains("the limit is 5"), "\(problem.detail)")
            #expect(try await fleet(scene, #"{"count":1}"#).count == 1)
        }
    }

    @Test func `the homes of many people are distributed approximately by their shares`() {
        let count = 100_000
        var counts: [FleetPerson.Home: Int] = [:]
        for number in 1...count { counts[FleetPerson(number: number).home, default: 0] += 1 }
        let sum = FleetPerson.homes.reduce(0) { $0 + $1.share }
        for home in FleetPerson.homes {
            let expected = Double(count * home.share) / Double(sum)
            #expect(abs(Double(counts[home] ?? 0) - expected) < 20 + expected / 20, "\(home)")
            #expect(TimeZone(identifier: home.timeZone) != nil, "\(home.timeZone)")
        }
    }
}
