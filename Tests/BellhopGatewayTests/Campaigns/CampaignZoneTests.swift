// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// Campaigns at a local time on both databases, sent by nodes in virtual time.
@Suite(.timeLimit(.minutes(30))) struct CampaignZoneTests {
    private static let isLong = ProcessInfo.processInfo.environment["BELLHOP_LONG"] != nil
    /// Zones with unusual offsets and changes; with `BELLHOP_LONG`, all zones.
    private static let zones: [String] =
        isLong
        ? TimeZones.names
        : [
            "Africa/Casablanca", "Africa/Cairo", "America/Adak", "America/Los_Angeles",
            "America/New_York", "America/Nuuk", "America/St_Johns", "America/Sao_Paulo",
            "Asia/Gaza", "Asia/Kathmandu", "Asia/Kolkata", "Asia/Tokyo", "Australia/Eucla",
            "Australia/Lord_Howe", "Australia/Sydney", "Europe/Berlin", "Europe/London",
            "Pacific/Apia", "Pacific/Chatham", "Pacific/Kiritimati", "Pacific/Marquesas",
            "Pacific/Pago_Pago", "UTC",
        ]

    private func register(
        _ number: Int, _ zone: String?, _ scene: CampaignInboxScene
    ) async throws {
        let token = Array("a token of number \(number)".utf8)
        _ = try await scene.store.register(
            Registration(
                installationID: "z\(number)", bundleID: CampaignInboxScene.app,
                token: DeviceToken(bytes: token), environment: .production, timeZone: zone),
            now: scene.clock.now)
    }

    /// Returns the number in each installation's name, by the number of its row.
    private func numbers(_ scene: CampaignInboxScene) async throws -> [Int64: Int] {
        try await scene.store.read { db in
            var numbers: [Int64: Int] = [:]
            for row in try await db.rows("SELECT no, id FROM installation WHERE id LIKE 'z%'") {
                let id: String = try row.value("id")
                numbers[try row.value("no")] = Int(id.dropFirst())
            }
            return numbers
        }
    }

    private func start(
        _ wall: WallTime, _ text: String, _ campaigns: SQLCampaignStore,
        _ scene: CampaignInboxScene
    ) async throws -> LocalSchedule {
        var form = CampaignForm()
        form.localTime = text
        form.lateZones = .sendNow
        let timing = try CampaignTiming(
            form, policyZone: "Asia/Tokyo",
            used: try await campaigns.zones(ofApp: CampaignInboxScene.app), now: scene.clock.now)
        let schedule = try #require(timing.schedule)
        var new = NewCampaign(
            id: text, bundleID: CampaignInboxScene.app, key: CampaignKey(tag: 77, mix: 7),
            deadline: DatabaseTime(milliseconds: (wall.seconds + 2 * 86_400) * 1000),
            dueTimes: [])
        new.schedule = schedule
        guard case .created = try await campaigns.create(new) else { throw NoCampaign() }
        return schedule
    }

    /// Tests the guarantee about local times with pages from the database.
    @Test(
        arguments: CampaignInboxScene.Base.allCases,
        isLong
            ? [
                "2026-03-08T02:30", "2026-03-29T02:30", "2026-04-05T02:15", "2026-10-25T02:30",
                "2026-12-24T09:00",
            ] : ["2026-03-29T02:30", "2026-04-05T01:45"])
    func `every device gets a campaign once, within a minute after its local time`(
        base: CampaignInboxScene.Base, text: String
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            let wall = try #require(WallTime(text))
            let begin = (wall.seconds - 20 * 3600) * 1000
            scene.clock.advance(
                by: .milliseconds(begin - scene.clock.now.storedMilliseconds))
            for (number, zone) in Self.zones.enumerated() {
                try await register(number, zone, scene)
            }
            try await register(1000, nil, scene)
            try await register(1001, "Atlantis/Center", scene)
            let campaigns = SQLCampaignStore(
                scene.store, time: scene.clock.timeSource, numbersPerUnit: 10)
            let schedule = try await start(wall, text, campaigns, scene)
            // Installations without a known zone get the campaign at Tokyo's time.
            #expect(schedule.fallbackDueAt == schedule.dueAt("Asia/Tokyo"))
            var driver = CampaignDriver(campaigns, scene.clock)
            try await driver.run(for: .seconds(48 * 3600))
            let numbers = try await numbers(scene)
            var times: [Int: [Int64]] = [:]
            for one in driver.sent {
                times[numbers[one.installation] ?? -1, default: []].append(one.at)
            }
            let zones: [(Int, String?)] =
                Self.zones.enumerated().map { ($0.offset, $0.element) }
                + [(1000, nil), (1001, nil)]
            for (number, zone) in zones {
                let due = try #require(schedule.dueAt(zone))
                let got = times[number] ?? []
                #expect(got.count == 1, "\(zone ?? "none") got \(got)")
                let late = (got.first ?? 0) - due
                #expect((0...60_000).contains(late), "\(zone ?? "none") is \(late) ms late")
            }
            #expect(try await campaigns.campaign(id: text)?.state == .done)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a device that travels gets a campaign once`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            var random = SeededGenerator(seed: 5)
            let text = "2026-03-29T02:30"
            let wall = try #require(WallTime(text))
            let count = 30
            for number in 0..<count {
                try await register(number, Self.zones[number % Self.zones.count], scene)
            }
            let begin = (wall.seconds - 20 * 3600) * 1000
            scene.clock.advance(
                by: .milliseconds(begin - scene.clock.now.storedMilliseconds))
            let campaigns = SQLCampaignStore(
                scene.store, time: scene.clock.timeSource, numbersPerUnit: 10)
            _ = try await start(wall, text, campaigns, scene)
            var driver = CampaignDriver(campaigns, scene.clock, nodeCount: 2)
            for _ in 0..<96 {
                try await driver.run(for: .seconds(30 * 60))
                let number = Int.random(in: 0..<count, using: &random)
                try await register(number, Self.zones.randomElement(using: &random), scene)
            }
            let numbers = try await numbers(scene)
            var counts: [Int: Int] = [:]
            for one in driver.sent { counts[numbers[one.installation] ?? -1, default: 0] += 1 }
            for number in 0..<count { #expect(counts[number] == 1, "\(number)") }
            #expect(try await campaigns.campaign(id: text)?.state == .done)
        }
    }

    @Test func `time zones have their offsets, and unknown names have no time zone`() throws {
        for (zone, minutes) in [
            ("Asia/Kathmandu", 345), ("Australia/Eucla", 525), ("America/St_Johns", -210),
            ("Pacific/Apia", 780), ("Etc/GMT-14", 840),
        ] {
            let offset = TimeZones.offsets(of: [zone])(zone, 1_767_225_600)
            #expect(offset == Int64(minutes * 60), "\(zone)")
        }
        #expect(TimeZones.names.count > 400)
        #expect(TimeZones.zone("Mars/Olympus") == nil)
        #expect(TimeZones.zone("") == nil)
    }

    private struct NoCampaign: Error {}
}
