// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Simulation
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
private let id = PhoneFixture.bundleID

/// Random requests and user actions, from a seed.
private struct Chaos {
    var generator: SeededGenerator

    mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }

    mutating func trigger() -> NotificationTrigger {
        let repeats = generator.chance(1, outOf: 3)
        switch below(5) {
        case 0, 1: return .interval(seconds: Double(60 + below(200_000)), repeats: repeats)
        case 2: return .calendar(DateMatch(hour: below(24), minute: below(60)), repeats: repeats)
        case 3:
            return .calendar(DateMatch(hour: below(24), weekday: 1 + below(7)), repeats: repeats)
        default:
            let centre = Coordinate(latitude: 0, longitude: Double(below(3)) / 100)
            return .location(Region(id: "r", centre: centre, radius: 300), repeats: repeats)
        }
    }

    mutating func action() -> UserAction {
        switch below(6) {
        case 0: .setTimeZone(["UTC", "Asia/Tokyo", "America/New_York"][below(3)])
        case 1: .move(to: Coordinate(latitude: 0, longitude: Double(below(30)) / 1000))
        case 2: .move(to: nil)
        case 3: .reboot
        case 4: .unlock
        default: .forceQuit(bundleID: id)
        }
    }
}

/// Simulates a phone for a month, and returns the requests that fired, with their dates.
private func month(seed: UInt64, _ check: (Device, NotificationRequest, Date) -> Void) throws
    -> [String]
{
    var chaos = Chaos(generator: SeededGenerator(seed: seed))
    var device = try PhoneFixture().device
    var now = PhoneFixture.now
    var trace: [String] = []
    var number = 0
    while now < PhoneFixture.now + 30 * 86_400 {
        for _ in 0..<chaos.below(12) {
            number += 1
            let request = PhoneFixture.localRequest("\(number)", chaos.trigger())
            _ = try device.add(request, of: id, at: now)
            #expect(device.pendingRequests(of: id).count <= InstalledApp.pendingCountMax)
        }
        device = try device.performing(chaos.action(), at: now).device
        let end = now + Double(chaos.below(86_400))
        while let due = device.nextDueDate, due <= end {
            #expect(due >= now, "seed \(seed)")
            now = due
            let before = device
            guard case .arrival(.local(let request, _)) = device.takeDue(at: due) else {
                Issue.record("seed \(seed): something was due at \(due), but nothing fired")
                return trace
            }
            check(before, request, due)
            trace.append("\(request.id) \(due.timeIntervalSince1970)")
        }
        now = end
    }
    return trace
}

@Test(arguments: 1...10 as ClosedRange<UInt64>)
func `LCL-12, LCL-22: at most 64 requests are pending, and each fires at its dates`(
    seed: UInt64
) throws {
    var fired: Set<String> = []
    let trace = try month(seed: seed) { before, request, date in
        let note: Comment = "seed \(seed): \(request.id) at \(date)"
        if request.trigger?.repeats != true {
            #expect(fired.insert(request.id).inserted, note)
        }
        let pending = before.pendingRequests(of: id)
        let own = pending.first { $0.id == request.id }
        switch request.trigger {
        case .location: #expect(own != nil && own?.nextDate == nil, note)
        default:
            #expect(own?.nextDate == date, note)
            #expect(pending.allSatisfy { $0.nextDate.map { $0 >= date } ?? true }, note)
        }
        if case .calendar(let match, _) = request.trigger,
            let zone = TimeZone(identifier: before.timeZone)
        {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            #expect(calendar.component(.hour, from: date) == match.hour, note)
            #expect(calendar.component(.minute, from: date) == match.minute ?? 0, note)
        }
    }
    #expect(trace.count > 50)
    #expect(try month(seed: seed) { _, _, _ in } == trace)
}
