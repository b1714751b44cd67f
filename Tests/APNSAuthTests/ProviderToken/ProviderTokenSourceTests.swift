// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Foundation
import Simulation
import Testing

/// The rules for changing the token, within one process. Apple's page "Establishing a token-based
/// connection to APNs" gives the reasons.
struct ProviderTokenSourceTests {
    private let clock = VirtualClock()
    private let source: ProviderTokenSource
    private var time: TimeSource { clock.timeSource }

    init() throws {
        source = ProviderTokenSource(
            key: try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "TEAM123456"))
    }

    private func ready() throws -> ProviderToken { try #require(try source.ready(time)) }

    @Test func `one token is used for fifty minutes, then a new one is signed`() async throws {
        let first = try ready()
        clock.advance(by: .seconds(50 * 60 - 1))
        #expect(try ready() == first)
        #expect(try await source.refreshed(time) == first)
        clock.advance(by: .seconds(1))
        let second = try ready()
        #expect(second != first)
        #expect(second.issuedAt == clock.now)
        clock.advance(by: .seconds(49 * 60))
        #expect(try ready() == second)
    }

    @Test func `a hundred simultaneous callers get the same token`() async throws {
        for minutes in [0, 50, 100] {
            clock.advance(by: .seconds(minutes * 60))
            let tokens = try await withThrowingTaskGroup(of: ProviderToken.self) { group in
                for index in 0..<100 {
                    group.addTask {
                        if index.isMultiple(of: 2) { return try #require(try source.ready(time)) }
                        return try await source.refreshed(time)
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(tokens.count == 1)
        }
    }

    @Test func `a burst of ExpiredProviderToken responses causes one new token`() async throws {
        let old = try ready()
        clock.advance(by: .seconds(60))
        let tokens = try await withThrowingTaskGroup(of: ProviderToken?.self) { group in
            for _ in 0..<100 {
                group.addTask { try await source.replacement(for: old, time) }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        let new = try #require(tokens.first ?? nil)
        #expect(tokens.count == 1)
        #expect(new != old)
        #expect(try ready() == new)
    }

    @Test func `after one early token change, an expired response is final for twenty minutes`()
        async throws
    {
        let old = try ready()
        clock.advance(by: .seconds(60))
        let new = try #require(try await source.replacement(for: old, time))
        for minutes in [1, 10, 8] {
            clock.advance(by: .seconds(minutes * 60))
            #expect(try await source.replacement(for: new, time) == nil)
        }
        clock.advance(by: .seconds(60))
        let third = try #require(try await source.replacement(for: new, time))
        #expect(third != new)
        // The last change was not early, so another early change is allowed.
        clock.advance(by: .seconds(60))
        #expect(try await source.replacement(for: third, time) != nil)
    }

    @Test(arguments: [-30.0, -5, -1, 1, 5, 30])
    func `a step of the clock by hours changes the token, but not within twenty minutes`(
        hours: Double
    ) throws {
        let first = try ready()
        clock.advance(by: .seconds(60))
        clock.jump(to: clock.now + hours * 3600)
        #expect(try ready() == first)
        clock.advance(by: .seconds(18 * 60 + 59))
        #expect(try ready() == first)
        clock.advance(by: .seconds(1))
        let second = try ready()
        #expect(second != first)
        #expect(second.issuedAt == clock.now)
        // The clock steps back.
        clock.jump(to: clock.now - hours * 3600)
        #expect(try ready() == second)
        clock.advance(by: .seconds(20 * 60))
        #expect(try ready() != second)
    }

    @Test(arguments: [-25.0, -10, 10, 25])
    func `a small step of the clock does not change the token`(minutes: Double) throws {
        let first = try ready()
        clock.advance(by: .seconds(60))
        clock.jump(to: clock.now + minutes * 60)
        clock.advance(by: .seconds(20 * 60))
        #expect(try ready() == first)
    }

    @Test func `a token from a wrong clock is replaced at once when APNs reports that it expired`()
        async throws
    {
        clock.jump(to: clock.now - 5 * 3600)
        let old = try ready()
        clock.jump(to: clock.now + 5 * 3600)
        clock.advance(by: .seconds(10))
        let new = try #require(try await source.replacement(for: old, time))
        #expect(new.issuedAt == clock.now)
    }

    @Test func `while the clock runs backwards for a day, no token is signed earlier than allowed`()
        throws
    {
        var signedAt: [Duration] = []
        var last: ProviderToken?
        for _ in 0..<(24 * 60) {
            let token = try ready()
            if token != last { signedAt.append(clock.uptime) }
            last = token
            clock.advance(by: .seconds(60))
            clock.jump(to: clock.now - 120)
        }
        let gaps = zip(signedAt, signedAt.dropFirst()).map { $1 - $0 }
        #expect(gaps.allSatisfy { $0 >= .seconds(20 * 60) })
        #expect(gaps.allSatisfy { $0 <= .seconds(50 * 60) })
        #expect(gaps.count >= 24 * 60 / 50 - 1)
    }

    /// With random requests, expired responses and steps of the clock, two tokens within 20 minutes
    /// of uptime occur only as the single exception after an expired response.
    @Test(arguments: 0..<40)
    func `the limits of token changes hold in every random sequence`(seed: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var changes: [(at: Duration, wasExpired: Bool)] = []
        var last: ProviderToken?
        for _ in 0..<400 {
            clock.advance(by: .seconds(generator.next() % 900))
            if generator.chance(1, outOf: 10) {
                let hours = Double(generator.next() % 20) - 10
                clock.jump(to: clock.now + hours * 3600)
            }
            let isExpired = last != nil && generator.chance(1, outOf: 3)
            let token: ProviderToken?
            if let last, isExpired {
                token = try await source.replacement(for: last, time)
            } else {
                token = try ready()
            }
            guard let token, token != last else { continue }
            if let change = changes.last, !isExpired {
                #expect(clock.uptime - change.at >= .seconds(20 * 60))
            }
            changes.append((clock.uptime, isExpired))
            last = token
        }
        let early = zip(changes, changes.dropFirst()).map { $1.at - $0.at < .seconds(20 * 60) }
        #expect(!zip(early, early.dropFirst()).contains { $0 && $1 }, "two early changes in a row")
        #expect(changes.count > 20)
    }

    @Test func `the limits of token changes also hold if only the wall clock is given`() throws {
        let start = clock.now
        let first = try source.token(now: start)
        #expect(try source.token(now: start + 49 * 60) == first)
        let second = try source.token(now: start + 50 * 60)
        #expect(second != first)
        let third = try #require(try source.replacement(for: second, now: start + 51 * 60))
        #expect(try source.replacement(for: third, now: start + 52 * 60) == nil)
    }
}
