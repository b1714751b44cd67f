// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The tables of SQLite files before version 4, which later versions migrate. A published version
/// never changes.
///
/// Times are whole milliseconds since 1970.
extension Schema {
    static let before4: [SchemaVersion] = [version1, version2, version3].enumerated().map {
        index, statements in
        let number = index + 1
        let mark: SQL = "INSERT INTO grdb_migrations (identifier) VALUES (\(String(number)))"
        let table: [SQL] =
            number == 1
            ? ["CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"] : []
        return SchemaVersion(
            number: number, up: (table + statements + [mark]).map { .run($0) }, down: nil)
    }

    /// The statements that create the tables of version 3.
    static let tables3 = version1 + version2 + version3

    private static let version1: [SQL] = [
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
        // installation_id is NULL for a token that was never registered, that was replaced, or
        // whose installation was deleted. replaced_by refers to the token that replaced it.
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
        // due_at is the next attempt of a queued delivery, or the end of the lease of a delivery
        // that is being sent. It is NULL after a delivery has ended, so the index that finds work
        // contains only open deliveries.
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

    /// Columns and tables for the registrations and requests of apps themselves.
    private static let version2: [SQL] = [
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
        // Each installation has its own numbers, which come from inbox_number. A writing
        // transaction locks inbox_number until the transaction ends, so a reader that sees a number
        // also sees all smaller numbers.
        """
        CREATE TABLE inbox (
            installation_id TEXT NOT NULL, number INTEGER NOT NULL,
            message_id TEXT NOT NULL REFERENCES message (id), created_at INTEGER NOT NULL,
            PRIMARY KEY (installation_id, number), UNIQUE (installation_id, message_id))
        """,
        "CREATE INDEX inbox_by_age ON inbox (created_at)",
        // A missing action is stored as '', so that the unique key recognizes repeated receipts.
        """
        CREATE TABLE receipt (
            id INTEGER NOT NULL PRIMARY KEY, message_id TEXT NOT NULL REFERENCES message (id),
            installation_id TEXT NOT NULL, event TEXT NOT NULL, action TEXT NOT NULL,
            at INTEGER NOT NULL, received_at INTEGER NOT NULL,
            UNIQUE (message_id, installation_id, event, action))
        """,
        "CREATE INDEX receipt_by_age ON receipt (received_at)",
    ]

    /// The lane of each delivery, so that an index finds the lanes that have work.
    private static let version3: [SQL] = [
        "ALTER TABLE delivery ADD COLUMN lane TEXT NOT NULL DEFAULT ''",
        """
        UPDATE delivery SET lane = coalesce((SELECT m.bundle_id || '/' || t.environment
            FROM message m, device_token t
            WHERE m.id = delivery.message_id AND t.id = delivery.token_id), '')
        """,
        "CREATE INDEX delivery_due_in_lane ON delivery (lane, due_at) WHERE due_at IS NOT NULL",
    ]
}
