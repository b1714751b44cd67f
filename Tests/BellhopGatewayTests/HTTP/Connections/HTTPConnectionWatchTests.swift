// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import BellhopGateway

struct HTTPConnectionWatchTests {
    private static let start = NIODeadline.uptimeNanoseconds(0)

    private static func after(_ seconds: Int64) -> NIODeadline { start + .seconds(seconds) }

    private func expect(
        _ watch: HTTPConnectionWatch, _ wait: HTTPConnectionWatch.Wait?, until seconds: Int64 = 0,
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(watch.due?.wait == wait, sourceLocation: location)
        guard wait != nil else { return }
        #expect(watch.due?.date == Self.after(seconds), sourceLocation: location)
    }

    @Test func `each phase of a request has a time limit, and preparing the response has none`() {
        var watch = HTTPConnectionWatch(limits: HTTPLimits(), openedAt: Self.after(1))
        expect(watch, .head, until: 11)
        watch.headRead(at: Self.after(2))
        expect(watch, .body, until: 32)
        watch.requestEnded(at: Self.after(3))
        expect(watch, nil)
        watch.responseEnded(at: Self.after(100))
        expect(watch, .idle, until: 160)
        watch.headRead(at: Self.after(120))
        expect(watch, .body, until: 150)
    }

    @Test func `an early response does not extend the time limit of the request's body`() {
        var watch = HTTPConnectionWatch(limits: HTTPLimits(), openedAt: Self.start)
        watch.headRead(at: Self.after(5))
        watch.responseEnded(at: Self.after(6))
        expect(watch, .body, until: 35)
        watch.requestEnded(at: Self.after(30))
        expect(watch, .idle, until: 90)
    }

    @Test func `a response that the client does not read has a time limit, which reading ends`() {
        var watch = HTTPConnectionWatch(limits: HTTPLimits(), openedAt: Self.start)
        watch.headRead(at: Self.start)
        watch.requestEnded(at: Self.start)
        watch.writabilityChanged(to: false, at: Self.after(10))
        watch.writabilityChanged(to: false, at: Self.after(20))
        expect(watch, .write, until: 40)
        watch.writabilityChanged(to: true, at: Self.after(39))
        expect(watch, nil)
    }

    @Test func `no time limit applies until the server has responded to all pipelined requests`() {
        var watch = HTTPConnectionWatch(limits: HTTPLimits(), openedAt: Self.start)
        for _ in 1...2 {
            watch.headRead(at: Self.start)
            watch.requestEnded(at: Self.start)
        }
        watch.responseEnded(at: Self.after(50))
        expect(watch, nil)
        watch.responseEnded(at: Self.after(60))
        expect(watch, .idle, until: 120)
    }
}
