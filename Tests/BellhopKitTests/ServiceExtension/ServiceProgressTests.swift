// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopTesting
import Testing

@testable import BellhopKit

struct ServiceProgressTests {
    @Test func `NSE-9: steps run one after the other, and then the handler is called`() {
        var progress = ServiceProgress(stepCount: 2)
        #expect(progress.handle(.begin) == [.start(0)])
        #expect(progress.handle(.kept(0)) == [.keep(0)])
        #expect(progress.handle(.finished(0)) == [.take(0), .start(1)])
        #expect(progress.handle(.finished(1)) == [.take(1), .callHandler])
        #expect(progress.stage == .ended)
    }

    @Test func `without steps, the handler is called at once`() {
        var progress = ServiceProgress(stepCount: 0)
        #expect(progress.handle(.begin) == [.callHandler])
    }

    @Test(arguments: [ServiceProgress.Event.failed(0), .overran(0)])
    func `a step that fails or takes too long is dropped, and the next step runs`(
        event: ServiceProgress.Event
    ) {
        var progress = ServiceProgress(stepCount: 2)
        _ = progress.handle(.begin)
        #expect(progress.handle(event) == [.drop(0), .start(1)])
        for late in [ServiceProgress.Event.finished(0), .failed(0), .overran(0), .kept(0)] {
            #expect(progress.handle(late) == [], "a late result changes nothing")
        }
        #expect(progress.handle(.finished(1)) == [.take(1), .callHandler])
    }

    @Test(arguments: [ServiceProgress.Event.timeWillExpire, .memoryIsLow, .abandoned])
    func `NSE-5: when the extension must end, the handler is called at once`(
        event: ServiceProgress.Event
    ) {
        var running = ServiceProgress(stepCount: 3)
        _ = running.handle(.begin)
        #expect(running.handle(event) == [.drop(0), .callHandler])
        var idle = ServiceProgress(stepCount: 3)
        #expect(idle.handle(event) == [.callHandler])
        #expect(idle.handle(.begin) == [])
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `NSE-9: for any events in any order, the handler is called once`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 0...5, using: &generator)
        var progress = ServiceProgress(stepCount: count)
        var actions: [ServiceProgress.Action] = []
        for _ in 0..<40 {
            let step = Int.random(in: 0...max(count, 1), using: &generator)
            let events: [ServiceProgress.Event] = [
                .begin, .begin, .kept(step), .finished(step), .finished(step), .failed(step),
                .overran(step), .timeWillExpire, .memoryIsLow, .abandoned,
            ]
            // The last events, which end the run, are rare, so that there are long sequences.
            let last = Int.random(in: 0..<8, using: &generator) == 0 ? events.count : 7
            actions += progress.handle(events[Int.random(in: 0..<last, using: &generator)])
        }
        actions += progress.handle(.timeWillExpire)
        #expect(actions.count { $0 == .callHandler } == 1)
        #expect(actions.last == .callHandler, "no action follows the handler")
        let started = actions.compactMap { if case .start(let step) = $0 { step } else { nil } }
        #expect(started == Array(0..<started.count), "each step runs once, in order")
    }
}

struct ServiceTimeTests {
    @Test func `the limits of the kit's own steps fit into the total time`() {
        let all = [
            ServiceTime.decrypt, ServiceTime.localize, ServiceTime.media,
            ServiceTime.communication, ServiceTime.badge, ServiceTime.receipt,
        ]
        #expect(ServiceTime.shares(of: all) == all)
        #expect(ServiceTime.total < .seconds(30), "the time that the system gives (NSE-5)")
    }

    @Test func `NSE-5: limits that are too long in total are reduced`() {
        let shares = ServiceTime.shares(
            of: [.seconds(30), .seconds(10), .zero, .seconds(-5)], total: .seconds(20))
        #expect(shares == [.seconds(15), .seconds(5), .zero, .zero])
        #expect(ServiceTime.shares(of: []) == [])
    }
}
