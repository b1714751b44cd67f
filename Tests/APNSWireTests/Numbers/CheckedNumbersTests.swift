// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Simulation
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Test(arguments: [
    (3.9, 3), (-3.9, -3), (0, 0), (1e18, 1_000_000_000_000_000_000), (9.3e18, nil), (-9.3e18, nil),
    (1e300, nil), (.infinity, nil), (-.infinity, nil), (.nan, nil),
])
func `a checked integer is nil for a value that it cannot represent`(number: Double, whole: Int?) {
    #expect(Int(checking: number) == whole)
}

@Test(arguments: [
    (3.9, 3), (1e300, Int.max), (-1e300, Int.min), (.infinity, Int.max), (-.infinity, Int.min),
    (.nan, 0),
])
func `a saturating conversion truncates a number and limits it to the range of Int`(
    number: Double, whole: Int
) {
    #expect(Int(saturating: number) == whole)
}

@Test func `integers of all sizes stay in their range`() {
    #expect(UInt8(saturating: 256) == 255)
    #expect(UInt8(saturating: -1) == 0)
    #expect(UInt8(checking: 255.9) == 255)
    #expect(UInt8(checking: 256) == nil)
    #expect(UInt64(saturating: -1e300) == 0)
    #expect(Int32(checking: -2_147_483_649) == nil)
    #expect(Int(saturating: -0.5, rounded: .down) == -1)
}

@Test(arguments: [
    (1.5, Duration.milliseconds(1500)), (-0.25, .milliseconds(-250)), (0, .zero), (.nan, .zero),
    (86_400, .seconds(86_400)),
])
func `a duration is created from seconds`(seconds: Double, duration: Duration) {
    #expect(Duration(saturatingSeconds: seconds) == duration)
}

@Test(arguments: [1e300, .infinity, 1e20, 1e12])
func `a duration that is too long is limited to ten thousand years`(seconds: Double) {
    let most = Duration(saturatingSeconds: Duration.saturatedSecondsMax)
    #expect(most.components.seconds == 315_569_520_000)
    #expect(Duration(saturatingSeconds: seconds) == most)
    #expect(Duration(saturatingSeconds: -seconds) == .zero - most)
}

@Test(arguments: [
    (0, true), (-62_135_596_800, true), (253_402_300_799, true), (-62_135_596_801, false),
    (253_402_300_800, false), (1e300, false), (.nan, false), (.infinity, false),
])
func `a checked date is in the years 1 to 9999`(seconds: Double, isTaken: Bool) {
    let date = Date(checkingEpochSeconds: seconds)
    #expect(date == (isTaken ? Date(timeIntervalSince1970: seconds) : nil))
    let nearest = Date(saturatingEpochSeconds: seconds)
    #expect((nearest == nil) == seconds.isNaN)
    if let nearest { #expect(Date.checkedEpochSeconds.contains(nearest.timeIntervalSince1970)) }
}

@Test func `a date of whole seconds or milliseconds stays in the calendar`() {
    #expect(Date(epochSeconds: 3).timeIntervalSince1970 == 3)
    #expect(Date(epochSeconds: .max).timeIntervalSince1970 == 253_402_300_799)
    #expect(Date(epochSeconds: .min).timeIntervalSince1970 == -62_135_596_800)
    #expect(Date(epochMilliseconds: 1_500).timeIntervalSince1970 == 1.5)
    #expect(Date(epochMilliseconds: .max).timeIntervalSince1970 == 253_402_300_799)
    #expect(Date(timeIntervalSince1970: -0.5).wholeEpochSeconds == -1)
    #expect(Date(timeIntervalSince1970: 1e300).wholeEpochSeconds == .max)
    #expect(Date(timeIntervalSince1970: 1.0006).wholeEpochMilliseconds() == 1001)
    #expect(Date(timeIntervalSince1970: 1.0006).wholeEpochMilliseconds(rounded: .down) == 1000)
    #expect(Date(timeIntervalSince1970: .nan).wholeEpochMilliseconds() == 0)
}

@Test(arguments: [UInt64(1), 2, 3])
func `a rejection with any number as its timestamp is read with a valid date or no date`(
    seed: UInt64
) {
    for text in OddNumbers.edges + OddNumbers.random(seed: seed, count: 300) {
        let body = RejectionBody(#"{"reason":"Unregistered","timestamp":\#(text)}"#.utf8)
        guard let body else {
            Issue.record("\(text) was not read")
            continue
        }
        #expect(body.reason == .unregistered)
        let seconds = body.timestamp?.timeIntervalSince1970
        #expect(seconds.map { Date.checkedEpochSeconds.contains($0) } ?? true, "\(text)")
        #expect(RejectionBody(body.encoded)?.reason == .unregistered)
    }
}

@Test func `a rejection's timestamp is absent when it is not a valid date`() {
    func timestamp(_ text: String) -> Date? {
        RejectionBody(#"{"reason":"Unregistered","timestamp":\#(text)}"#.utf8)?.timestamp
    }
    #expect(timestamp("1454948015990")?.timeIntervalSince1970 == 1_454_948_015.99)
    for text in ["1e300", "-1e300", "1e400", "9223372036854775807", "253402300800001"] {
        #expect(timestamp(text) == nil, "\(text)")
    }
    // An infinite date that was set in code is encoded as the largest integer.
    let body = RejectionBody(
        reason: .unregistered, timestamp: Date(timeIntervalSince1970: .infinity))
    #expect(String(decoding: body.encoded, as: UTF8.self).contains("9223372036854775807"))
}
