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

/// The keys of a Live Activity push that hold times.
private let timeKeys = ["timestamp", "stale-date", "dismissal-date"]

@Test(arguments: timeKeys)
func `whatever number a Live Activity push has as a time, dates stay within the calendar`(
    key: String
) throws {
    for text in OddNumbers.edges + OddNumbers.random(seed: 7, count: 100) {
        for event in ["update", "end"] {
            var scene = try ActivityFixture()
            let id = try scene.start()
            let timestamp =
                key == "timestamp" ? "" : #""timestamp":\#(ActivityFixture.epoch + 60),"#
            try scene.take(
                #"\#(timestamp)"\#(key)":\#(text),"event":"\#(event)","content-state":{"home":1}"#,
                for: id, after: 60)
            for date in scene.device.activities.flatMap({ [$0.staleDate, $0.dismissalDate] }) {
                guard let seconds = date?.timeIntervalSince1970 else { continue }
                #expect(Date.checkedEpochSeconds.contains(seconds), "\(key) \(text)")
            }
            scene.pass(9 * 3600)
        }
    }
}

@Test func `a stale date beyond the calendar becomes the calendar's last date`() throws {
    var scene = try ActivityFixture()
    let id = try scene.start()
    try scene.take(ActivityFixture.update(1, more: #","stale-date":1e300"#), for: id, after: 60)
    #expect(try scene.activity(id).staleDate?.timeIntervalSince1970 == 253_402_300_799)
}
