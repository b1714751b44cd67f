// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import SQLCore

/// Version 4: numbers as keys, tokens as bytes, and the same tables in both databases.
///
/// Rows refer to each other by number. Tables with many rows have no foreign keys, because a check
/// for each row would lock the same few rows again and again.
extension Schema {
    static func version4(from before: Int, _ dialect: SQLDialect) -> SchemaVersion {
        let tables = tables4.map(SchemaVersion.Step.run)
        guard dialect == .sqlite else { return SchemaVersion(number: 4, up: tables, down: nil) }
        guard before > 0 else { return SchemaVersion(number: 4, up: tables, down: back4) }
        let rename = tablesOf3.map { table -> SchemaVersion.Step in
            .run("ALTER TABLE \(text: table) RENAME TO before_\(text: table)")
        }
        let forget = tablesOf3.reversed().map { table -> SchemaVersion.Step in
            .run("DROP TABLE before_\(text: table)")
        }
        return SchemaVersion(
            number: 4,
            up: indexesOf3.map { .run("DROP INDEX \(text: $0)") } + rename + tables
                + copy4.map { .run($0) }
                + [.code("copy device tokens as bytes", copyTokens)] + forget
                + [.run("INSERT INTO grdb_migrations (identifier) VALUES ('4')")],
            down: back4)
    }

    /// The tables of version 3; each table follows the tables to which it refers.
    static let tablesOf3 = [
        "app", "credential", "installation", "device_token", "message", "delivery", "idempotency",
        "inbox", "receipt", "api_key",
    ]

    private static let indexesOf3 = [
        "app_of_client_key", "app_of_client_key_before", "installation_of_user",
        "device_token_of_installation", "delivery_due", "delivery_open_of_token",
        "delivery_due_in_lane", "idempotency_by_age", "inbox_by_age", "receipt_by_age",
    ]

    private static let tables4: [SQL] = [
        """
        CREATE TABLE app (
            no \(Column.key), bundle_id \(Column.text) NOT NULL UNIQUE,
            name \(Column.text) NOT NULL, created_at \(Column.integer) NOT NULL,
            client_key \(Column.text), client_key_before \(Column.text),
            identity_secret \(Column.text), identity_secret_before \(Column.text),
            user_proof \(Column.text) NOT NULL DEFAULT 'required')
        """,
        "CREATE UNIQUE INDEX app_of_client_key ON app (client_key)",
        "CREATE UNIQUE INDEX app_of_client_key_before ON app (client_key_before)",
        """
        CREATE TABLE credential (
            app \(Column.integer) NOT NULL PRIMARY KEY REFERENCES app (no),
            key_id \(Column.text) NOT NULL, team_id \(Column.text) NOT NULL,
            p8 \(Column.text) NOT NULL, fingerprint \(Column.text) NOT NULL,
            updated_at \(Column.integer) NOT NULL)
        """,
        """
        CREATE TABLE api_key (
            id \(Column.text) NOT NULL PRIMARY KEY, name \(Column.text) NOT NULL,
            hash \(Column.blob) NOT NULL, created_at \(Column.integer) NOT NULL)
        """,
        """
        CREATE TABLE installation (
            no \(Column.key), app \(Column.integer) NOT NULL, id \(Column.text) NOT NULL UNIQUE,
            user_id \(Column.text), locale \(Column.text), time_zone \(Column.text),
            system_version \(Column.text), app_version \(Column.text),
            created_at \(Column.integer) NOT NULL, registered_at \(Column.integer) NOT NULL,
            secret_hash \(Column.blob), environment \(Column.text), platform \(Column.text),
            permission \(Column.text), encryption_key \(Column.text),
            inbox_number \(Column.integer) NOT NULL DEFAULT 0)\(Column.hot)
        """,
        """
        CREATE INDEX installation_of_user ON installation (app, user_id)
        WHERE user_id IS NOT NULL
        """,
        // installation is NULL for a token that was never registered, that was replaced, or whose
        // installation was deleted. replaced_by refers to the token that replaced it. From
        // unused_since on, the row is kept only because deliveries refer to it.
        """
        CREATE TABLE endpoint (
            no \(Column.key), app \(Column.integer) NOT NULL,
            environment \(Column.text) NOT NULL, address \(Column.blob) NOT NULL,
            family \(Column.text) NOT NULL, attributes_type \(Column.text),
            activity \(Column.text), installation \(Column.integer),
            state \(Column.text) NOT NULL, reason \(Column.text),
            registered_at \(Column.integer), replaced_by \(Column.integer),
            unused_since \(Column.integer),
            UNIQUE (address, app, environment))\(Column.hot)
        """,
        "CREATE INDEX endpoint_unused ON endpoint (unused_since) WHERE unused_since IS NOT NULL",
        """
        CREATE INDEX endpoint_of_installation ON endpoint (installation)
        WHERE installation IS NOT NULL
        """,
        """
        CREATE TABLE message (
            no \(Column.key), id \(Column.text) NOT NULL UNIQUE, app \(Column.integer) NOT NULL,
            target_kind \(Column.text) NOT NULL, target \(Column.text) NOT NULL,
            body \(Column.blob) NOT NULL, topic \(Column.text) NOT NULL,
            push_type \(Column.text) NOT NULL, priority \(Column.integer) NOT NULL,
            collapse_id \(Column.text), expiration \(Column.integer),
            deadline \(Column.integer) NOT NULL, created_at \(Column.integer) NOT NULL,
            carries_id \(Column.integer) NOT NULL DEFAULT 0)
        """,
        "CREATE INDEX message_by_age ON message (created_at)",
        // due_at is the next attempt of a queued delivery, or the end of the lease of a delivery
        // that is being sent. It is NULL after a delivery has ended, so the indexes that find work
        // contain only open deliveries.
        """
        CREATE TABLE delivery (
            no \(Column.key), id \(Column.text) NOT NULL UNIQUE,
            message \(Column.integer) NOT NULL, endpoint \(Column.integer) NOT NULL,
            installation \(Column.integer), lane \(Column.text) NOT NULL,
            state \(Column.text) NOT NULL, reason \(Column.text), status \(Column.integer),
            attempts \(Column.integer) NOT NULL, due_at \(Column.integer),
            lease_owner \(Column.text), fence \(Column.integer) NOT NULL,
            created_at \(Column.integer) NOT NULL, updated_at \(Column.integer) NOT NULL,
            UNIQUE (message, endpoint))\(Column.hot)
        """,
        "CREATE INDEX delivery_due ON delivery (due_at) WHERE due_at IS NOT NULL",
        "CREATE INDEX delivery_due_in_lane ON delivery (lane, due_at) WHERE due_at IS NOT NULL",
        "CREATE INDEX delivery_open_of_endpoint ON delivery (endpoint) WHERE due_at IS NOT NULL",
        """
        CREATE INDEX delivery_of_installation ON delivery (installation, message)
        WHERE installation IS NOT NULL
        """,
        """
        CREATE TABLE idempotency (
            scope \(Column.text) NOT NULL, key \(Column.text) NOT NULL,
            fingerprint \(Column.text) NOT NULL, message \(Column.integer) NOT NULL,
            created_at \(Column.integer) NOT NULL, PRIMARY KEY (scope, key))
        """,
        "CREATE INDEX idempotency_by_age ON idempotency (created_at)",
        // Each installation has its own numbers, which come from inbox_number. A writing
        // transaction locks inbox_number until the transaction ends, so a reader that sees a number
        // also sees all smaller numbers.
        """
        CREATE TABLE inbox (
            installation \(Column.integer) NOT NULL, number \(Column.integer) NOT NULL,
            message \(Column.integer) NOT NULL, created_at \(Column.integer) NOT NULL,
            PRIMARY KEY (installation, number), UNIQUE (installation, message))
        """,
        "CREATE INDEX inbox_by_age ON inbox (created_at)",
        // A missing action is stored as '', so that the unique key recognizes repeated receipts.
        """
        CREATE TABLE receipt (
            no \(Column.key), message \(Column.integer) NOT NULL,
            installation_id \(Column.text) NOT NULL, event \(Column.text) NOT NULL,
            action \(Column.text) NOT NULL, at \(Column.integer) NOT NULL,
            received_at \(Column.integer) NOT NULL,
            UNIQUE (message, installation_id, event, action))
        """,
        "CREATE INDEX receipt_by_age ON receipt (received_at)",
    ]

    private static let copy4: [SQL] = [
        """
        INSERT INTO app (bundle_id, name, created_at, client_key, client_key_before,
            identity_secret, identity_secret_before, user_proof)
        SELECT bundle_id, name, created_at, client_key, client_key_before, identity_secret,
            identity_secret_before, user_proof
        FROM before_app ORDER BY created_at, bundle_id
        """,
        """
        INSERT INTO credential (app, key_id, team_id, p8, fingerprint, updated_at)
        SELECT a.no, c.key_id, c.team_id, c.p8, c.fingerprint, c.updated_at
        FROM before_credential c JOIN app a ON a.bundle_id = c.bundle_id
        """,
        "INSERT INTO api_key SELECT id, name, hash, created_at FROM before_api_key",
        """
        INSERT INTO installation (app, id, user_id, locale, time_zone, system_version,
            app_version, created_at, registered_at, secret_hash, environment, platform,
            permission, encryption_key, inbox_number)
        SELECT a.no, i.id, i.user_id, i.locale, i.time_zone, i.system_version, i.app_version,
            i.created_at, i.registered_at, i.secret_hash, i.environment, i.platform, i.permission,
            i.encryption_key, i.inbox_number
        FROM before_installation i JOIN app a ON a.bundle_id = i.bundle_id
        ORDER BY i.created_at, i.id
        """,
        """
        INSERT INTO message (id, app, target_kind, target, body, topic, push_type, priority,
            collapse_id, expiration, deadline, created_at, carries_id)
        SELECT m.id, a.no, m.target_kind, m.target, m.body, m.topic, m.push_type, m.priority,
            m.collapse_id, m.expiration, m.deadline, m.created_at, m.carries_id
        FROM before_message m JOIN app a ON a.bundle_id = m.bundle_id
        ORDER BY m.created_at, m.id
        """,
        """
        INSERT INTO delivery (id, message, endpoint, installation, lane, state, reason, status,
            attempts, due_at, lease_owner, fence, created_at, updated_at)
        SELECT d.id, m.no, d.token_id, i.no, d.lane, d.state, d.reason, d.status, d.attempts,
            d.due_at, d.lease_owner, d.fence, d.created_at, d.updated_at
        FROM before_delivery d JOIN message m ON m.id = d.message_id
            LEFT JOIN installation i ON i.id = d.installation_id
        ORDER BY d.created_at, d.id
        """,
        """
        INSERT INTO idempotency (scope, key, fingerprint, message, created_at)
        SELECT k.scope, k.key, k.fingerprint, m.no, k.created_at
        FROM before_idempotency k JOIN message m ON m.id = k.message_id
        """,
        """
        INSERT INTO inbox (installation, number, message, created_at)
        SELECT i.no, x.number, m.no, x.created_at
        FROM before_inbox x JOIN installation i ON i.id = x.installation_id
            JOIN message m ON m.id = x.message_id
        """,
        """
        INSERT INTO receipt (no, message, installation_id, event, action, at, received_at)
        SELECT r.id, m.no, r.installation_id, r.event, r.action, r.at, r.received_at
        FROM before_receipt r JOIN message m ON m.id = r.message_id
        """,
    ]

    /// The number of tokens that are copied in one step.
    private static let tokensPerPage = 1000

    /// Copies device tokens, which are text before version 4 and bytes since. A text that is not a
    /// token is copied unchanged, and is reported when it is used.
    private static func copyTokens(_ db: isolated any SQLConnection) async throws {
        var last: Int64 = 0
        while true {
            let page = try await db.rows(
                """
                SELECT t.id, a.no, t.environment, t.token, t.family, t.attributes_type, t.activity,
                    i.no AS installation, t.state, t.reason, t.registered_at, t.replaced_by,
                    CASE WHEN i.no IS NULL OR t.state = 'dead' THEN
                        (SELECT coalesce(max(m.created_at), 0) FROM before_message m) END
                        AS unused_since
                FROM before_device_token t JOIN app a ON a.bundle_id = t.bundle_id
                    LEFT JOIN before_installation b ON b.id = t.installation_id
                    LEFT JOIN installation i ON i.id = b.id
                WHERE t.id > \(last) ORDER BY t.id LIMIT \(tokensPerPage)
                """)
            try await db.insert(
                into: "endpoint",
                columns: [
                    "no", "app", "environment", "address", "family", "attributes_type", "activity",
                    "installation", "state", "reason", "registered_at", "replaced_by",
                    "unused_since",
                ],
                rows: try page.map { row in
                    try page.columns.map { column in
                        guard column == "token" else { return row[column] ?? .null(.text) }
                        let text: String = try row.value(column)
                        return .blob(Hex.decode(text) ?? Array(text.utf8))
                    }
                })
            guard page.count == tokensPerPage, let end = page.last else { return }
            last = try end.value("id")
        }
    }
}
