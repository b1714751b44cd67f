// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Simulation
import Synchronization
import Testing

@testable import APNSService

/// The saved form of light devices.
@Suite(.timeLimit(.minutes(30)))
struct FleetRecordTests {
    /// A host with two apps and light devices in every state.
    private func makeHost(_ count: Int = 100) throws -> ServiceHost {
        let host = try Self.emptyHost()
        for (number, app) in ["com.example.shop", "com.example.chat"].enumerated() {
            try host.registerApp(bundleID: app, teamID: "TEAM123456")
            for environment in APNSEnvironment.allCases {
                _ = try host.registerFleet(
                    (0..<count).map { "\(number)-\(environment.rawValue)-\($0)" },
                    bundleID: app, environment: environment)
            }
        }
        var lost = LightDevice(id: "0-sandbox-1", bundleID: "com.example.shop")
        lost.end = .init(.unregistered, since: Date(timeIntervalSince1970: 1_700_000_000.125))
        _ = try host.place(lost)
        var quiet = LightDevice(id: "ü \u{1F4F1}", bundleID: "com.example.chat")
        quiet.isOnline = false
        quiet.isSavingPower = true
        _ = try host.place(quiet)
        try host.removeDevice("1-production-3")
        return host
    }

    private static func emptyHost(_ limits: ServiceLimits = ServiceLimits()) throws -> ServiceHost {
        ServiceHost(
            service: PushService(tokenCheck: NoTokenCheck(), limits: limits),
            time: VirtualClock().timeSource, generator: SeededGenerator(seed: 1))
    }

    /// Everything about the light devices, in a deterministic order.
    private func content(of host: ServiceHost) -> [String] {
        host.state.withLock { state in
            var lines: [String] = []
            state.service.registry.forEachOfFleet { device, registration in
                lines.append("\(device as Any) \(registration) \(registration.token.hex)")
            }
            return lines.sorted()
        }
    }

    @Test func `a fleet record that is written and read again is unchanged`() throws {
        let host = try makeHost()
        let saved = host.saveFleet()
        let next = try Self.emptyHost()
        try next.restore(try host.save(), fleet: saved.bytes)
        let lines = content(of: next)
        #expect(lines == content(of: host))
        #expect(lines.count == 401)
        #expect(lines.contains { $0.contains("nil") && $0.contains("1-production-3") })
        #expect(next.lightDeviceCount == host.lightDeviceCount)
        #expect(try next.save() == host.save())
    }

    @Test func `reading a fleet record a second time changes nothing`() throws {
        let host = try makeHost()
        let saved = host.saveFleet()
        let next = try Self.emptyHost()
        try next.restore(try host.save(), fleet: saved.bytes)
        let (lines, count) = (content(of: next), next.lightDeviceCount)
        try next.state.withLock { state in
            try FleetRecord.decode(saved.bytes, into: &state.service.registry)
        }
        #expect(content(of: next) == lines)
        #expect(next.lightDeviceCount == count)
        next.removeLightDevices()
        #expect(content(of: next).isEmpty)
        #expect(next.lightDeviceCount == 0)
    }

    @Test func `a fleet record with more devices than the limit is an error`() throws {
        let host = try makeHost(3)
        var limits = ServiceLimits()
        limits.lightDeviceCountMax = host.lightDeviceCount
        let (state, bytes) = (try host.save(), host.saveFleet().bytes)
        try Self.emptyHost(limits).restore(state, fleet: bytes)
        limits.lightDeviceCountMax -= 1
        #expect(throws: ServiceError.self) {
            try Self.emptyHost(limits).restore(state, fleet: bytes)
        }
    }

    @Test func `the saved state apart from the fleet record contains no light device`() throws {
        let host = try makeHost()
        let text = String(decoding: try host.save(), as: UTF8.self)
        #expect(!text.contains("sandbox-1"))
        #expect(!text.contains("production-3"))
    }

    @Test func `the fleet's revision changes only when light devices change`() throws {
        let host = try makeHost()
        let first = host.fleetRevision
        #expect(host.saveFleet().revision == first)
        try host.registerDevice("phone", isOnline: true)
        _ = try host.save()
        #expect(host.fleetRevision == first)
        try host.setOnline(false, deviceID: "0-sandbox-2")
        let second = host.fleetRevision
        #expect(second != first)
        // Placing the same device again, as when a configuration file is read again, changes
        // nothing.
        var quiet = LightDevice(id: "ü \u{1F4F1}", bundleID: "com.example.chat")
        quiet.isOnline = false
        quiet.isSavingPower = true
        _ = try host.place(quiet)
        #expect(host.fleetRevision == second)
        quiet.isOnline = true
        _ = try host.place(quiet)
        #expect(host.fleetRevision != second)
        host.removeLightDevices()
        #expect(host.fleetRevision != second)
        #expect(content(of: host).isEmpty)
    }

    @Test func `a light device takes 80 to 100 bytes in the fleet record`() throws {
        let host = try Self.emptyHost()
        try host.registerApp(bundleID: "com.example.shop", teamID: "TEAM123456")
        _ = try host.registerFleet(
            (0..<1000).map { _ in UUID().uuidString }, bundleID: "com.example.shop",
            environment: .sandbox)
        #expect((80_000..<100_000).contains(host.saveFleet().bytes.count))
    }

    @Test func `a truncated record is an error, and damaged bytes never trap`() throws {
        let host = try makeHost(3)
        let (state, bytes) = (try host.save(), host.saveFleet().bytes)
        for count in 0..<bytes.count {
            #expect(throws: FleetRecordError.self) {
                try Self.emptyHost().restore(state, fleet: Array(bytes.prefix(count)))
            }
        }
        #expect(throws: FleetRecordError.self) {
            try Self.emptyHost().restore(state, fleet: bytes + [0])
        }
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: damaged.indices, using: &generator)
                damaged[index] = UInt8.random(in: 0...255, using: &generator)
            }
            // Wrong values may be read, but nothing traps.
            try? Self.emptyHost().restore(state, fleet: damaged)
        }
    }

    @Test func `a record beyond the limit is refused`() throws {
        let host = try makeHost(3)
        var limits = ServiceLimits()
        limits.lightDeviceCountMax = 5
        #expect(throws: ServiceError.self) {
            try Self.emptyHost(limits).restore(try host.save(), fleet: host.saveFleet().bytes)
        }
    }
}
