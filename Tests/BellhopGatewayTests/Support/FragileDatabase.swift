// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore
import Synchronization

/// A database that can be made to fail or to hang.
final class FragileDatabase: SQLDatabase {
    enum Behavior: Sendable {
        case works
        case fails(SQLError)
        /// Stores what a transaction writes, and then loses the response.
        case losesResponses(SQLError)
        /// Does not respond until the behavior changes.
        case hangs
    }

    private let database: any SQLDatabase
    private let behavior = Mutex(Behavior.works)

    var dialect: SQLDialect { database.dialect }

    init(_ database: any SQLDatabase) { self.database = database }

    func set(_ new: Behavior) { behavior.withLock { $0 = new } }

    private func pass() async throws {
        while true {
            switch behavior.withLock({ $0 }) {
            case .works, .losesResponses: return
            case .fails(let error): throw error
            case .hangs:
                try Task.checkCancellation()
                await Task.yield()
            }
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        try await pass()
        let value = try await database.write(body)
        if case .losesResponses(let error) = behavior.withLock({ $0 }) { throw error }
        return value
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        try await pass()
        return try await database.read(body)
    }

    func milliseconds(_ db: isolated any SQLConnection) async throws -> Int64 {
        try await database.milliseconds(db)
    }

    func scrub() async { await database.scrub() }

    func check() async throws {
        try await pass()
        try await database.check()
    }

    func close() async throws { try await database.close() }
}
