// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// Replaces the master key with which the secrets of a database are sealed.
public enum StoreSealing {
    /// The result of sealing the secrets of a database again.
    public struct Report: Hashable, Sendable {
        /// The number of secrets that were sealed with an older key before.
        public internal(set) var resealed = 0
        /// The number of secrets that were already sealed with the newest key.
        public internal(set) var unchanged = 0
        /// The bundle identifiers of the apps, and the identifiers of the webhooks, with a secret
        /// that no given key opens.
        public internal(set) var locked: [String] = []
    }

    /// Seals all secrets of a database with the newest master key, in one transaction. Gateways may
    /// use a PostgreSQL database at the same time; a SQLite database must not be in use.
    ///
    /// - Parameters:
    ///   - database: the path of a SQLite file, or the address of a PostgreSQL database.
    ///   - masterKeys: the new key, and the keys before it; `nil` for the file `master.key`
    ///     beside a SQLite file.
    /// - Throws: ``GatewayStoreError``.
    public static func reseal(
        _ database: String, masterKeys: MasterKeys? = nil
    ) async throws -> Report {
        try await SQLStore.translating {
            let opened = try await OpenedDatabase.open(database)
            do {
                let found = try await opened.database.read { db in try await Schema.version(db) }
                guard found == Schema.current else {
                    throw GatewayStoreError(
                        found > Schema.current ? .tooNew : .otherVersion,
                        "the tables of \(opened.name) have version \(found), but this Bellhop "
                            + "needs version \(Schema.current); run bellhop migrate first")
                }
                let keys = try await opened.masterKeys(given: masterKeys, creates: false).keys
                let report = try await reseal(opened.database, keys)
                try await opened.database.close()
                return report
            } catch {
                try? await opened.database.close()
                throw error
            }
        }
    }

    static func reseal(_ database: any SQLDatabase, _ keys: MasterKeys?) async throws -> Report {
        guard let keys else { throw GatewayStoreError.masterKeyMissing }
        let secrets = StoreSecrets(keys: keys)
        let report = try await database.write { db in
            var report = Report()
            let cells =
                try await SecretCells.all(db) + SecretCells.ofProviders(db)
                + SecretCells.ofWebhooks(db)
            for cell in cells {
                guard let text = secrets.open(cell.text, at: cell.place) else {
                    if report.locked.last != cell.place.row { report.locked.append(cell.place.row) }
                    continue
                }
                guard SealedText.version(of: cell.text) != keys.newestVersion else {
                    report.unchanged += 1
                    continue
                }
                let sealed = try await secrets.seal(db, text, at: cell.place)
                try await SecretCells.replace(db, cell, with: sealed)
                report.resealed += 1
            }
            if report.locked.isEmpty {
                try await db.run("DELETE FROM seal_key WHERE version <> \(keys.newestVersion)")
            }
            return report
        }
        await database.scrub()
        return report
    }
}
