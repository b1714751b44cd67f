// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Stores entries of the audit log, as steps of the transactions that they report.
enum SQLAudit {
    /// Appends an entry at the end of a transaction.
    ///
    /// The transaction takes this lock last, so that the lock is held only for a short time, and
    /// the entries become visible in the order of their numbers.
    static func append(
        _ db: isolated SQLStore.Connection, _ scope: AuditScope, before: String?, after: String?
    ) async throws {
        let object = scope.object
        try await db.lock(["audit"])
        let last = try await db.row(newest)
        let removed = try await db.row("SELECT no, hash FROM audit_start")
        let number: Int64 = try (last ?? removed)?.value("no") ?? 0
        var entry = AuditEntry(
            // A time in whole seconds does not change if it is written as text and read again.
            number: number + 1,
            at: Date(storedMilliseconds: scope.at.storedMilliseconds / 1000 * 1000),
            key: scope.actor, action: scope.action, app: scope.app,
            object: object.map { "\($0.kind.rawValue) \($0.id)" }, before: before, after: after,
            address: scope.address,
            previous: try (last ?? removed)?.value("hash") ?? AuditChain.start)
        entry.hash = AuditChain.hash(of: entry)
        try await db.run(
            """
            INSERT INTO audit (no, at, key, action, app, object, before, after, address, hash)
            VALUES (\(entry.number), \(entry.at.storedMilliseconds), \(entry.key),
                \(entry.action), \(entry.app), \(entry.object), \(entry.before), \(entry.after),
                \(entry.address), \(entry.hash))
            """)
    }

    private static let newest: SQL =
        "SELECT no, hash FROM audit WHERE no > 0 ORDER BY no DESC LIMIT 1"

    /// Returns a digest of the values of an object; `nil` if it does not exist.
    static func digest(
        _ db: isolated SQLStore.Connection, _ object: AuditScope.Object?
    ) async throws -> String? {
        guard let object, let statement = statement(object) else { return nil }
        let rows = try await db.rows(statement)
        guard !rows.isEmpty else { return nil }
        var hash = SHA256()
        for row in rows {
            for column in rows.columns {
                hash.update(data: Array("\(column)=\(text(row[column])) ".utf8))
            }
        }
        return Hex.encode(hash.finalize())
    }

    /// Selects the values of an object that people set. Values that change in daily operation, such
    /// as the time of the last use, are omitted.
    private static func statement(_ object: AuditScope.Object) -> SQL? {
        let id = object.id
        let parts = id.split(separator: "/", maxSplits: 1).map(String.init)
        switch object.kind {
        case .app:
            return """
                SELECT a.name, a.client_key, a.client_key_before, a.identity_secret,
                    a.identity_secret_before, a.user_proof, c.key_id, c.team_id, c.fingerprint,
                    c.updated_at
                FROM app a LEFT JOIN credential c ON c.app = a.no WHERE a.bundle_id = \(id)
                """
        case .apiKey:
            return """
                SELECT name, scopes, apps, requests_per_minute, revoked_at FROM api_key
                WHERE id = \(id)
                """
        case .campaign:
            return "SELECT state, rules, audience, content FROM campaign WHERE id = \(id)"
        case .installation:
            return "SELECT user_id, created_at FROM installation WHERE id = \(id)"
        case .webhook:
            return """
                SELECT url, description, events, apps, secret, batch_size, is_enabled, run
                FROM webhook WHERE id = \(id)
                """
        case .series:
            return """
                SELECT definition, every, until, ended_at FROM campaign_series WHERE id = \(id)
                """
        case .trigger:
            return """
                SELECT event, name, message, template FROM campaign_trigger WHERE id = \(id)
                """
        case .attribute:
            guard parts.count == 2 else { return nil }
            return """
                SELECT kind FROM attribute
                WHERE app = (SELECT no FROM app WHERE bundle_id = \(parts[0]))
                    AND name = \(parts[1])
                """
        case .segment:
            guard parts.count == 2 else { return nil }
            return """
                SELECT filter FROM segment
                WHERE app = (SELECT no FROM app WHERE bundle_id = \(parts[0]))
                    AND name = \(parts[1])
                """
        }
    }

    private static func text(_ value: SQLValue?) -> String {
        switch value {
        case .integer(let number): "\(number)"
        case .text(let text): "\"\(text)\""
        case .blob(let bytes): "x" + Hex.encode(SHA256.hash(data: bytes))
        default: "-"
        }
    }

    // MARK: Reading

    /// Selects a page of the log, newest first.
    ///
    /// - Parameter apps: the apps to whose entries the caller is limited.
    static func page(
        before number: Int64, limit: Int, app: String?, key: String?, action: String?,
        within apps: AppLimit
    ) -> SQL {
        // The hash of the previous entry is in the previous row, even if the filter excludes that
        // row.
        var statement: SQL = """
            SELECT a.*, coalesce((SELECT p.hash FROM audit p WHERE p.no = a.no - 1),
                (SELECT hash FROM audit_start), \(AuditChain.start)) AS previous
            FROM audit a WHERE a.no < \(number)
            """
        if let app { statement += " AND a.app = \(app)" }
        if let key { statement += " AND a.key = \(key)" }
        if let action { statement += " AND a.action = \(action)" }
        if apps != .none { statement += " AND a.app \(in: apps.names)" }
        return statement + " ORDER BY a.no DESC LIMIT \(limit)"
    }

    static func entry(_ row: SQLRow) throws -> AuditEntry {
        AuditEntry(
            number: try row.value("no"), at: try row.moment("at"), key: try row.value("key"),
            action: try row.value("action"), app: try row.optional("app"),
            object: try row.optional("object"), before: try row.optional("before"),
            after: try row.optional("after"), address: try row.optional("address"),
            previous: try row.value("previous"), hash: try row.value("hash"))
    }

    // MARK: Retention

    /// Removes old entries, the oldest first, and keeps the hash of the last removed entry, with
    /// which the chain continues.
    static func purge(
        _ db: isolated SQLStore.Connection, before oldest: Int64, limit: Int
    ) async throws -> Int {
        try await db.lock(["audit"])
        let rows = try await db.rows(
            """
            SELECT no, at, hash FROM audit WHERE no > 0 ORDER BY no LIMIT \(limit)
            """)
        var last: (number: Int64, hash: String)?
        for row in rows {
            guard try row.value("at") < oldest else { break }
            last = (try row.value("no"), try row.value("hash"))
        }
        guard let last else { return 0 }
        try await db.run("DELETE FROM audit_start")
        try await db.run(
            "INSERT INTO audit_start (no, hash) VALUES (\(last.number), \(last.hash))")
        return try await db.run("DELETE FROM audit WHERE no <= \(last.number)")
    }
}
