// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The tables, as versions that follow each other. A published version never changes.
///
/// Moments are whole milliseconds since 1970. The SQL is what PostgreSQL takes too, apart from the
/// type names, so that both drivers stay alike.
enum SQLiteSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            for statement in version1 { try db.execute(sql: statement) }
        }
        migrator.registerMigration("2") { db in
            for statement in version2 { try db.execute(sql: statement) }
        }
        migrator.registerMigration("3") { db in
            for statement in version3 { try db.execute(sql: statement) }
        }
        return migrator
    }

    private static let version1 = [
        """
        CREATE TABLE app (
            bundle_id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, created_at INTEGER NOT NULL)
        """,
        """
        CREATE TABLE credential (
            bundle_id TEXT NOT NULL PRIMARY KEY REFERENCES app (bundle_id), key_id TEXT NOT NULL,
            team_id TEXT NOT NULL, p8 TEXT NOT NULL, fingerprint TEXT NOT NULL,
            updated_at INTEGER NOT NULL)
        """,
        """
        CREATE TABLE installation (
            id TEXT NOT NULL PRIMARY KEY, bundle_id TEXT NOT NULL REFERENCES app (bundle_id),
            user_id TEXT, locale TEXT, time_zone TEXT, system_version TEXT, app_version TEXT,
            created_at INTEGER NOT NULL, registered_at INTEGER NOT NULL)
        """,
        "CREATE INDEX installation_of_user ON installation (user_id, bundle_id)",
        // installation_id is NULL for a token that nobody registered, that was replaced, or whose
        // installation was deleted. replaced_by leads to the token that took its place.
        """
        CREATE TABLE device_token (
            id INTEGER NOT NULL PRIMARY KEY, bundle_id TEXT NOT NULL REFERENCES app (bundle_id),
            environment TEXT NOT NULL, token TEXT NOT NULL, family TEXT NOT NULL,
            installation_id TEXT REFERENCES installation (id), state TEXT NOT NULL, reason TEXT,
            registered_at INTEGER, replaced_by INTEGER REFERENCES device_token (id),
            UNIQUE (token, bundle_id, environment))
        """,
        "CREATE INDEX device_token_of_installation ON device_token (installation_id)",
        """
        CREATE TABLE message (
            id TEXT NOT NULL PRIMARY KEY, bundle_id TEXT NOT NULL REFERENCES app (bundle_id),
            target_kind TEXT NOT NULL, target TEXT NOT NULL, body BLOB NOT NULL,
            topic TEXT NOT NULL, push_type TEXT NOT NULL, priority INTEGER NOT NULL,
            collapse_id TEXT, expiration INTEGER, deadline INTEGER NOT NULL,
            created_at INTEGER NOT NULL)
        """,
        // due_at is the next attempt of a queued delivery, the end of the lease of one that is
        // being sent, and NULL as soon as it has ended: the one index that finds work holds open
        // ones only.
        """
        CREATE TABLE delivery (
            id TEXT NOT NULL PRIMARY KEY, message_id TEXT NOT NULL REFERENCES message (id),
            token_id INTEGER NOT NULL REFERENCES device_token (id), installation_id TEXT,
            state TEXT NOT NULL, reason TEXT, status INTEGER, attempts INTEGER NOT NULL,
            due_at INTEGER, lease_owner TEXT, fence INTEGER NOT NULL, created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL, UNIQUE (message_id, token_id))
        """,
        "CREATE INDEX delivery_due ON delivery (due_at) WHERE due_at IS NOT NULL",
        "CREATE INDEX delivery_open_of_token ON delivery (token_id) WHERE due_at IS NOT NULL",
        """
        CREATE TABLE idempotency (
            scope TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL,
            message_id TEXT NOT NULL REFERENCES message (id), created_at INTEGER NOT NULL,
            PRIMARY KEY (scope, key))
        """,
        "CREATE INDEX idempotency_by_age ON idempotency (created_at)",
        """
        CREATE TABLE api_key (
            id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, hash BLOB NOT NULL,
            created_at INTEGER NOT NULL)
        """,
    ]

    /// What apps tell and ask themselves.
    private static let version2 = [
        "ALTER TABLE app ADD COLUMN client_key TEXT",
        "ALTER TABLE app ADD COLUMN client_key_before TEXT",
        "ALTER TABLE app ADD COLUMN identity_secret TEXT",
        "ALTER TABLE app ADD COLUMN identity_secret_before TEXT",
        "ALTER TABLE app ADD COLUMN user_proof TEXT NOT NULL DEFAULT 'required'",
        "CREATE UNIQUE INDEX app_of_client_key ON app (client_key)",
        "CREATE UNIQUE INDEX app_of_client_key_before ON app (client_key_before)",
        "ALTER TABLE installation ADD COLUMN secret_hash BLOB",
        "ALTER TABLE installation ADD COLUMN environment TEXT",
        "ALTER TABLE installation ADD COLUMN platform TEXT",
        "ALTER TABLE installation ADD COLUMN permission TEXT",
        "ALTER TABLE installation ADD COLUMN encryption_key TEXT",
        "ALTER TABLE installation ADD COLUMN inbox_number INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE device_token ADD COLUMN attributes_type TEXT",
        "ALTER TABLE device_token ADD COLUMN activity TEXT",
        "ALTER TABLE message ADD COLUMN carries_id INTEGER NOT NULL DEFAULT 0",
        // The numbers are an installation's own and come from inbox_number, which a writing
        // transaction holds until it ends: whoever sees a number sees all that are smaller.
        """
        CREATE TABLE inbox (
            installation_id TEXT NOT NULL, number INTEGER NOT NULL,
            message_id TEXT NOT NULL REFERENCES message (id), created_at INTEGER NOT NULL,
            PRIMARY KEY (installation_id, number), UNIQUE (installation_id, message_id))
        """,
        "CREATE INDEX inbox_by_age ON inbox (created_at)",
        // An action that is absent is '', so that the key tells repeats apart.
        """
        CREATE TABLE receipt (
            id INTEGER NOT NULL PRIMARY KEY, message_id TEXT NOT NULL REFERENCES message (id),
            installation_id TEXT NOT NULL, event TEXT NOT NULL, action TEXT NOT NULL,
            at INTEGER NOT NULL, received_at INTEGER NOT NULL,
            UNIQUE (message_id, installation_id, event, action))
        """,
        "CREATE INDEX receipt_by_age ON receipt (received_at)",
    ]

    /// In which lane a delivery is sent, so that the lanes that have work are found by an index.
    private static let version3 = [
        "ALTER TABLE delivery ADD COLUMN lane TEXT NOT NULL DEFAULT ''",
        """
        UPDATE delivery SET lane = coalesce((SELECT m.bundle_id || '/' || t.environment
            FROM message m, device_token t
            WHERE m.id = delivery.message_id AND t.id = delivery.token_id), '')
        """,
        "CREATE INDEX delivery_due_in_lane ON delivery (lane, due_at) WHERE due_at IS NOT NULL",
    ]
}
