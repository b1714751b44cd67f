// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SQLStore {
    public func insertKey(_ key: StoredAPIKey) async throws {
        let scopes = KeyScope.allCases.filter(key.scopes.contains).map(\.rawValue)
        let apps = key.apps.names.joined(separator: " ")
        try await write { db in
            _ = try await db.run(
                """
                INSERT INTO api_key (id, name, hash, created_at, scopes, apps, last_used_at,
                    revoked_at, requests_per_minute)
                VALUES (\(key.id), \(key.name), \(key.hash), \(key.createdAt.storedMilliseconds),
                    \(scopes.joined(separator: " ")), \(apps),
                    \(key.lastUsedAt?.storedMilliseconds), \(key.revokedAt?.storedMilliseconds),
                    \(key.requestsPerMinute))
                """)
        }
    }

    public func key(id: String) async throws -> StoredAPIKey? {
        try await Self.translating { try await batches.keys.perform(id) }
    }

    public func keys() async throws -> [StoredAPIKey] {
        try await read { db in
            try await db.rows(
                """
                SELECT * FROM api_key ORDER BY revoked_at IS NOT NULL, created_at, id
                LIMIT \(GatewayLimits.apiKeysListedMax)
                """
            ).map(SQLKeys.key)
        }
    }

    public func noteUse(ofKey id: String, now: Date) async throws {
        _ = try await write { db in
            try await db.run(
                "UPDATE api_key SET last_used_at = \(now.storedMilliseconds) WHERE id = \(id)")
        }
    }

    public func revokeKey(id: String, now: Date) async throws -> StoredAPIKey? {
        let forgotten = now.addingTimeInterval(-GatewayLimits.revokedKeySecondsMax)
        return try await write { db in
            try await db.run(
                "DELETE FROM api_key WHERE revoked_at < \(forgotten.storedMilliseconds)")
            try await db.run(
                """
                UPDATE api_key SET revoked_at = coalesce(revoked_at, \(now.storedMilliseconds))
                WHERE id = \(id)
                """)
            return try await SQLKeys.key(db, id)
        }
    }
}

/// Reads API keys from the database.
enum SQLKeys {
    static func key(
        _ db: isolated SQLStore.Connection, _ id: String
    ) async throws -> StoredAPIKey? {
        try await db.row("SELECT * FROM api_key WHERE id = \(id)").map(key)
    }

    /// Returns the keys with the given identifiers, in the same order; `nil` for a key that does
    /// not exist.
    static func keys(
        _ database: any SQLDatabase, _ ids: [String]
    ) async throws -> [StoredAPIKey?] {
        var keys: [String: StoredAPIKey] = [:]
        for row in try await database.rows(
            "SELECT * FROM api_key WHERE id \(in: Set(ids).sorted())")
        {
            let key = try key(row)
            keys[key.id] = key
        }
        return ids.map { keys[$0] }
    }

    static func key(_ row: SQLRow) throws -> StoredAPIKey {
        let scopes: String = try row.value("scopes")
        let apps: String = try row.value("apps")
        let used: Int64? = try row.optional("last_used_at")
        let revoked: Int64? = try row.optional("revoked_at")
        return StoredAPIKey(
            id: try row.value("id"), name: try row.value("name"), hash: try row.value("hash"),
            createdAt: try row.moment("created_at"),
            // Unknown scopes, which a newer version of Bellhop has stored, are left out.
            scopes: Set(scopes.split(separator: " ").compactMap { KeyScope(rawValue: String($0)) }),
            apps: AppLimit(apps.split(separator: " ").map(String.init)),
            lastUsedAt: used.map(Date.init(storedMilliseconds:)),
            revokedAt: revoked.map(Date.init(storedMilliseconds:)),
            requestsPerMinute: try row.optional("requests_per_minute"))
    }
}
