// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BellhopTesting

struct HangWatchTests {
    private var watch = HangWatch(idleMin: .seconds(1), time: .zero, processorTime: .seconds(7))

    @Test mutating func `a process that is idle for long enough counts as hanging`() {
        var isHanging = false
        for tenths in 1...9 {
            let time = Duration.milliseconds(100 * tenths)
            isHanging = watch.isHanging(time: time, processorTime: .seconds(7) + time * 0.01)
            #expect(!isHanging)
        }
        isHanging = watch.isHanging(time: .seconds(1), processorTime: .milliseconds(7010))
        #expect(isHanging)
    }

    @Test mutating func `a process that uses the processor never counts as hanging`() {
        var isHanging = false
        for tenths in 1...10_000 {
            let time = Duration.milliseconds(100 * tenths)
            // A tenth of a processor: what a starved process still gets.
            isHanging = watch.isHanging(time: time, processorTime: .seconds(7) + time * 0.1)
            #expect(!isHanging)
        }
    }

    @Test mutating func `the idle time restarts when the process uses the processor`() {
        var isHanging = false
        isHanging = watch.isHanging(time: .milliseconds(900), processorTime: .milliseconds(7500))
        #expect(!isHanging)
        isHanging = watch.isHanging(time: .milliseconds(1800), processorTime: .milliseconds(7500))
        #expect(!isHanging)
        isHanging = watch.isHanging(time: .milliseconds(1900), processorTime: .milliseconds(7500))
        #expect(isHanging)
    }

    @Test func `processor time grows while this process works`() {
        let start = HangWatch.processorTime
        var sum = 0
        for number in 0..<1_000_000 { sum &+= number }
        #expect(HangWatch.processorTime > start, "\(sum)")
    }
}
