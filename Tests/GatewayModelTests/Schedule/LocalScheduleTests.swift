// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import Simulation
import Testing

struct LocalScheduleTests {
    /// Days on which many zones change their clocks, and an ordinary one.
    private static let days = [
        "2026-03-08T02:30", "2026-03-29T02:30", "2026-04-05T02:15", "2026-10-25T02:30",
        "2026-11-01T01:30", "2026-12-24T09:00",
    ]

    private struct Device {
        var zone: String?
        var registeredAt: Int64 = 0
        var sentAt: [Int64] = []
        var hasMoved = false
    }

    private func schedule(
        _ wall: WallTime, _ zones: [ZoneFile], now: Int64, late: LocalSchedule.LateRule
    ) -> LocalSchedule {
        let files = Dictionary(uniqueKeysWithValues: zones.map { ($0.name, $0) })
        return LocalSchedule(
            wall: wall, zones: zones.map(\.name), fallback: "Europe/Berlin", now: now, late: late
        ) { files[$0]?.offset(at: $1) ?? 0 }
    }

    /// Checks the guarantee about local times for the decisions alone, without a database.
    @Test(.enabled(if: !ZoneFile.all().isEmpty, "the machine has no time zones"), arguments: days)
    func `every device gets a campaign at its local time, once, in every zone`(
        day: String
    ) throws {
        let zones = ZoneFile.all()
        let wall = try #require(WallTime(day))
        let now = (wall.seconds - 20 * 3600) * 1000
        let schedule = schedule(wall, zones, now: now, late: .sendNow)
        var devices = zones.map { Device(zone: $0.name) }
        devices.append(Device(zone: nil))
        devices.append(Device(zone: "Atlantis/Center"))
        for group in schedule.groups {
            for index in devices.indices where isDue(devices[index], group, schedule) {
                devices[index].sentAt.append(group.dueAt)
            }
        }
        let files = Dictionary(uniqueKeysWithValues: zones.map { ($0.name, $0) })
        for device in devices {
            #expect(device.sentAt.count == 1, "\(device)")
            let zone = try #require(
                files[device.zone ?? ""] ?? files["Europe/Berlin"], "\(device)")
            let sent = try #require(device.sentAt.first) / 1000
            // The clock shows the time, or has just been put forward beyond it.
            let shown = sent + zone.offset(at: sent)
            let isGap = zone.offset(at: sent) != zone.offset(at: sent - 1)
            #expect(shown - wall.seconds < 60 || isGap, "\(zone.name)")
            #expect(shown >= wall.seconds, "\(zone.name)")
            #expect(sent - 1 + zone.offset(at: sent - 1) < wall.seconds, "\(zone.name)")
        }
        let span = try #require(schedule.groups.last).dueAt - schedule.groups[0].dueAt
        #expect(span >= 24 * 3_600_000 && span <= 26 * 3_600_000)
        #expect(schedule.groups.count > 30)
    }

    private func isDue(
        _ device: Device, _ group: LocalSchedule.Group, _ schedule: LocalSchedule
    ) -> Bool {
        device.sentAt.isEmpty
            && schedule.isInUnit(
                dueAt: group.dueAt, zone: device.zone, registeredAt: device.registeredAt,
                plannedAt: schedule.groups[0].dueAt)
    }

    @Test(
        .enabled(if: !ZoneFile.all().isEmpty, "the machine has no time zones"),
        arguments: 0..<20 as Range<UInt64>)
    func `a device that travels gets the campaign at most once`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let zones = ZoneFile.all()
        let wall = try #require(WallTime(Self.days[Int(seed) % Self.days.count]))
        let schedule = schedule(wall, zones, now: wall.seconds * 1000, late: .sendNow)
        func zone() -> String? {
            let index = Int.random(in: 0...zones.count, using: &random)
            return index < zones.count ? zones[index].name : nil
        }
        var devices = (0..<300).map { _ in Device(zone: zone()) }
        for group in schedule.groups {
            for index in devices.indices where isDue(devices[index], group, schedule) {
                devices[index].sentAt.append(group.dueAt)
            }
            for _ in 0..<20 {
                let index = Int.random(in: devices.indices, using: &random)
                devices[index].zone = zone()
                devices[index].registeredAt = group.dueAt + 1
                devices[index].hasMoved = true
            }
        }
        // A device that has moved may have registered after the last due time, and then gets none.
        for device in devices where !device.hasMoved || device.sentAt.count != 1 {
            #expect(device.sentAt.count <= 1, "\(device)")
            if !device.hasMoved { #expect(device.sentAt == [schedule.dueAt(device.zone) ?? 0]) }
        }
        let missing = devices.filter { $0.sentAt.isEmpty }
        let last = try #require(schedule.groups.last).dueAt
        #expect(missing.allSatisfy { $0.registeredAt > last }, "\(missing)")
    }

    @Test func `zones whose time has passed are skipped, or sent to at once`() throws {
        let wall = WallTime(seconds: 1_800_000_000)
        let offsets: [String: Int64] = ["east": 3600, "middle": 0, "west": -3600]
        func make(_ late: LocalSchedule.LateRule, fallback: String = "middle") -> LocalSchedule {
            LocalSchedule(
                wall: wall, zones: offsets.keys, fallback: fallback, now: 1_800_000_000_000,
                late: late
            ) { zone, _ in offsets[zone] ?? 0 }
        }
        let skipping = make(.skip)
        #expect(skipping.dueAt("east") == nil)
        #expect(skipping.dueAt("middle") == 1_800_000_000_000)
        #expect(skipping.dueAt("west") == 1_800_003_600_000)
        #expect(skipping.dueAt(nil) == 1_800_000_000_000)
        #expect(skipping.skipped == ["east"])
        #expect(make(.skip, fallback: "east").dueAt(nil) == nil)
        let sending = make(.sendNow, fallback: "east")
        #expect(sending.dueAt("east") == 1_800_000_000_000)
        #expect(sending.dueAt(nil) == 1_800_000_000_000)
        #expect(sending.groups.map(\.zones) == [["east", "middle"], ["west"]])
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `the zones of a page lead to the same decisions as the whole schedule`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let offsets = Dictionary(
            uniqueKeysWithValues: (0..<8).map {
                ("zone \($0)", Int64.random(in: -14...12, using: &random) * 3600)
            })
        let schedule = LocalSchedule(
            wall: WallTime(seconds: 1_800_000_000), zones: offsets.keys,
            fallback: "zone \(Int.random(in: 0..<8, using: &random))",
            now: 1_800_000_000_000 + Int64.random(in: -20...20, using: &random) * 3_600_000,
            late: Bool.random(using: &random) ? .skip : .sendNow
        ) { zone, _ in offsets[zone] ?? 0 }
        let planned: Int64 = 1_800_000_000_000
        for group in schedule.groups {
            let page = schedule.pageZones(dueAt: group.dueAt)
            for zone in offsets.keys.sorted() + ["elsewhere"] + [nil] as [String?] {
                for registeredAt in [planned - 3_600_000, planned + 1] {
                    let isUnknown = zone.map { !page.known.contains($0) } ?? true
                    let isOwn =
                        zone.map(page.own.contains) ?? false || page.ownsUnknown && isUnknown
                    let isEarlier =
                        zone.map(page.earlier.contains) ?? false
                        || page.unknownIsEarlier && isUnknown
                    let isRecent = registeredAt >= planned - LocalSchedule.clockTolerance
                    #expect(
                        (isOwn || isEarlier && isRecent)
                            == schedule.isInUnit(
                                dueAt: group.dueAt, zone: zone, registeredAt: registeredAt,
                                plannedAt: planned), "\(zone ?? "none")")
                }
            }
        }
    }
}
