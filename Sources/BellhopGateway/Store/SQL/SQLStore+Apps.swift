// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SQLStore {
    public func putApp(
        bundleID: String, name: String, userProof: UserProofRule?, keys: AppKeys, now: Date
    ) async throws -> StoredApp {
        try await write { [secrets] db in
            try await db.run(
                """
                INSERT INTO app (bundle_id, name, created_at)
                VALUES (\(bundleID), \(name), \(now.storedMilliseconds))
                ON CONFLICT (bundle_id) DO UPDATE SET name = excluded.name
                """)
            // An app that has its secret can be renamed without the master key.
            let hasSecret = try await db.row(
                "SELECT 1 FROM app WHERE bundle_id = \(bundleID) AND identity_secret IS NOT NULL")
            var sealed: String?
            if hasSecret == nil, let secret = keys.identitySecret {
                sealed = try await secrets.seal(db, secret, at: .identitySecret(bundleID))
            }
            try await db.run(
                """
                UPDATE app SET client_key = coalesce(client_key, \(keys.clientKey)),
                    identity_secret = coalesce(identity_secret, \(sealed)),
                    user_proof = coalesce(\(userProof?.rawValue), user_proof)
                WHERE bundle_id = \(bundleID)
                """)
            return try await SQLApps.app(db, bundleID, secrets)
                ?? StoredApp(bundleID: bundleID, name: name)
        }
    }

    public func rotateClientKey(bundleID: String, to key: String) async throws -> StoredApp? {
        try await writeSecret { [secrets] db in
            try await db.run(
                """
                UPDATE app SET client_key_before = client_key, client_key = \(key)
                WHERE bundle_id = \(bundleID)
                """)
            return try await SQLApps.app(db, bundleID, secrets)
        }
    }

    public func rotateIdentitySecret(
        bundleID: String, to secret: String
    ) async throws -> StoredApp? {
        try await writeSecret { [secrets] db in
            let sealed = try await secrets.seal(db, secret, at: .identitySecret(bundleID))
            try await db.run(
                """
                UPDATE app SET identity_secret_before = identity_secret,
                    identity_secret = \(sealed)
                WHERE bundle_id = \(bundleID)
                """)
            return try await SQLApps.app(db, bundleID, secrets)
        }
    }

    public func app(clientKey: String) async throws -> StoredApp? {
        try await Self.translating { try await batches.clients.perform(clientKey) }
    }

    public func apps() async throws -> [StoredApp] {
        try await read { [secrets] db in
            try await db.rows(
                SQLApps.select + " ORDER BY a.bundle_id LIMIT \(GatewayLimits.pageEntriesMax)"
            ).map { try SQLApps.app($0, secrets) }
        }
    }

    public func app(bundleID: String) async throws -> StoredApp? {
        try await Self.translating { try await batches.apps.perform(bundleID) }
    }

    public func putCredential(_ credential: AppCredential, now: Date) async throws -> StoredApp? {
        try await writeSecret { [secrets] db in
            guard let number = try await SQLApps.number(db, credential.bundleID) else { return nil }
            let p8 = try await secrets.seal(
                db, credential.p8, at: .credential(credential.bundleID))
            try await db.run(
                """
                INSERT INTO credential (app, key_id, team_id, p8, fingerprint, updated_at, kind,
                    expires_at, environments)
                VALUES (\(number), \(credential.keyID), \(credential.teamID), \(p8),
                    \(credential.fingerprint), \(now.storedMilliseconds),
                    \(credential.kind.rawValue), \(credential.expiresAt?.storedMilliseconds),
                    \(SQLApps.text(of: credential.environments)))
                ON CONFLICT (app) DO UPDATE SET key_id = excluded.key_id,
                    team_id = excluded.team_id, p8 = excluded.p8,
                    fingerprint = excluded.fingerprint, updated_at = excluded.updated_at,
                    kind = excluded.kind, expires_at = excluded.expires_at,
                    environments = excluded.environments
                """)
            return try await SQLApps.app(db, credential.bundleID, secrets)
        }
    }

    public func credential(bundleID: String) async throws -> AppCredential? {
        try await read { [secrets] db in
            try await SQLApps.credential(db, bundleID, secrets)
        }
    }

    public func lockedApps() async throws -> [String] {
        try await read { [secrets] db in
            let cells =
                try await SecretCells.all(db, limit: GatewayLimits.pageEntriesMax)
                + SecretCells.ofProviders(db)
            let locked = cells.filter { secrets.open($0.text, at: $0.place) == nil }
            return Set(locked.map(\.place.row)).sorted()
        }
    }
}

/// Reads apps and credentials from the database.
enum SQLApps {
    static let select: SQL = """
        SELECT a.bundle_id, a.name, a.client_key, a.client_key_before, a.identity_secret,
            a.identity_secret_before, a.user_proof, c.key_id, c.team_id, c.p8, c.fingerprint,
            c.updated_at, c.kind, c.expires_at, c.environments, a.receipt_percent, a.denied_policy,
            a.shadow
        FROM app a LEFT JOIN credential c ON c.app = a.no
        """

    /// Returns the number of an app's row.
    static func number(
        _ db: isolated SQLStore.Connection, _ bundleID: String
    ) async throws -> Int64? {
        try await db.row("SELECT no FROM app WHERE bundle_id = \(bundleID)")?.value("no")
    }

    /// Returns the numbers of apps' rows, and whether nothing is sent for the apps, by bundle
    /// identifier.
    static func sending(
        _ db: isolated SQLStore.Connection, _ bundleIDs: Set<String>
    ) async throws -> [String: (number: Int64, isShadow: Bool)] {
        var apps: [String: (number: Int64, isShadow: Bool)] = [:]
        for row in try await db.rows(
            "SELECT no, shadow, bundle_id FROM app WHERE bundle_id \(in: bundleIDs.sorted())")
        {
            apps[try row.value("bundle_id")] = (try row.value("no"), try row.value("shadow"))
        }
        return apps
    }

    static func app(
        _ db: isolated SQLStore.Connection, _ bundleID: String, _ secrets: StoreSecrets
    ) async throws -> StoredApp? {
        try await db.row(select + " WHERE a.bundle_id = \(bundleID)").map { try app($0, secrets) }
    }

    /// - Throws: ``GatewayStoreError`` with the code `noMasterKey` if the credential cannot be
    ///   opened.
    static func credential(
        _ db: isolated SQLStore.Connection, _ bundleID: String, _ secrets: StoreSecrets
    ) async throws -> AppCredential? {
        try await db.row(
            """
            SELECT c.key_id, c.team_id, c.p8, c.fingerprint, c.kind, c.expires_at,
                c.environments, a.shadow
            FROM credential c JOIN app a ON a.no = c.app WHERE a.bundle_id = \(bundleID)
            """
        ).map { row in
            guard let p8 = secrets.open(try row.value("p8"), at: .credential(bundleID)) else {
                throw GatewayStoreError.locked(bundleID)
            }
            var credential = AppCredential(
                bundleID: bundleID, keyID: try row.value("key_id"),
                teamID: try row.value("team_id"), p8: p8,
                fingerprint: try row.value("fingerprint"))
            credential.kind = try row.word("kind")
            credential.expiresAt = try row.optionalMoment("expires_at")
            credential.environments = try environments(row)
            credential.isShadow = try row.value("shadow")
            return credential
        }
    }

    /// Returns environments as they are stored.
    static func text(of environments: [APNSEnvironment]) -> String {
        environments.map(\.rawValue).joined(separator: ",")
    }

    private static func environments(_ row: SQLRow) throws -> [APNSEnvironment] {
        let text: String = try row.value("environments")
        return text.split(separator: ",").compactMap { APNSEnvironment(rawValue: String($0)) }
    }

    /// Returns the times at which the certificates of apps expire, the earliest first.
    static func expiries(
        _ db: isolated SQLStore.Connection
    ) async throws -> [CertificateExpiry] {
        try await db.rows(
            """
            SELECT a.bundle_id, c.expires_at FROM credential c JOIN app a ON a.no = c.app
            WHERE c.expires_at IS NOT NULL
            ORDER BY c.expires_at LIMIT \(GatewayLimits.pageEntriesMax)
            """
        ).map {
            CertificateExpiry(
                bundleID: try $0.value("bundle_id"), expiresAt: try $0.moment("expires_at"))
        }
    }

    /// Returns the apps with the given bundle identifiers, in the same order; `nil` for an app that
    /// does not exist.
    static func apps(
        _ database: any SQLDatabase, _ bundleIDs: [String], _ secrets: StoreSecrets
    ) async throws -> [StoredApp?] {
        var apps: [String: StoredApp] = [:]
        for row in try await database.rows(
            select + " WHERE a.bundle_id \(in: Set(bundleIDs).sorted())")
        {
            let app = try app(row, secrets)
            apps[app.bundleID] = app
        }
        return bundleIDs.map { apps[$0] }
    }

    /// Returns the apps with the given client keys, in the same order; `nil` for a key that no app
    /// has. A key may also be an app's key before the last rotation.
    static func apps(
        _ database: any SQLDatabase, clientKeys: [String], _ secrets: StoreSecrets
    ) async throws -> [StoredApp?] {
        let keys = Set(clientKeys).sorted()
        var apps: [String: StoredApp] = [:]
        for row in try await database.rows(
            select + " WHERE a.client_key \(in: keys) OR a.client_key_before \(in: keys)")
        {
            let app = try app(row, secrets)
            for column in ["client_key_before", "client_key"] {
                if let key: String = try row.optional(column) { apps[key] = app }
            }
        }
        return clientKeys.map { apps[$0] }
    }

    static func app(_ row: SQLRow, _ secrets: StoreSecrets) throws -> StoredApp {
        var app = StoredApp(bundleID: try row.value("bundle_id"), name: try row.value("name"))
        app.userProof = try row.word("user_proof")
        app.receiptPercent = try row.value("receipt_percent")
        app.denied = try row.word("denied_policy")
        app.isShadow = try row.value("shadow")
        if let clientKey: String = try row.optional("client_key"),
            let secret: String = try row.optional("identity_secret")
        {
            let before: String? = try row.optional("identity_secret_before")
            let place = SealedText.Place.identitySecret(app.bundleID)
            app.keys = AppKeys(
                clientKey: clientKey, clientKeyBefore: try row.optional("client_key_before"),
                identitySecret: secrets.open(secret, at: place),
                identitySecretBefore: before.flatMap { secrets.open($0, at: place) })
            if app.keys?.identitySecret == nil { app.locked.append(.identitySecret) }
        }
        if let keyID: String = try row.optional("key_id") {
            app.credential = CredentialFacts(
                keyID: keyID, teamID: try row.value("team_id"),
                fingerprint: try row.value("fingerprint"),
                updatedAt: try row.moment("updated_at"))
            app.credential?.kind = try row.word("kind")
            app.credential?.expiresAt = try row.optionalMoment("expires_at")
            app.credential?.environments = try environments(row)
            // A value of another type cannot be opened either.
            let p8 = row["p8"].flatMap(String.init(sqlValue:)) ?? ""
            if secrets.open(p8, at: .credential(app.bundleID)) == nil {
                app.locked.append(.credential)
            }
        }
        return app
    }
}

extension GatewayStoreError {
    static func locked(_ bundleID: String) -> GatewayStoreError {
        GatewayStoreError(
            .noMasterKey,
            "the credential of \(bundleID) cannot be opened; restart the gateway with the master "
                + "key with which the credential was sealed, or upload the credential again")
    }
}
