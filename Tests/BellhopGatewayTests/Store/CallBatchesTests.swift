// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore
import Synchronization
import Testing

@testable import BellhopGateway

/// Calls that wait at the same time are carried out together.
@Suite(.timeLimit(.minutes(30))) struct CallBatchesTests {
    /// Records the batches, and stops each one until the test lets it go on.
    private final class Gate: Sendable {
        private struct State {
            var batches: [[Int]] = []
            var stopped: [CheckedContinuation<Void, any Error>] = []
            var isOpen = false
        }

        private let state = Mutex(State())

        var batches: [[Int]] { state.withLock { $0.batches } }

        func pass(_ batch: [Int]) async throws {
            try await withCheckedThrowingContinuation { continuation in
                let passes = state.withLock { state in
                    state.batches.append(batch)
                    if !state.isOpen { state.stopped.append(continuation) }
                    return state.isOpen
                }
                if passes { continuation.resume() }
            }
        }

        /// Lets the stopped batches and all later ones go on, or makes the stopped ones fail.
        func open(failing error: (any Error)? = nil) {
            let stopped = state.withLock { state in
                state.isOpen = true
                defer { state.stopped = [] }
                return state.stopped
            }
            for continuation in stopped {
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume()
                }
            }
        }

        func waitForBatch() async {
            while batches.isEmpty { await Task.yield() }
        }
    }

    private struct Refused: Error {}

    /// Starts call 0 and, when this call has become a batch, the calls 1 to `count`, which wait
    /// until the gate opens. Returns the outcomes in the order of the calls.
    private func outcomes(
        _ batches: CallBatches<Int, Int>, _ gate: Gate, count: Int,
        failing error: (any Error)? = nil
    ) async -> [Result<Int, any Error>] {
        await withTaskGroup(of: (Int, Result<Int, any Error>).self) { group in
            func add(_ call: Int) {
                group.addTask {
                    do { return (call, .success(try await batches.perform(call))) } catch {
                        return (call, .failure(error))
                    }
                }
            }
            add(0)
            await gate.waitForBatch()
            for call in 1...count { add(call) }
            while batches.waitingCount < count { await Task.yield() }
            gate.open(failing: error)
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    @Test func `a call runs at once, and calls that arrive meanwhile run in batches`()
        async throws
    {
        let gate = Gate()
        let batches = CallBatches<Int, Int>(callsMax: 4, runningMax: 1) { calls in
            try await gate.pass(calls)
            return calls.map { $0 * 10 }
        }
        let results = await outcomes(batches, gate, count: 6)
        #expect(try results.map { try $0.get() } == [0, 10, 20, 30, 40, 50, 60])
        #expect(gate.batches.map(\.count) == [1, 4, 2])
        #expect(gate.batches[0] == [0])
        #expect(Set(gate.batches.joined()) == Set(0...6))
    }

    @Test func `calls that share a key run in different batches`() async throws {
        let gate = Gate()
        let batches = CallBatches<Int, Int>(
            callsMax: 100, runningMax: 1, keys: { ["\($0 % 2)", "all of \($0 % 2)"] }
        ) { calls in
            try await gate.pass(calls)
            return calls
        }
        let results = await outcomes(batches, gate, count: 6)
        #expect(try results.map { try $0.get() } == Array(0...6))
        for batch in gate.batches {
            #expect(Set(batch.map { $0 % 2 }).count == batch.count, "\(batch)")
        }
        #expect(gate.batches.map(\.count) == [1, 2, 2, 2])
    }

    @Test func `a call that fails does not fail the other calls of its batch`() async throws {
        let gate = Gate()
        let batches = CallBatches<Int, Int>(callsMax: 100, runningMax: 1) { calls in
            try await gate.pass(calls)
            if calls.contains(3) { throw Refused() }
            return calls
        }
        let results = await outcomes(batches, gate, count: 5)
        for (call, result) in results.enumerated() {
            if call == 3 {
                #expect(throws: Refused.self) { try result.get() }
            } else {
                #expect(try result.get() == call)
            }
        }
        // The batch is tried once as a whole, and then each call alone.
        #expect(gate.batches.map(\.count) == [1, 5, 1, 1, 1, 1, 1])
    }

    @Test(arguments: [SQLError.Kind.unknownCommit, .unavailable, .busy, .diskFull])
    func `calls are not repeated after an error of the whole database`(
        kind: SQLError.Kind
    ) async throws {
        let gate = Gate()
        let batches = CallBatches<Int, Int>(callsMax: 100, runningMax: 1) { calls in
            try await gate.pass(calls)
            throw SQLError(kind, "test")
        }
        let results = await outcomes(batches, gate, count: 5)
        for result in results {
            #expect(throws: SQLError(kind, "test")) { try result.get() }
        }
        #expect(gate.batches.map(\.count) == [1, 5])
    }

    @Test func `if outcomes are missing, every call of the batch fails`() async throws {
        let gate = Gate()
        let batches = CallBatches<Int, Int>(callsMax: 100, runningMax: 1) { calls in
            try await gate.pass(calls)
            return []
        }
        for result in await outcomes(batches, gate, count: 2) {
            #expect(throws: CallBatchError.self) { try result.get() }
        }
    }

    @Test func `a call beyond the limit of waiting calls is refused`() async throws {
        let gate = Gate()
        let batches = CallBatches<Int, Int>(
            callsMax: 100, runningMax: 1, waitingMax: 3
        ) { calls in
            try await gate.pass(calls)
            return calls
        }
        await withTaskGroup(of: Void.self) { group in
            for call in 0...3 {
                group.addTask { _ = try? await batches.perform(call) }
                if call == 0 { await gate.waitForBatch() }
            }
            while batches.waitingCount < 3 { await Task.yield() }
            let error = await #expect(throws: SQLError.self) { try await batches.perform(9) }
            #expect(error?.kind == .busy)
            gate.open()
        }
    }

    @Test func `a cancelled task makes no call`() async throws {
        let batches = CallBatches<Int, Int>(callsMax: 100, runningMax: 1) { calls in
            Issue.record("the call was carried out")
            return calls
        }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await batches.perform(1)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
