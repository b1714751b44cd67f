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

@Suite(.timeLimit(.minutes(30)))
struct MovableClockTests {
    private let base = VirtualClock()

    @Test func `the clock runs like its base clock and is ahead by its moves`() {
        let clock = MovableClock(base: base.timeSource)
        let start = base.now
        #expect(clock.now == start)
        base.advance(by: .seconds(5))
        #expect(clock.advance(by: .seconds(100)))
        #expect(clock.now == start + 105)
        #expect(clock.uptime == .seconds(105))
        #expect(clock.lead == .seconds(100))
        #expect(clock.timeSource.now == clock.now)
    }

    @Test func `the clock moves forward only, and not beyond its limit`() {
        let clock = MovableClock(base: base.timeSource)
        #expect(!clock.advance(by: .seconds(-1)))
        #expect(clock.advance(by: MovableClock.leadMax))
        #expect(!clock.advance(by: .nanoseconds(1)))
        #expect(clock.lead == MovableClock.leadMax)
    }

    @Test func `moving the clock wakes due sleepers, and others wait for the remaining time`()
        async throws
    {
        let clock = MovableClock(base: base.timeSource)
        let time = clock.timeSource
        async let month: Void = time.sleep(for: .seconds(30 * 86_400))
        while base.sleeperCount < 1 { await Task.yield() }
        clock.advance(by: .seconds(29 * 86_400))
        clock.advance(by: .seconds(86_400))
        try await month
        #expect(base.uptime == .zero)
    }

    @Test func `a wait ends without a move when its time has passed, and when it is cancelled`()
        async throws
    {
        let clock = MovableClock(base: base.timeSource)
        let time = clock.timeSource
        async let wait: Void = time.sleep(for: .seconds(10))
        while base.sleeperCount < 1 { await Task.yield() }
        base.advance(by: .seconds(10))
        try await wait
        let cancelled = Task { try await time.sleep(for: .seconds(10)) }
        while base.sleeperCount < 1 { await Task.yield() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    @Test func `a reset takes the moves back and wakes all sleepers`() async throws {
        let clock = MovableClock(base: base.timeSource)
        clock.advance(by: .seconds(100))
        async let wait: Void = clock.timeSource.sleep(for: .seconds(10))
        while base.sleeperCount < 1 { await Task.yield() }
        clock.reset()
        try await wait
        #expect(clock.now == base.now)
    }
}
