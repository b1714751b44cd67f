// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import SQLCore

/// A database that counts its transactions and measures their time.
struct MeteredDatabase: SQLDatabase {
    private let database: any SQLDatabase
    private let metrics: GatewayMetrics

    var dialect: SQLDialect { database.dialect }

    init(_ database: any SQLDatabase, _ metrics: GatewayMetrics) {
        self.database = database
        self.metrics = metrics
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        try await metered("write") { try await database.write(body) }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        try await metered("read") { try await database.read(body) }
    }

    func rows(_ statement: SQL) async throws -> SQLRows {
        try await metered("read") { try await database.rows(statement) }
    }

    private func metered<Value: Sendable>(
        _ kind: String, _ body: () async throws -> Value
    ) async throws -> Value {
        let start = metrics.transactionBegan(kind)
        do {
            let value = try await body()
            metrics.transactionEnded(kind, start, error: nil)
            return value
        } catch {
            metrics.transactionEnded(kind, start, error: error)
            throw error
        }
    }

    func milliseconds(_ db: isolated any SQLConnection) async throws -> Int64 {
        try await database.milliseconds(db)
    }

    func scrub() async { await database.scrub() }
    func check() async throws { try await database.check() }
    func close() async throws { try await database.close() }
}
