// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Stores the credentials of apps for FCM and Web Push, as steps of one transaction.
enum SQLProviderCredentials {
    private static let columns: SQL = """
        p.transport, p.secret, p.name, p.account, p.key_id, p.subject, p.navigate,
        p.fingerprint, p.updated_at, a.shadow
        """

    static func put(
        _ db: isolated SQLStore.Connection, _ credential: ProviderCredential,
        _ secrets: StoreSecrets, now: Date
    ) async throws -> Bool {
        guard let app = try await SQLApps.number(db, credential.bundleID) else { return false }
        let facts = credential.facts
        let sealed = try await secrets.seal(
            db, credential.secret,
            at: .providerCredential(credential.bundleID, credential.transport))
        try await db.run(
            """
            INSERT INTO provider_credential (app, transport, secret, name, account, key_id, subject,
                navigate, fingerprint, updated_at)
            VALUES (\(app), \(credential.transport.rawValue), \(sealed), \(facts.name),
                \(facts.account), \(facts.keyID), \(facts.subject), \(facts.navigate),
                \(facts.fingerprint), \(now.storedMilliseconds))
            ON CONFLICT (app, transport) DO UPDATE SET secret = excluded.secret,
                name = excluded.name, account = excluded.account, key_id = excluded.key_id,
                subject = excluded.subject, navigate = excluded.navigate,
                fingerprint = excluded.fingerprint, updated_at = excluded.updated_at
            """)
        return true
    }

    /// - Returns: whether there was a credential.
    static func delete(
        _ db: isolated SQLStore.Connection, _ bundleID: String, _ transport: PushTransport
    ) async throws -> Bool {
        guard let app = try await SQLApps.number(db, bundleID) else { return false }
        return try await db.row(
            """
            DELETE FROM provider_credential
            WHERE app = \(app) AND transport = \(transport.rawValue) RETURNING app
            """) != nil
    }

    /// Returns what may be shown about the credentials of an app, by transport.
    static func facts(
        _ db: isolated SQLStore.Connection, _ bundleID: String, _ secrets: StoreSecrets
    ) async throws -> [PushTransport: ProviderFacts] {
        var facts: [PushTransport: ProviderFacts] = [:]
        for row in try await db.rows(
            """
            SELECT \(columns) FROM provider_credential p JOIN app a ON a.no = p.app
            WHERE a.bundle_id = \(bundleID)
            """)
        {
            let transport: PushTransport = try row.word("transport")
            var one = try self.facts(row)
            one.isLocked =
                secrets.open(
                    try row.value("secret"), at: .providerCredential(bundleID, transport)) == nil
            facts[transport] = one
        }
        return facts
    }

    /// Returns whether an app has any credential for FCM or Web Push.
    static func exist(_ db: isolated SQLStore.Connection, app: Int64) async throws -> Bool {
        try await db.row("SELECT 1 AS one FROM provider_credential WHERE app = \(app) LIMIT 1")
            != nil
    }

    /// Reads the credentials of destinations. A destination whose credential cannot be read is
    /// handled like one without a credential.
    static func read(
        _ db: isolated SQLStore.Connection, _ destinations: Set<SendingDestination>,
        _ secrets: StoreSecrets, into claim: inout ClaimedBatch
    ) async throws {
        for destination in destinations {
            do {
                claim.providers[destination] = try await credential(
                    db, destination.bundleID, destination.transport, secrets)
            } catch let error as GatewayStoreError where error.code == .noMasterKey {
                claim.lockedProviders.insert(destination)
            } catch let error as SQLValueError {
                claim.unreadable.append(
                    UnreadableRow(
                        table: "provider_credential", key: destination.description,
                        cause: "\(GatewayStoreError.foreignValue(error.column))"))
            }
        }
    }

    /// - Throws: ``GatewayStoreError`` with the code `noMasterKey` if the credential cannot be
    ///   opened.
    static func credential(
        _ db: isolated SQLStore.Connection, _ bundleID: String, _ transport: PushTransport,
        _ secrets: StoreSecrets
    ) async throws -> ProviderCredential? {
        try await db.row(
            """
            SELECT \(columns) FROM provider_credential p JOIN app a ON a.no = p.app
            WHERE a.bundle_id = \(bundleID) AND p.transport = \(transport.rawValue)
            """
        ).map { row in
            guard
                let secret = secrets.open(
                    try row.value("secret"), at: .providerCredential(bundleID, transport))
            else { throw GatewayStoreError.locked(bundleID) }
            return ProviderCredential(
                bundleID: bundleID, transport: transport, secret: secret, facts: try facts(row),
                isShadow: try row.value("shadow"))
        }
    }

    private static func facts(_ row: SQLRow) throws -> ProviderFacts {
        ProviderFacts(
            name: try row.value("name"), account: try row.optional("account"),
            keyID: try row.optional("key_id"), subject: try row.optional("subject"),
            navigate: try row.optional("navigate"), fingerprint: try row.value("fingerprint"),
            updatedAt: try row.moment("updated_at"))
    }
}

extension SealedText.Place {
    static func providerCredential(
        _ bundleID: String, _ transport: PushTransport
    ) -> SealedText.Place {
        SealedText.Place(
            table: "provider_credential", column: transport.rawValue, row: bundleID)
    }
}
