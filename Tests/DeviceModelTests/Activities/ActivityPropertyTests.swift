// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Simulation
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Test(arguments: 1...60 as ClosedRange<UInt64>)
func `LA-5: updates in any order leave the content with the highest timestamp`(seed: UInt64) throws
{
    var generator = SeededGenerator(seed: seed)
    var scene = try ActivityFixture()
    scene.device.choices.activityUpdatesPerHour = 0
    let id = try scene.start()
    let stamps = (0..<30).map { _ in Int(generator.next() % 50) - 5 }.shuffled(using: &generator)
    for (number, stamp) in stamps.enumerated() {
        let state = try #require(AppState.allCases.randomElement(using: &generator))
        try scene.perform(.bring(bundleID: PhoneFixture.bundleID, to: state))
        try scene.take(
            ActivityFixture.update(stamp * 100 + number, after: stamp), for: id,
            priority: generator.chance(1, outOf: 2) ? .immediate : .powerAware,
            after: Double(number))
    }
    let highest = try #require(stamps.max())
    let activity = try scene.activity(id)
    #expect(activity.timestamp == Double(ActivityFixture.epoch + max(0, highest)))
    if highest > 0 {
        // The first update with this timestamp counts; later ones with the same timestamp are
        // ignored.
        let number = try #require(stamps.firstIndex(of: highest))
        #expect(activity.contentState == "{\"home\":\(highest * 100 + number)}")
    }
}

@Test(arguments: 1...40 as ClosedRange<UInt64>)
func `LA-13: whatever happens, nothing of an activity is left after 12 hours`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var scene = try ActivityFixture { $0.capabilities.frequentUpdates = true }
    var clock = 0.0
    for _ in 0..<120 {
        clock += Double(generator.next() % 1200)
        scene.pass(clock)
        let ids = scene.device.activities(of: PhoneFixture.bundleID).map(\.id)
        let stamp = ActivityFixture.epoch + Int(saturating: clock) - Int(generator.next() % 60)
        let event = generator.chance(1, outOf: 5) ? "end" : "update"
        let aps =
            #""timestamp":\#(stamp),"event":"\#(event)","content-state":{},"#
            + #""stale-date":\#(stamp + Int(generator.next() % 9000)),"#
            + #""dismissal-date":\#(stamp + Int(generator.next() % 20000))"#
        switch generator.next() % 5 {
        case 0:
            try scene.perform(.launch(bundleID: PhoneFixture.bundleID))
            _ = try? scene.start(at: ActivityFixture.date(clock)) {
                $0.isTransient = generator.chance(1, outOf: 4)
            }
        case 1, 2:
            guard let id = ids.randomElement(using: &generator),
                try scene.activity(id).token != nil
            else { break }
            try scene.take(aps, for: id, after: clock)
        case 3:
            if let state = AppState.allCases.randomElement(using: &generator) {
                try scene.perform(.bring(bundleID: PhoneFixture.bundleID, to: state))
            }
        default:
            try scene.perform(generator.chance(1, outOf: 2) ? .lock : .unlock)
        }
        #expect(scene.device.activities.count <= Device.activityCountMax)
        if let island = scene.device.islandActivity { #expect(island.isLive) }
        #expect(scene.device.lockScreenActivities.allSatisfy { !$0.isTransient })
    }
    try scene.perform(.launch(bundleID: PhoneFixture.bundleID))
    scene.pass(clock + 12 * 3600)
    #expect(scene.device.activities.isEmpty)
    #expect(scene.device.nextDueDate == nil)
}
