// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import Simulation
import Testing

struct LimitTests {
    @Test func `a rate limit is used fully, and a pause adds only a small burst`() {
        var limit = RateLimit(perSecond: 100)
        var sent: [Int: Int] = [:]
        for millisecond in stride(from: 5000, to: 15_000, by: 3) {
            if (8000..<9000).contains(millisecond) { continue }
            let now = Duration.milliseconds(millisecond)
            let count = limit.available(at: now)
            limit.take(count, at: now)
            sent[millisecond / 1000, default: 0] += count
        }
        #expect(sent[6, default: 0] >= 99 && sent[6, default: 0] <= 101)
        #expect(sent[9, default: 0] <= 112)
    }

    @Test func `simultaneous overloads lower a limit once; a full round of successes raises it`() {
        var settings = AdaptiveLimit.Settings()
        settings.start = 90
        var limit = AdaptiveLimit(settings)
        for _ in 0..<50 { limit.ended(.overloaded, latency: .zero, inFlight: 90, at: .seconds(1)) }
        #expect(limit.limit == 60)
        limit.ended(.overloaded, latency: .zero, inFlight: 60, at: .seconds(2))
        #expect(limit.limit == 40)
        for _ in 0..<45 {
            limit.ended(.good, latency: .milliseconds(5), inFlight: 40, at: .seconds(3))
        }
        #expect(limit.limit == 41)
        // A limit that is not used up is not raised.
        for _ in 0..<1000 {
            limit.ended(.good, latency: .milliseconds(5), inFlight: 3, at: .seconds(4))
        }
        #expect(limit.limit == 41)
        limit.ended(.good, latency: .seconds(9), inFlight: 40, at: .seconds(5))
        #expect(limit.limit == 27)
    }

    @Test func `a breaker opens after 20 failures, lets tries pass, and closes after a success`() {
        var breaker = Breaker()
        for _ in 0..<19 { #expect(breaker.ended(.failing("lost"), at: .seconds(1)) == nil) }
        #expect(breaker.room(at: .seconds(1)) == nil)
        #expect(breaker.ended(.failing("lost"), at: .seconds(1)) == .opened(.failing("lost")))
        #expect(breaker.room(at: .seconds(1)) == 0)
        #expect(breaker.nextDue == .seconds(2))
        #expect(breaker.room(at: .seconds(2)) == 5)
        breaker.started(5, at: .seconds(2))
        #expect(breaker.room(at: .seconds(2)) == 0)
        #expect(breaker.ended(.failing("lost"), at: .seconds(3)) == nil)
        // The second pause is twice as long.
        #expect(breaker.nextDue == .seconds(5))
        breaker.started(2, at: .seconds(5))
        #expect(breaker.ended(.works, at: .seconds(6)) == .closed)
        #expect(breaker.room(at: .seconds(6)) == nil)
    }

    @Test func `five refusals of a credential in a row open a breaker, and a reset closes it`() {
        var breaker = Breaker()
        for _ in 0..<4 { _ = breaker.ended(.credentialRefused("x"), at: .zero) }
        _ = breaker.ended(.works, at: .zero)
        for _ in 0..<4 { #expect(breaker.ended(.credentialRefused("x"), at: .zero) == nil) }
        #expect(
            breaker.ended(.credentialRefused("x"), at: .zero)
                == .opened(.credentialRefused("x")))
        #expect(breaker.room(at: .seconds(59)) == 0)
        #expect(breaker.room(at: .seconds(60)) == 1)
        #expect(breaker.reset() == .closed)
        #expect(breaker.reset() == nil)
    }

    @Test func `each lane leaves the minimum of the other lanes free`() {
        var room = LaneRoom(inFlightMax: 100)
        #expect(room.free(in: .bulk) == 75)
        room.add(75, to: .bulk)
        #expect(room.free(in: .bulk) == 0)
        #expect(room.free(in: .otp) == 10)
        room.add(10, to: .otp)
        #expect(room.free(in: .otp) == 0)
        #expect(room.free(in: .transactional) == 10)
        room.remove(from: .bulk)
        #expect(room.free(in: .bulk) == 1)
    }

    @Test func `shares follow the weights, and an idle name accumulates no credit`() {
        var shares = FairShares<String>()
        var turns: [String: Int] = [:]
        func play(_ names: [String], _ count: Int) {
            for _ in 0..<count {
                guard let name = shares.next(of: names) else { return }
                turns[name, default: 0] += 1
                shares.use(1, by: name, weight: name == "a" ? 3 : 1)
            }
        }
        play(["a", "b"], 400)
        #expect(turns == ["a": 300, "b": 100])
        turns = [:]
        play(["b"], 1000)
        play(["a", "b"], 400)
        #expect(turns["a", default: 0] >= 299 && turns["a", default: 0] <= 301)
    }

    @Test func `the database's clock is known to within a round trip`() throws {
        var clock = DatabaseClock()
        #expect(clock.latest(at: .zero) == nil)
        let time = DatabaseTime(milliseconds: 1_000_000)
        clock.observe(time, askedAt: .seconds(10), receivedAt: .seconds(12))
        #expect(clock.earliest(at: .seconds(20)) == time + .seconds(8))
        let latest = try #require(clock.latest(at: .seconds(20)))
        #expect(latest >= time + .seconds(10) && latest <= time + .milliseconds(10_001))
        // A less exact observation is ignored for a while.
        clock.observe(time + .seconds(9), askedAt: .seconds(12), receivedAt: .seconds(50))
        #expect(clock.earliest(at: .seconds(20)) == time + .seconds(8))
    }
}
