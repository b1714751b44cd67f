// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import SQLCore

extension SQLStore {
    /// Runs a transaction that writes, and stores the entry of the audit log in it.
    ///
    /// If the scope names an object and the transaction does not change the object's contents, no
    /// entry is stored here: either the request failed, or ``writeAudit(_:)`` stores the entry.
    func write<Value: Sendable>(
        _ scope: AuditScope,
        _ body: @escaping @Sendable (isolated Connection) async throws -> Value
    ) async throws -> Value {
        let database = database
        let (value, isWritten) = try await Self.translating {
            try await database.write { db in
                let before = try await SQLAudit.digest(db, scope.object)
                let value = try await body(db)
                let after = try await SQLAudit.digest(db, scope.object)
                if scope.object != nil, before == after { return (value, false) }
                try await SQLAudit.append(db, scope, before: before, after: after)
                return (value, true)
            }
        }
        if isWritten { scope.wasWritten() }
        return value
    }

    /// Stores the entry of a successful request that has changed no contents that the log covers.
    func writeAudit(_ scope: AuditScope) async throws {
        let database = database
        try await Self.translating {
            try await database.write { db in
                let digest = try await SQLAudit.digest(db, scope.object)
                try await SQLAudit.append(db, scope, before: digest, after: digest)
            }
        }
        scope.wasWritten()
    }

    /// Returns entries of the audit log, newest first.
    func audit(
        before number: Int64, limit: Int, app: String?, key: String?, action: String?,
        within apps: AppLimit
    ) async throws -> [AuditEntry] {
        try await read { db in
            try await db.rows(
                SQLAudit.page(
                    before: number, limit: limit, app: app, key: key, action: action, within: apps)
            ).map(SQLAudit.entry)
        }
    }
}
