// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GRDB
public import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SQLiteStore {
    public func putApp(
        bundleID: String, name: String, userProof: UserProofRule?, keys: AppKeys, now: Date
    ) async throws -> StoredApp {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO app (bundle_id, name, created_at) VALUES (?, ?, ?)
                    ON CONFLICT (bundle_id) DO UPDATE SET name = excluded.name
                    """,
                arguments: [bundleID, name, now.storedMilliseconds])
            try db.execute(
                sql: """
                    UPDATE app SET client_key = coalesce(client_key, ?),
                        identity_secret = coalesce(identity_secret, ?),
                        user_proof = coalesce(?, user_proof)
                    WHERE bundle_id = ?
                    """,
                arguments: [keys.clientKey, keys.identitySecret, userProof?.rawValue, bundleID])
            return try SQLApps.app(db, bundleID) ?? StoredApp(bundleID: bundleID, name: name)
        }
    }

    public func rotateClientKey(bundleID: String, to key: String) async throws -> StoredApp? {
        try await writeSecret { db in
            try db.execute(
                sql: """
                    UPDATE app SET client_key_before = client_key, client_key = ?
                    WHERE bundle_id = ?
                    """,
                arguments: [key, bundleID])
            return try SQLApps.app(db, bundleID)
        }
    }

    public func rotateIdentitySecret(
        bundleID: String, to secret: String
    ) async throws -> StoredApp? {
        try await writeSecret { db in
            try db.execute(
                sql: """
                    UPDATE app SET identity_secret_before = identity_secret, identity_secret = ?
                    WHERE bundle_id = ?
                    """,
                arguments: [secret, bundleID])
            return try SQLApps.app(db, bundleID)
        }
    }

    public func app(clientKey: String) async throws -> StoredApp? {
        try await read { db in
            try Row.fetchOne(
                db, sql: SQLApps.select + " WHERE a.client_key = ? OR a.client_key_before = ?",
                arguments: [clientKey, clientKey]
            ).map(SQLApps.app)
        }
    }

    public func apps() async throws -> [StoredApp] {
        try await read { db in
            try Row.fetchAll(
                db, sql: SQLApps.select + " ORDER BY a.bundle_id LIMIT ?",
                arguments: [GatewayLimits.pageEntriesMax]
            ).map(SQLApps.app)
        }
    }

    public func app(bundleID: String) async throws -> StoredApp? {
        try await read { db in try SQLApps.app(db, bundleID) }
    }

    public func putCredential(_ credential: AppCredential, now: Date) async throws -> StoredApp? {
        try await writeSecret { db in
            guard try SQLApps.app(db, credential.bundleID) != nil else { return nil }
            try db.execute(
                sql: """
                    INSERT INTO credential (bundle_id, key_id, team_id, p8, fingerprint, updated_at)
                    VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (bundle_id) DO UPDATE SET key_id = excluded.key_id,
                        team_id = excluded.team_id, p8 = excluded.p8,
                        fingerprint = excluded.fingerprint, updated_at = excluded.updated_at
                    """,
                arguments: [
                    credential.bundleID, credential.keyID, credential.teamID, credential.p8,
                    credential.fingerprint, now.storedMilliseconds,
                ])
            return try SQLApps.app(db, credential.bundleID)
        }
    }

    public func credential(bundleID: String) async throws -> AppCredential? {
        try await read { db in try SQLApps.credential(db, bundleID) }
    }

    public func insertKey(_ key: StoredAPIKey) async throws {
        try await write { db in
            try db.execute(
                sql: "INSERT INTO api_key (id, name, hash, created_at) VALUES (?, ?, ?, ?)",
                arguments: [key.id, key.name, Data(key.hash), key.createdAt.storedMilliseconds])
        }
    }

    public func key(id: String) async throws -> StoredAPIKey? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM api_key WHERE id = ?", arguments: [id])
                .map(SQLApps.key)
        }
    }

    public func keys() async throws -> [StoredAPIKey] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM api_key ORDER BY created_at, id LIMIT ?",
                arguments: [GatewayLimits.pageEntriesMax]
            ).map(SQLApps.key)
        }
    }
}

/// Rows of apps and keys as values.
enum SQLApps {
    static let select = """
        SELECT a.bundle_id, a.name, a.client_key, a.client_key_before, a.identity_secret,
            a.identity_secret_before, a.user_proof, c.key_id, c.team_id, c.fingerprint, c.updated_at
        FROM app a LEFT JOIN credential c ON c.bundle_id = a.bundle_id
        """

    static func app(_ db: Database, _ bundleID: String) throws -> StoredApp? {
        try Row.fetchOne(db, sql: select + " WHERE a.bundle_id = ?", arguments: [bundleID]).map(app)
    }

    static func credential(_ db: Database, _ bundleID: String) throws -> AppCredential? {
        try Row.fetchOne(
            db, sql: "SELECT * FROM credential WHERE bundle_id = ?", arguments: [bundleID]
        ).map { row in
            AppCredential(
                bundleID: try row.value("bundle_id"), keyID: try row.value("key_id"),
                teamID: try row.value("team_id"), p8: try row.value("p8"),
                fingerprint: try row.value("fingerprint"))
        }
    }

    static func app(_ row: Row) throws -> StoredApp {
        var app = StoredApp(bundleID: try row.value("bundle_id"), name: try row.value("name"))
        app.userProof = try row.word("user_proof")
        if let clientKey: String = try row.optional("client_key"),
            let secret: String = try row.optional("identity_secret")
        {
            app.keys = AppKeys(
                clientKey: clientKey, clientKeyBefore: try row.optional("client_key_before"),
                identitySecret: secret,
                identitySecretBefore: try row.optional("identity_secret_before"))
        }
        if let keyID: String = try row.optional("key_id") {
            app.credential = CredentialFacts(
                keyID: keyID, teamID: try row.value("team_id"),
                fingerprint: try row.value("fingerprint"),
                updatedAt: try row.moment("updated_at"))
        }
        return app
    }

    static func key(_ row: Row) throws -> StoredAPIKey {
        let hash: Data = try row.value("hash")
        return StoredAPIKey(
            id: try row.value("id"), name: try row.value("name"), hash: Array(hash),
            createdAt: try row.moment("created_at"))
    }
}
