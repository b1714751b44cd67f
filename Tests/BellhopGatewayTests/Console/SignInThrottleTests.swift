// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import BellhopGateway

@Suite(.timeLimit(.minutes(30))) struct SignInThrottleTests {
    private let start = Date(timeIntervalSince1970: 1_767_225_600)

    @Test func `five failures lock a login for a minute, and each further one for twice as long`() {
        var throttle = SignInThrottle()
        var now = start
        for _ in 1...5 {
            #expect(throttle.wait(at: now) == 0)
            throttle.fail(at: now)
        }
        for lock in [60.0, 120, 240, 480, 960, 1920, 3600, 3600] {
            #expect(throttle.wait(at: now) == lock)
            #expect(throttle.wait(at: now.addingTimeInterval(lock - 1)) == 1)
            now.addTimeInterval(lock)
            #expect(throttle.wait(at: now) == 0)
            throttle.fail(at: now)
        }
    }

    @Test func `guessing without a pause gives at most 20 guesses in the first hour`() {
        var throttle = SignInThrottle()
        var guesses = 0
        for second in 0..<3600 {
            let now = start.addingTimeInterval(Double(second))
            for _ in 0..<3 where throttle.wait(at: now) == 0 {
                throttle.fail(at: now)
                guesses += 1
            }
        }
        #expect((5...20).contains(guesses), "\(guesses)")
    }

    @Test
    func `failures are forgotten after a day, and a clock set back locks for an hour at most`() {
        var throttle = SignInThrottle()
        for _ in 1...9 { throttle.fail(at: start) }
        throttle.fail(at: start.addingTimeInterval(86_401))
        #expect(throttle.failures == 1)
        for _ in 1...5 { throttle.fail(at: start) }
        #expect(throttle.wait(at: start.addingTimeInterval(-1_000_000)) <= 3600)
    }
}
