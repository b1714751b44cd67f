// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Simulation
import Synchronization
import Testing

@testable import APNSService

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A day of sending, checked by the service's own rules: senders whose clocks are stepped never get
/// `TooManyProviderTokenUpdates`.
struct ProviderTokenDayTests {
    /// The machine of one process. Its clock may be wrong, but time passes at the normal rate.
    private final class Machine: Sendable {
        private let wrongBy = Mutex<TimeInterval>(0)
        private let clock: VirtualClock

        init(_ clock: VirtualClock) { self.clock = clock }

        func set(wrongBy seconds: TimeInterval) { wrongBy.withLock { $0 = seconds } }

        var time: TimeSource {
            TimeSource(
                now: { self.clock.now + self.wrongBy.withLock { $0 } },
                uptime: { self.clock.uptime },
                // No store in these tests waits.
                sleep: { _ in try await Task.never() })
        }
    }

    /// A custom token store that the processes share.
    private final class Store: ProviderTokenStore {
        private let tokens = Mutex<[String: SharedProviderToken]>([:])

        func load(_ name: String) async throws -> SharedProviderToken? {
            tokens.withLock { $0[name] }
        }

        func replace(
            _ seen: SharedProviderToken?, with new: SharedProviderToken, name: String
        ) async throws -> SharedProviderToken? {
            tokens.withLock { tokens in
                if tokens[name] == seen { tokens[name] = new }
                return tokens[name]
            }
        }
    }

    /// A process with connections.
    private struct Sender {
        let machine: Machine
        let source: ProviderTokenSource
        var connections: [(state: ConnectionState, token: ProviderToken?)]

        /// Sends on one connection; after `ExpiredProviderToken`, sends again with the new token on
        /// a new connection. Connections with the old token are not used again.
        mutating func send(_ bench: inout Bench, on index: Int) async throws -> String? {
            let token = try await source.refreshed(machine.time)
            let reason = try sendOnce(&bench, index, token)
            guard reason == "ExpiredProviderToken" else { return reason }
            for other in connections.indices where connections[other].token == token {
                connections[other] = (ConnectionState(), nil)
            }
            guard let new = try await source.replacement(for: token, machine.time) else {
                return reason
            }
            return try sendOnce(&bench, index, new)
        }

        private mutating func sendOnce(
            _ bench: inout Bench, _ index: Int, _ token: ProviderToken
        ) throws -> String? {
            connections[index].token = token
            let request = bench.request { $0.set("authorization", token.authorizationValue) }
            let response = bench.service.handle(
                request, connection: &connections[index].state, environment: .sandbox,
                now: bench.now, using: &bench.generator)
            return response.reason
        }
    }

    private let clock = VirtualClock(now: Bench.start)
    private static let tick = Duration.seconds(120)

    private func senders(_ key: ProviderKey, count: Int, shareToken: Bool) -> [Sender] {
        let store = Store()
        return (0..<count).map { _ in
            let source =
                shareToken
                ? ProviderTokenSource(key: key, store: store) { Issue.record("\($0)") }
                : ProviderTokenSource(key: key)
            return Sender(
                machine: Machine(clock), source: source,
                connections: [(ConnectionState(), nil), (ConnectionState(), nil)])
        }
    }

    @Test(arguments: [false, true])
    func `a day with correct clocks causes no rejection`(shareToken: Bool) async throws {
        var bench = try Bench()
        var senders = senders(bench.key, count: 3, shareToken: shareToken)
        var tokens: Set<ProviderToken> = []
        for _ in 0..<720 {
            clock.advance(by: Self.tick)
            bench.now = clock.now
            for sender in senders.indices {
                for index in 0..<2 {
                    #expect(try await senders[sender].send(&bench, on: index) == nil)
                    tokens.formUnion(senders[sender].connections.compactMap(\.token))
                }
            }
        }
        // 24 hours are 28.8 windows of 50 minutes.
        #expect(tokens.count == (shareToken ? 29 : 87))
    }

    @Test(arguments: 0..<6)
    func `clock steps of hours cause no TooManyProviderTokenUpdates and no lasting rejections`(
        seed: Int
    ) async throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var options = ServiceOptions()
        options.wedgesAfterExpiredProviderToken = seed.isMultiple(of: 2)
        var bench = try Bench(options: options)
        var senders = senders(bench.key, count: 2, shareToken: seed >= 3)
        var reasons: [String: Int] = [:]
        var ticksSinceStep = 0
        for _ in 0..<720 {
            clock.advance(by: Self.tick)
            bench.now = clock.now
            ticksSinceStep += 1
            if generator.chance(1, outOf: 60) {
                let hours = generator.chance(1, outOf: 2) ? 0 : Double(generator.next() % 13) - 6
                for sender in senders { sender.machine.set(wrongBy: hours * 3600) }
                ticksSinceStep = hours == 0 ? 0 : -720
            }
            for sender in senders.indices {
                for index in 0..<2 {
                    guard let reason = try await senders[sender].send(&bench, on: index) else {
                        continue
                    }
                    reasons[reason, default: 0] += 1
                    // Twenty minutes after the clock was corrected, no request is rejected.
                    if ticksSinceStep > 10 { Issue.record("\(reason) with a correct clock") }
                }
            }
        }
        #expect(reasons["TooManyProviderTokenUpdates"] == nil, "\(reasons)")
        #expect(
            Set(reasons.keys).isSubset(of: ["ExpiredProviderToken", "InvalidProviderToken"]))
    }

    @Test func `a sender that signs a token for each request is rejected by the same service`()
        throws
    {
        var bench = try Bench()
        for second in 0..<2 {
            bench.now = Bench.start + Double(second)
            let token = try ProviderToken(signedBy: bench.key, issuedAt: bench.now)
            let request = bench.request { $0.set("authorization", token.authorizationValue) }
            #expect(
                bench.send(request).reason == (second == 0 ? nil : "TooManyProviderTokenUpdates"))
        }
    }
}

extension Task where Success == Never, Failure == Never {
    /// Waits until the task is cancelled.
    fileprivate static func never() async throws {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        for await _ in stream {}
        continuation.finish()
        try Task<Never, Never>.checkCancellation()
    }
}
