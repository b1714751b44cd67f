// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Simulation
import Testing

@testable import APNSProvider

/// The pool against a server that does whatever a seed says: whatever happens, no request is lost,
/// answered twice or given another's answer, and no limit is broken.
struct PoolSimulationTests {
    /// A world of one pool, its callers and its server.
    private struct World {
        var pool = PoolStateMachine(settings: .init(connectionCountMax: 2, streamCountMax: 4))
        var generator: SeededGenerator
        var token: ProviderToken
        let tokens: [ProviderToken]
        var submitted: Set<UInt64> = []
        var outcomes: [UInt64: PushOutcome] = [:]
        var refused: Set<UInt64> = []
        var nextID: UInt64 = 1
        /// Open connections: streams with their requests, and the limit the server named last.
        var streams: [UInt64: [Int: UInt64]] = [:]
        var connecting: Set<UInt64> = []
        var limits: [UInt64: Int] = [:]
        var draining: Set<UInt64> = []
        var writeCounts: [UInt64: Int] = [:]
        var faults: [String] = []

        init(seed: UInt64, tokens: [ProviderToken]) {
            generator = SeededGenerator(seed: seed)
            self.tokens = tokens
            token = tokens[0]
        }

        /// The identifier that the answer to a request carries, to see whose it is.
        func mark(_ request: UInt64) -> String { "answer-\(request)" }

        mutating func perform(_ actions: [PoolStateMachine.Action]) {
            for action in actions { perform(action) }
            if pool.wantsToken { perform(pool.dispatch(token: token)) }
        }

        mutating func perform(_ action: PoolStateMachine.Action) {
            switch action {
            case .open(let id): connecting.insert(id)
            case .write(let id, let stream, let request, _):
                if draining.contains(id) {
                    faults.append("\(request) written on a draining connection")
                }
                if outcomes[request] != nil { faults.append("\(request) written after its end") }
                streams[id, default: [:]][stream] = request
                writeCounts[request, default: 0] += 1
                let count = streams[id]?.count ?? 0
                if count > min(4, limits[id] ?? .max) { faults.append("\(count) streams on \(id)") }
            case .reset(let id, let stream): streams[id]?[stream] = nil
            case .close(let id): forget(id)
            case .complete(let request, let outcome):
                if outcomes.updateValue(outcome, forKey: request) != nil {
                    faults.append("\(request) ended twice")
                }
                if let mark = outcome.acceptance?.uniqueID, mark != self.mark(request) {
                    faults.append("\(request) got \(mark)")
                }
            case .refuse(let request): refused.insert(request)
            case .renewToken(let request, let expired):
                if token == expired { token = tokens.first { $0 != expired } ?? token }
                perform(pool.tokenRenewed(request, isAvailable: generator.chance(2, outOf: 3)))
            case .ping, .startTimer: break
            }
        }

        mutating func forget(_ id: UInt64) {
            streams[id] = nil
            connecting.remove(id)
            draining.remove(id)
            limits[id] = nil
        }

        /// One thing that happens.
        mutating func step() {
            switch generator.next() % 16 {
            case 0...4:
                submitted.insert(nextID)
                nextID += 1
                perform(pool.submit(nextID - 1))
            case 5: withSomeRequest { world, id in world.perform(world.pool.cancelled(id)) }
            case 6: withSomeRequest { world, id in world.perform(world.pool.deadlinePassed(id)) }
            case 7: connectOrFail()
            case 8: changeLimit()
            case 9: goAway()
            case 10: breakConnection()
            default: answer()
            }
        }

        mutating func connectOrFail() {
            guard let id = connecting.min() else { return }
            connecting.remove(id)
            guard generator.chance(4, outOf: 5) else {
                return perform(pool.connectionEnded(id, cause: "refused"))
            }
            streams[id] = [:]
            limits[id] = Int(generator.next() % 6)
            perform(pool.receivedSettings(id, maxConcurrentStreams: limits[id]))
        }

        mutating func changeLimit() {
            guard let id = someConnection else { return }
            // Streams that are open already stay; only new ones obey.
            limits[id] = max(streams[id]?.count ?? 0, Int(generator.next() % 6))
            perform(pool.receivedSettings(id, maxConcurrentStreams: limits[id]))
        }

        mutating func goAway() {
            guard let id = someConnection, generator.chance(1, outOf: 3) else { return }
            let last = Int(generator.next() % 20)
            streams[id] = streams[id]?.filter { $0.key <= last }
            draining.insert(id)
            perform(pool.receivedGoAway(id, lastStream: last, cause: "GOAWAY"))
        }

        mutating func breakConnection() {
            guard let id = someConnection, generator.chance(1, outOf: 3) else { return }
            for stream in streams[id, default: [:]].keys.sorted()
            where generator.chance(1, outOf: 2) {
                pool.requestWritten(id, stream: stream)
            }
            forget(id)
            perform(pool.connectionEnded(id, cause: "broken"))
        }

        mutating func answer() {
            guard let id = someConnection, let stream = streams[id]?.keys.min(),
                let request = streams[id]?.removeValue(forKey: stream)
            else { return }
            pool.requestWritten(id, stream: stream)
            switch generator.next() % 8 {
            case 0: perform(pool.receivedReset(id, stream: stream, code: Int(generator.next() % 9)))
            case 1:
                let reasons: [RejectionReason] = [
                    .expiredProviderToken, .badDeviceToken, .shutdown,
                ]
                let reason = reasons[Int(generator.next() % 3)]
                if reason != .badDeviceToken { draining.insert(id) }
                perform(
                    pool.received(
                        head: .init(status: reason.status), id, stream: stream, isLast: false))
                let body = RejectionBody(reason: reason).encoded
                perform(pool.received(body: body, id, stream: stream, isLast: true))
            default:
                let head = ResponseAccumulator.Head(status: 200, uniqueID: mark(request))
                perform(pool.received(head: head, id, stream: stream, isLast: true))
                // A second answer on the stream is nobody's.
                perform(pool.received(head: .init(status: 410), id, stream: stream, isLast: true))
            }
        }

        var someConnection: UInt64? {
            mutating get {
                let ids = streams.keys.sorted()
                return ids.isEmpty ? nil : ids[Int(generator.next() % UInt64(ids.count))]
            }
        }

        mutating func withSomeRequest(_ body: (inout World, UInt64) -> Void) {
            let id = generator.next() % nextID
            body(&self, id)
        }

        /// Lets the client end: what has no answer by now meets its deadline.
        mutating func finish() {
            perform(pool.shutdown())
            perform(pool.submit(.max))
            for id in submitted.sorted() { perform(pool.deadlinePassed(id)) }
        }
    }

    @Test func `no request is lost, doubled or mixed up`() throws {
        let tokens = [try Fixtures.token(), try Fixtures.token(issuedAt: 1_767_225_900)]
        var acceptedCount = 0
        for seed in 0..<UInt64(400) {
            var world = World(seed: seed, tokens: tokens)
            for _ in 0..<300 { world.step() }
            world.finish()
            #expect(world.faults == [], "seed \(seed)")
            #expect(Set(world.outcomes.keys) == world.submitted, "seed \(seed)")
            #expect(world.refused == [.max], "seed \(seed)")
            #expect(world.pool.isFinished, "seed \(seed)")
            // The first time, once as provably unprocessed, once with another token.
            #expect(world.writeCounts.values.allSatisfy { $0 <= 3 }, "seed \(seed)")
            acceptedCount += world.outcomes.values.count { $0.acceptance != nil }
        }
        #expect(acceptedCount > 1000, "the worlds must not be too hostile to mean anything")
    }
}
