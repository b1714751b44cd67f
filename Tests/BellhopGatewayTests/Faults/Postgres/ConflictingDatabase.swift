// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import SQLCore
import Simulation
import Synchronization

/// A PostgreSQL database in which some transactions conflict with another one: the server refuses a
/// statement before or after the transaction's own statements.
final class ConflictingDatabase: SQLDatabase {
    /// The SQLSTATEs of a serialization failure and of a deadlock.
    private static let states = ["40001", "40P01"]
    /// A transaction is tried five times; the last attempt works, because real transactions do not
    /// conflict that often.
    private static let conflictsMax = 4

    private struct State {
        var generator: SeededGenerator
        var conflicts = 0
        var isActive: Bool
    }

    private let database: any SQLDatabase
    private let chance: UInt64
    private let state: Mutex<State>

    var dialect: SQLDialect { database.dialect }
    var conflictCount: Int { state.withLock { $0.conflicts } }

    /// - Parameters:
    ///   - chance: how many of 1000 attempts conflict with another transaction.
    ///   - isActive: whether attempts conflict even before ``begin()``.
    init(_ database: any SQLDatabase, chance: UInt64, seed: UInt64 = 6, isActive: Bool = true) {
        self.database = database
        self.chance = chance
        state = Mutex(State(generator: SeededGenerator(seed: seed), isActive: isActive))
    }

    func begin() { state.withLock { $0.isActive = true } }

    /// The SQLSTATE with which an attempt is refused, and whether it is refused only after its own
    /// statements.
    private func conflict() -> (state: String, isLate: Bool)? {
        state.withLock { state in
            guard state.isActive, state.generator.chance(chance, outOf: 1000) else { return nil }
            state.conflicts += 1
            let name = Self.states[state.conflicts % 2]
            return (name, state.generator.chance(1, outOf: 2))
        }
    }

    private static func refuse(
        _ db: isolated any SQLConnection, _ state: String
    ) async throws {
        try await db.run(
            "DO \(text: "$$ BEGIN RAISE EXCEPTION 'test' USING ERRCODE = '\(state)'; END $$")")
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        let attempts = Attempts()
        return try await database.write { db in
            let conflict = attempts.next() <= Self.conflictsMax ? self.conflict() : nil
            if let conflict, !conflict.isLate { try await Self.refuse(db, conflict.state) }
            let value = try await body(db)
            if let conflict { try await Self.refuse(db, conflict.state) }
            return value
        }
    }

    private final class Attempts: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        try await database.read(body)
    }

    func milliseconds(_ db: isolated any SQLConnection) async throws -> Int64 {
        try await database.milliseconds(db)
    }

    func scrub() async { await database.scrub() }
    func check() async throws { try await database.check() }
    func close() async throws { try await database.close() }
}
#endif
