// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BellhopTesting

struct HangWatchTests {
    private var watch = HangWatch(idleMin: .seconds(1), time: .zero, processorTime: .seconds(7))
    private var time = Duration.zero
    private var processorTime = Duration.seconds(7)

    /// Checks again after some time, during which the process used a share of a processor.
    private mutating func isHanging(
        after elapsed: Duration = HangWatch.interval, using share: Double = 0
    ) -> Bool {
        time += elapsed
        processorTime += elapsed * share
        return watch.isHanging(time: time, processorTime: processorTime)
    }

    @Test mutating func `a process that is idle for long enough counts as hanging`() {
        for _ in 1...99 {
            let isHanging = isHanging(using: 0.01)
            #expect(!isHanging)
        }
        let isHanging = isHanging(using: 0.01)
        #expect(isHanging)
    }

    @Test mutating func `a process at work never counts as hanging, however long it works`() {
        for _ in 1...100_000 {
            // Even a starved process gets a tenth of a processor.
            let isHanging = isHanging(using: 0.1)
            #expect(!isHanging)
        }
    }

    @Test mutating func `when checks are late, only a part of the delay counts as idle time`() {
        for _ in 1...19 {
            let isHanging = isHanging(after: .seconds(3))
            #expect(!isHanging)
        }
        let isHanging = isHanging(after: .seconds(3))
        #expect(isHanging)
    }

    @Test mutating func `the idle time starts again after the process was at work`() {
        for isAtWork in [true, false] {
            for _ in 1...99 {
                let isHanging = isHanging()
                #expect(!isHanging)
            }
            let isHanging = isHanging(using: isAtWork ? 10 : 0)
            #expect(isHanging == !isAtWork)
        }
    }

    @Test func `processor time grows while this process works`() {
        let start = HangWatch.processorTime
        var sum = 0
        for number in 0..<1_000_000 { sum &+= number }
        #expect(HangWatch.processorTime > start, "\(sum)")
    }
}
