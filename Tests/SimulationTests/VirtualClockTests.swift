// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Simulation
import Testing

struct VirtualClockTests {
    @Test func `sleepers wake in the order of their wake times when the clock is moved`()
        async throws
    {
        let clock = VirtualClock()
        let order = AsyncStream<Int>.makeStream()
        let tasks = [3, 1, 2].map { minutes in
            Task {
                try await clock.timeSource.sleep(for: .seconds(60 * minutes))
                order.continuation.yield(minutes)
            }
        }
        while clock.sleeperCount < 3 { await Task.yield() }
        var woken = order.stream.makeAsyncIterator()
        for expected in 1...3 {
            clock.advance(by: .seconds(60))
            #expect(await woken.next() == expected)
            #expect(clock.sleeperCount == 3 - expected)
        }
        for task in tasks { try await task.value }
    }

    @Test func `a cancelled sleeper throws an error and is removed`() async {
        let clock = VirtualClock()
        let task = Task { try await clock.timeSource.sleep(for: .seconds(10)) }
        while clock.sleeperCount == 0 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a jump of the wall clock wakes no sleeper`() async throws {
        let clock = VirtualClock()
        let task = Task { try await clock.timeSource.sleep(for: .seconds(10)) }
        while clock.sleeperCount == 0 { await Task.yield() }
        clock.jump(to: clock.now + 3600)
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(10))
        try await task.value
    }

    @Test(arguments: [
        TimeSource.WakeTime.uptime(.seconds(10)), .date(Date(timeIntervalSince1970: 10)),
    ])
    func `a caller that comes late does not wait for time that has passed`(
        wake: TimeSource.WakeTime
    ) async throws {
        func wait(_ time: TimeSource) async throws {
            switch wake {
            case .uptime(let due): try await time.sleep(untilUptime: due)
            case .date(let date): try await time.sleep(until: date)
            case .after(let duration): try await time.sleep(for: duration)
            }
        }
        let clock = VirtualClock(now: Date(timeIntervalSince1970: 0))
        clock.advance(by: .seconds(7))
        let task = Task { try await wait(clock.timeSource) }
        while clock.sleeperCount == 0 { await Task.yield() }
        #expect(clock.secondsToNextWake == 3)
        clock.advance(by: .seconds(3))
        try await task.value
        try await wait(clock.timeSource)
        let moved = MovableClock(base: clock.timeSource)
        try await wait(moved.timeSource)
    }

    @Test func `the numbers of a seed are those of the reference sequence of SplitMix64`() {
        var generator = SeededGenerator(seed: 42)
        let numbers = (0..<3).map { _ in generator.next() }
        // Golden: SplitMix64's published reference sequence for seed 42.
        #expect(
            numbers == [
                13_679_457_532_755_275_413, 2_949_826_092_126_892_291, 5_139_283_748_462_763_858,
            ])
    }
}
