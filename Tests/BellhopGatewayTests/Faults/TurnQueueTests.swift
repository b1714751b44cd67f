// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import SQLCore

/// Who gets a connection when there are too few.
@Suite(.timeLimit(.minutes(30))) struct TurnQueueTests {
    /// The order in which callers got their turns.
    private final class Turns: Sendable {
        private let names = Mutex<[String]>([])

        func add(_ name: String) { names.withLock { $0.append(name) } }

        var all: [String] { names.withLock { $0 } }
    }

    private func until(_ condition: () -> Bool) async throws {
        while !condition() {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test func `a turn that is kept for sending is given to nobody else`() async throws {
        let queue = TurnQueue(count: 2, waitersMax: 10, reserved: 1)
        let turns = Turns()
        try await queue.take()
        let usual = Task {
            try await queue.take()
            turns.add("usual")
        }
        try await until { queue.waitingCount == 1 }
        for _ in 0..<3 {
            try await queue.take(.sending)
            queue.giveBack()
        }
        #expect(queue.waitingCount == 1, "the last turn is not given to others")
        queue.giveBack()
        try await usual.value
        #expect(turns.all == ["usual"])
    }

    @Test func `a queue with a single turn keeps no turn for sending`() async throws {
        let queue = TurnQueue(count: 1, waitersMax: 10, reserved: 1)
        try await queue.take()
        queue.giveBack()
        try await queue.take(.sending)
        queue.giveBack()
    }

    @Test func `callers that send come first, and equally urgent callers keep their order`()
        async throws
    {
        let queue = TurnQueue(count: 1, waitersMax: 10)
        let turns = Turns()
        try await queue.take()
        let names = [("a", SQLUrgency.usual), ("b", .sending), ("c", .usual), ("d", .sending)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, (name, urgency)) in names.enumerated() {
                group.addTask {
                    try await queue.take(urgency)
                    turns.add(name)
                    queue.giveBack()
                }
                try await until { queue.waitingCount == index + 1 }
            }
            queue.giveBack()
            try await group.waitForAll()
        }
        #expect(turns.all == ["b", "d", "a", "c"])
    }

    @Test func `a caller that waits for too long gets an error, and sending does not`()
        async throws
    {
        let queue = TurnQueue(count: 1, waitersMax: 10, waitSecondsMax: 1)
        try await queue.take()
        let sending = Task { try await queue.take(.sending) }
        try await until { queue.waitingCount == 1 }
        let error = await #expect(throws: SQLError.self) { try await queue.take() }
        #expect(error?.kind == .busy)
        #expect(error?.message.contains("\n") == false)
        #expect(queue.waitingCount == 1)
        queue.giveBack()
        try await sending.value
        queue.giveBack()
        // The caller that gave up has left nothing behind.
        try await queue.take()
        queue.giveBack()
    }

    @Test func `cancelled callers leave the queue, and a later caller gets a turn`() async throws {
        let queue = TurnQueue(count: 1, waitersMax: 10)
        try await queue.take()
        let cancelled = [SQLUrgency.usual, .sending].map { urgency in
            Task { try await queue.take(urgency) }
        }
        try await until { queue.waitingCount == 2 }
        for task in cancelled { task.cancel() }
        for task in cancelled {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        queue.giveBack()
        try await queue.take()
        queue.giveBack()
    }

    @Test func `too many callers, and all callers of a closed queue, get an error`() async throws {
        let queue = TurnQueue(count: 1, waitersMax: 1)
        try await queue.take()
        let waiting = Task { try await queue.take() }
        try await until { queue.waitingCount == 1 }
        let error = await #expect(throws: SQLError.self) { try await queue.take(.sending) }
        #expect(error?.kind == .busy)
        queue.close()
        await #expect(throws: SQLError.self) { try await waiting.value }
        await #expect(throws: SQLError.self) { try await queue.take() }
    }
}
