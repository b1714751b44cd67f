// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore
import Synchronization

/// Runs writing transactions in groups, so that one synchronization of the disk makes all
/// transactions of a group durable.
///
/// Each transaction is a savepoint within one SQLite transaction, so that a failed transaction
/// changes nothing and the others are still committed. No transaction returns before its group is
/// durable.
final class WriteGroups: Sendable {
    /// The maximum number of transactions in one group.
    static let groupMax = 128
    /// The maximum number of waiting transactions; further transactions get an error immediately.
    static let waitingMax = 10_000

    /// A waiting transaction.
    struct Job: Sendable {
        /// Runs the transaction's body and stores the result.
        let run: @Sendable (isolated SQLiteConnection) async throws -> Void
        /// Passes the result that `run` stored to the caller, or the error that prevented the
        /// group's commit.
        let finish: @Sendable ((any Error)?) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var isRunning = false
        var isClosed = false
    }

    private let connection: SQLiteConnection
    private let state = Mutex(State())

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// Runs one transaction, and returns after it has become durable.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            let kept = Kept(continuation)
            add(
                Job(
                    run: { db in
                        do { kept.keep(.success(try await body(db))) } catch {
                            kept.keep(.failure(error))
                            throw error
                        }
                    }, finish: { kept.finish($0) }))
        }
    }

    private func add(_ job: Job) {
        let refusal: SQLError? = state.withLock { state in
            if state.isClosed { return SQLError(.closed, "the database is closed; open it again") }
            guard state.waiting.count < Self.waitingMax else {
                return SQLError(
                    .busy,
                    "more than \(Self.waitingMax) transactions wait for the database; try again "
                        + "later")
            }
            state.waiting.append(job)
            return nil
        }
        if let refusal { return job.finish(refusal) }
        let isFirst = state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if isFirst { Task { await self.run() } }
    }

    private func run() async {
        while let group = next() { await connection.write(group) }
    }

    private func next() -> [Job]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            let group = Array(state.waiting.prefix(Self.groupMax))
            state.waiting.removeFirst(group.count)
            return group
        }
    }

    /// Rejects all further transactions.
    func close() { state.withLock { $0.isClosed = true } }
}

/// Stores the result of a transaction until its group is durable.
private final class Kept<Value: Sendable>: Sendable {
    private let continuation: CheckedContinuation<Value, any Error>
    private let result = Mutex<Result<Value, any Error>?>(nil)

    init(_ continuation: CheckedContinuation<Value, any Error>) {
        self.continuation = continuation
    }

    func keep(_ result: Result<Value, any Error>) { self.result.withLock { $0 = result } }

    func finish(_ error: (any Error)?) {
        let kept = result.withLock { $0 }
        switch (kept, error) {
        case (.failure(let own)?, _): continuation.resume(throwing: own)
        case (_, let error?): continuation.resume(throwing: error)
        case (.success(let value)?, nil): continuation.resume(returning: value)
        case (nil, nil): continuation.resume(throwing: CancellationError())
        }
    }
}

extension SQLiteConnection {
    /// Runs a group as one transaction.
    fileprivate func write(_ group: [WriteGroups.Job]) async {
        var open: [WriteGroups.Job] = []
        do { try run("BEGIN IMMEDIATE") } catch {
            for job in group { job.finish(error) }
            return
        }
        for (index, job) in group.enumerated() {
            do {
                try run("SAVEPOINT job")
                try await job.run(self)
                try run("RELEASE job")
                open.append(job)
            } catch {
                if (try? undo()) == true {
                    job.finish(error)
                    continue
                }
                // The error ended the SQLite transaction, so the group's earlier transactions have
                // been undone, too.
                for job in open + [job] { job.finish(error) }
                return await write(Array(group[(index + 1)...]))
            }
        }
        guard !group.isEmpty else { return }
        do {
            try run("COMMIT")
            for job in open { job.finish(nil) }
        } catch {
            _ = try? run("ROLLBACK")
            for job in open { job.finish(error) }
        }
    }

    /// Undoes the changes since the last savepoint.
    ///
    /// - Returns: whether the SQLite transaction is still open.
    private func undo() throws -> Bool {
        guard try isInTransaction else { return false }
        try run("ROLLBACK TO job")
        try run("RELEASE job")
        return true
    }
}
