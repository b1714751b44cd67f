// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Simulation
import Testing

@testable import BellhopKit

/// A notification center that keeps 64 requests and silently drops the rest, as Apple's does, and
/// an app that plans and cancels notifications, is opened and is closed at random.
private struct ScheduleWorld {
    var plan = SchedulePlan()
    var pending: [String: (fingerprint: String?, date: Date)] = [:]
    var delivered: [String: String] = [:]
    var now = Date(timeIntervalSince1970: 1_767_225_600)
    /// The number of times that each notification that does not repeat was shown, by identifier.
    var shownCounts: [String: Int] = [:]
    var missed: Set<String> = []
    /// What was passed to the system without a record in the plan; when the person clears such a
    /// notification, the app cannot know whether it was shown.
    var unnoted: Set<String> = []
    /// What the system silently dropped because of a request of other code.
    var dropped: Set<String> = []
    var generator: SeededGenerator
    var number = 0
    let reserve: Int
    let quiet: QuietHours?
    let zone: TimeZone

    mutating func step() {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<4: planSome()
        case 4:
            if let id = plan.entries.keys.sorted().randomElement(using: &generator) {
                plan.entries[id] = nil
                pending[id] = nil
                shownCounts[id] = nil
            }
        case 5:
            number += 1
            add("other\(number)", nil, now.addingTimeInterval(500))
        case 6..<8: advance(Double(Int.random(in: 1...40_000, using: &generator)))
        default: refill()
        }
    }

    private mutating func planSome() {
        for _ in 0..<Int.random(in: 1...40, using: &generator) {
            number += 1
            let trigger: LocalTrigger =
                Int.random(in: 0..<20, using: &generator) == 0
                ? .daily(hour: Int.random(in: 0...23, using: &generator))
                : .at(
                    now.addingTimeInterval(Double(Int.random(in: 1...200_000, using: &generator))))
            let notification = LocalNotification(
                id: "n\(number)", LocalContent(title: "x"), trigger)
            plan.entries[notification.id] = .init(notification: notification, plannedAt: now)
            if !trigger.repeats { shownCounts[notification.id] = 0 }
        }
        refill()
    }

    /// Lets time pass and shows what is due.
    private mutating func advance(_ seconds: Double) {
        now += seconds
        for (id, request) in pending where request.date <= now {
            if let fingerprint = request.fingerprint {
                shownCounts[id]? += 1
                // The person may clear the notification.
                if Bool.random(using: &generator) { delivered[id] = fingerprint }
            }
            guard plan.entries[id]?.notification.trigger.repeats == true else {
                pending[id] = nil
                continue
            }
            while let date = pending[id]?.date, date <= now { pending[id]?.date = date + 86_400 }
        }
    }

    private mutating func add(_ id: String, _ fingerprint: String?, _ date: Date) {
        pending[id] = (fingerprint, date)
        while pending.count > LocalSchedule.systemCountMax {
            let last = pending.max { $0.value.date < $1.value.date }?.key ?? ""
            dropped.insert(last)
            pending[last] = nil
        }
    }

    func changes() -> ScheduleChanges {
        let system = SystemRequests(
            pending: pending.mapValues(\.fingerprint), delivered: delivered)
        return plan.changes(
            system: system, now: now, in: zone, quietHours: quiet, reserve: reserve)
    }

    private mutating func refill() {
        let changes = changes()
        plan.release(changes)
        for id in changes.remove { pending[id] = nil }
        let before = dropped
        for request in changes.add {
            add(request.id, request.fingerprint, request.date ?? .distantFuture)
        }
        #expect(dropped == before, "the system never has to drop a request")
        missed.formUnion(changes.missed.map(\.id))
        for id in changes.missed.map(\.id) where !unnoted.contains(id) {
            #expect(shownCounts[id] == 0, "\(id) is reported as missed")
        }
        for id in changes.done where !dropped.contains(id) {
            #expect(shownCounts[id] == 1, "\(id) is reported as shown")
        }
        // Now and then the process ends before the plan is written.
        if Int.random(in: 0..<8, using: &generator) > 0 {
            plan.apply(changes, failed: [], from: plan, now: now)
        } else {
            unnoted.formUnion(changes.add.map(\.id))
        }
        check()
    }

    private func check() {
        #expect(pending.count <= LocalSchedule.systemCountMax)
        // The system has the earliest requests: no waiting request is due before one of them.
        let ours = pending.filter { $0.value.fingerprint != nil }
        let waiting = plan.entries.values.filter { ours[$0.notification.id] == nil }
            .map { $0.request(at: now, in: zone, quiet) }.filter { ($0.date ?? now) > now }
        if let last = ours.values.map(\.date).max(), let next = waiting.compactMap(\.date).min() {
            #expect(last <= next)
        }
        let again = changes()
        #expect(again.add.isEmpty, "a second comparison changes nothing")
        #expect(again.remove.isEmpty)
    }
}

struct SchedulePlanTests {
    private static let isLong = ProcessInfo.processInfo.environment["BELLHOP_LONG"] != nil

    @Test(arguments: 1...(isLong ? 300 : 12) as ClosedRange<UInt64>)
    func `LCL-12: the system has the soonest requests, at most 64; none is lost or shown twice`(
        seed: UInt64
    ) throws {
        let zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo"]
        var world = ScheduleWorld(
            generator: SeededGenerator(seed: seed), reserve: Int(seed % 5) * 4,
            quiet: seed % 3 == 0 ? QuietHours(from: (22, 0), to: (7, 0)) : nil,
            zone: try #require(TimeZone(identifier: zones[Int(seed) % zones.count])))
        for _ in 0..<60 { world.step() }
        for (id, count) in world.shownCounts where count != 1 && !world.dropped.contains(id) {
            #expect(count == 0, "\(id) was shown \(count) times")
            #expect(
                world.missed.contains(id) || world.plan.entries[id] != nil,
                "\(id) was not shown, is not reported as missed and is not planned")
        }
    }

    @Test func `an entry that was changed meanwhile is not marked as submitted`() {
        let now = Date(timeIntervalSince1970: 1_767_225_600)
        var plan = SchedulePlan()
        let old = LocalNotification(
            id: "a", LocalContent(title: "old"), .at(now.addingTimeInterval(60)))
        plan.entries["a"] = .init(notification: old, plannedAt: now)
        let changes = plan.changes(
            system: SystemRequests(), now: now, in: .gmt, quietHours: nil, reserve: 0)
        #expect(changes.add.map(\.id) == ["a"])
        var newer = plan
        newer.entries["a"]?.notification.content.title = "new"
        newer.apply(changes, failed: [], from: plan, now: now)
        #expect(newer.entries["a"]?.submitted == nil)
    }
}
