// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The part of version 7 that seals the secrets of apps.
extension Schema {
    static func sealing7(_ keys: MasterKeys?) -> [SchemaVersion.Step] {
        [
            // The proof shows that a version of the master key is the same key everywhere.
            .run(
                """
                CREATE TABLE seal_key (
                    version \(Column.integer) NOT NULL PRIMARY KEY, proof \(Column.text) NOT NULL)
                """),
            .code("seal the keys and identity secrets of apps with the master key") { db in
                let secrets = StoreSecrets(keys: keys)
                for cell in try await SecretCells.all(db) {
                    let sealed = try await secrets.seal(db, cell.text, at: cell.place)
                    try await SecretCells.replace(db, cell, with: sealed)
                }
            },
        ]
    }

    static func sealingBack7(_ keys: MasterKeys?) -> [SchemaVersion.Step] {
        [
            .code("open the keys and identity secrets of apps with the master key") { db in
                let secrets = StoreSecrets(keys: keys)
                for cell in try await SecretCells.all(db) {
                    guard let text = secrets.open(cell.text, at: cell.place) else {
                        throw GatewayStoreError(
                            .noMasterKey,
                            "the secrets of \(cell.place.row) cannot be opened, so the tables "
                                + "cannot be migrated back; give the master key with which they "
                                + "were sealed, with --master-key-file or BELLHOP_MASTER_KEY")
                    }
                    try await SecretCells.replace(db, cell, with: text)
                }
            },
            .run("DROP TABLE seal_key"),
        ]
    }
}
