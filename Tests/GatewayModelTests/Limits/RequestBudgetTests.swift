// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Simulation
import Testing

@testable import GatewayModel

struct RequestBudgetTests {
    private let rate = RequestBudget.Rate(perMinute: 60, burst: 3)

    @Test func `a burst is allowed, and then requests at the given rate`() {
        var budget = RequestBudget(countMax: 10)
        let first = (0..<4).map { _ in budget.take("a", rate, at: .zero) }
        #expect(first.map(\.isAllowed) == [true, true, true, false])
        #expect(first.map(\.remaining) == [2, 1, 0, 0])
        #expect(first[3].retryAfter == 1)
        #expect(first[3].reset == 3)
        #expect(!budget.take("a", rate, at: .milliseconds(900)).isAllowed)
        #expect(budget.take("a", rate, at: .seconds(1)).isAllowed)
        #expect(!budget.take("a", rate, at: .seconds(1)).isAllowed)
        #expect(budget.take("a", rate, at: .seconds(1000)).remaining == 2)
    }

    @Test func `one caller does not use up the budget of another`() {
        var budget = RequestBudget(countMax: 10)
        for _ in 0..<100 { _ = budget.take("a", rate, at: .zero) }
        #expect(budget.take("b", rate, at: .zero).isAllowed)
    }

    @Test func `a clock that goes back adds nothing to the budget`() {
        var budget = RequestBudget(countMax: 10)
        for _ in 0..<3 { _ = budget.take("a", rate, at: .seconds(100)) }
        #expect(!budget.take("a", rate, at: .seconds(50)).isAllowed)
    }

    @Test func `the number of callers is limited`() {
        var budget = RequestBudget(countMax: 100)
        for number in 0..<1_000 { _ = budget.take("\(number)", rate, at: .zero) }
        #expect(budget.count <= 100)
    }

    @Test func `a full budget forgets the callers that were not seen for the longest time`() {
        var budget = RequestBudget(countMax: 100)
        for number in 0..<100 {
            for _ in 0..<3 { _ = budget.take("\(number)", rate, at: .zero) }
        }
        // The oldest caller sends again, and is not the oldest any more.
        #expect(!budget.take("0", rate, at: .zero).isAllowed)
        #expect(budget.take("another", rate, at: .zero).isAllowed)
        #expect(budget.count == 91)
        #expect(!budget.take("0", rate, at: .zero).isAllowed)
        #expect(!budget.take("99", rate, at: .zero).isAllowed)
        #expect(budget.take("1", rate, at: .zero).isAllowed)
    }

    @Test func `with room for one caller, each caller replaces the previous one`() {
        var budget = RequestBudget(countMax: 1)
        for caller in ["a", "b", "a"] {
            #expect(budget.take(caller, rate, at: .zero).remaining == 2)
            #expect(budget.count == 1)
        }
    }

    @Test func `by default, a burst is two seconds of the rate, and at least ten requests`() {
        #expect(RequestBudget.Rate(perMinute: 30_000).burst == 1_000)
        #expect(RequestBudget.Rate(perMinute: 30_000).window == 2)
        #expect(RequestBudget.Rate(perMinute: 1).burst == 10)
        #expect(RequestBudget.Rate(perMinute: 1).window == 600)
        #expect(RequestBudget.Rate(perMinute: -5, burst: -5).burst == 1)
    }

    /// At any time, no more requests have been allowed than the burst and what the rate has added
    /// since the start.
    @Test(arguments: 1...20)
    func `no sequence of requests exceeds the rate`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let rate = RequestBudget.Rate(
            perMinute: Int.random(in: 1...6_000, using: &generator),
            burst: Int.random(in: 1...50, using: &generator))
        var budget = RequestBudget(countMax: 10)
        var now = Duration.zero
        var allowed = 0
        for _ in 0..<2_000 {
            now += .milliseconds(Int.random(in: 0...200, using: &generator))
            let decision = budget.take("a", rate, at: now)
            if decision.isAllowed { allowed += 1 }
            #expect(decision.isAllowed || decision.retryAfter > 0)
            #expect((0..<rate.burst).contains(decision.remaining))
            let most = Double(rate.burst) + now / .seconds(60) * Double(rate.perMinute)
            #expect(Double(allowed) <= most + 0.001)
        }
    }
}
