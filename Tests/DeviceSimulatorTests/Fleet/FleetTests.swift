// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

private func plan(
    devices: Int = 15, days: Int = 2, seed: UInt64 = 1, _ edit: (inout FleetPlan) -> Void = { _ in }
) -> FleetPlan {
    var plan = FleetPlan(deviceCount: devices, dayCount: days, seed: seed)
    edit(&plan)
    return plan
}

@Test func `the same seed gives the same trace, in one task or in several`() async {
    let report = Fleet(plan()).run()
    #expect(report == Fleet(plan()).run())
    for count in [1, 2, 7, 1000] {
        #expect(await Fleet(plan()).run(taskCount: count) == report)
    }
    #expect(Fleet(plan(seed: 2)).run().traceHash != report.traceHash)
    #expect(report.traceHash.count == 16)
}

@Test func `the report's numbers add up`() throws {
    let report = Fleet(plan()).run()
    #expect(report.devices == 15 && report.deviceDays == 30)
    #expect(report.sent == 30 * 20)
    #expect(report.outcomes.values.reduce(0, +) == report.notifications)
    #expect(report.localNotifications + report.refusedRequests <= 30 * 5)
    // A held push arrives again when it is released; no other push arrives twice.
    let held = report.rules["SIL-4", default: 0]
    #expect(report.pushes <= report.sent - report.replacedAtAPNs + held)
    #expect(report.pushes >= report.sent - report.replacedAtAPNs - report.devices)
    #expect(report.unlocks == 30 * 8)
    for outcome in [Arrival.Outcome.shown, .listedQuietly, .held, .discarded, .ranInBackground] {
        #expect(report.outcomes[outcome, default: 0] > 0, "\(outcome)")
    }
    #expect(report.taps > 0 && report.dismissals > 0 && report.sounds > 0 && report.badges > 0)
    #expect(report.rules.keys.allSatisfy { $0.rule != nil })
    let json = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(FleetReport.self, from: json) == report)
    #expect(report.lines().count == 6 && report.lines()[0].contains(report.traceHash))
}

@Test func `AUTH-23: nothing is shown or played if all have denied permission`() {
    let report = Fleet(plan { $0.people.denied = 100 }).run()
    #expect(report.sounds == 0 && report.badges == 0 && report.longestList == 0)
    #expect(report.taps == 0 && report.extensionRuns == 0 && report.localNotifications == 0)
    #expect(report.refusedRequests == 30 * 5)
    #expect(report.outcomes[.shown] == nil && report.outcomes[.listedQuietly] == nil)
    #expect(report.wakes > 0, "silent pushes need no permission")
}

@Test func `SIL-7: pushes do not wake force-quit apps, so there are fewer wakes`() {
    let report = Fleet(
        plan(days: 1) {
            $0.traffic = FleetTraffic(requestsPerDay: 0)
            $0.people.forceQuitDays = 100
            $0.people.sessionsPerDay = 0
        }
    ).run()
    #expect(report.rules["SIL-7", default: 0] > 0)
    let unhindered = Fleet(
        plan(days: 1) {
            $0.traffic = FleetTraffic(requestsPerDay: 0)
            $0.people.forceQuitDays = 0
            $0.people.sessionsPerDay = 0
        }
    ).run()
    #expect(unhindered.rules["SIL-7"] == nil && report.wakes < unhindered.wakes)
}

@Test func `a list that is never cleared stays within its limit`() {
    let report = Fleet(
        plan(devices: 3, days: 30) {
            $0.people = FleetPeople()
            $0.people.hoarders = 100
            $0.people.denied = 0
            $0.people.unasked = 0
            $0.people.taps = 0
            $0.people.opens = 0
        }
    ).run()
    #expect(report.longestList > 50 && report.longestList <= InstalledApp.deliveredCountMax)
}

@Test func `inspecting a phone shows what it did and changes nothing`() {
    let fleet = Fleet(plan(days: 2))
    var phone = fleet.phone(4)
    phone.liveDay()
    phone.liveDay()
    let events = fleet.trace(ofPhone: 4)
    #expect(events.count > phone.report.notifications)
    #expect(events.map(\.time) == events.map(\.time).sorted())
    #expect(fleet.trace(ofPhone: 4) == events && fleet.trace(ofPhone: 5) != events)
    #expect(Fleet(fleet.plan).phone(4).device == fleet.phone(4).device)
}

@Test func `a fleet without traffic is idle, and numbers out of range are clamped`() throws {
    let empty = FleetPlan(
        deviceCount: -1, dayCount: 0, seed: 0,
        traffic: FleetTraffic(pushesPerDay: -3, requestsPerDay: 5, pushes: [], contents: []))
    let report = Fleet(empty).run()
    #expect(report.deviceDays == 1 && report.sent == 0 && report.notifications == 0)
    #expect(FleetTraffic(pushesPerDay: 1 << 40).pushesPerDay == FleetTraffic.countPerDayMax)
    #expect(FleetTraffic.usual.count == 7, "one of the usual payloads cannot be read")
    #expect(throws: PayloadError.self) { try FleetTraffic.Push("[]") }
    let weightless = FleetTraffic(
        requestsPerDay: 0, pushes: [try FleetTraffic.Push("{}", weight: -4)])
    let quiet = FleetPlan(deviceCount: 1, seed: 1, traffic: weightless)
    #expect(Fleet(quiet).run().sent == 0)
}

@Test func `a summary arrives at its hours in the phone's time zone`() throws {
    let fleet = Fleet(
        plan(devices: 5) {
            $0.timeZones = ["Asia/Tokyo"]
            $0.people.denied = 0
            $0.people.unasked = 0
            $0.people.withSummary = 100
        })
    let summaries = (0..<5).flatMap { fleet.trace(ofPhone: $0) }
        .filter { $0.summary.hasPrefix("The scheduled summary") }
    #expect(!summaries.isEmpty)
    for event in summaries {
        // 8:00 and 18:00 in Tokyo are 23:00 and 9:00 in UTC.
        let hour = event.time.wholeEpochSeconds / 3600 % 24
        #expect(hour == 23 || hour == 9)
    }
}
