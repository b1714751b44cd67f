// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The migration of a SQLite file from version 4 back to version 3, with its data.
extension Schema {
    static let back4: [SchemaVersion.Step] = {
        let statements: [SQL] =
            indexesOf4.map { "DROP INDEX \(text: $0)" }
            + tablesOf4.map { "ALTER TABLE \(text: $0) RENAME TO after_\(text: $0)" }
            + tables3 + copy3 + tablesOf4.reversed().map { "DROP TABLE after_\(text: $0)" }
            + [
                "DROP TABLE schema_version",
                "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
                "DELETE FROM grdb_migrations",
                "INSERT INTO grdb_migrations (identifier) VALUES ('1'), ('2'), ('3')",
            ]
        return statements.map { .run($0) }
    }()

    private static let tablesOf4 = [
        "app", "credential", "api_key", "installation", "endpoint", "message", "delivery",
        "idempotency", "inbox", "receipt",
    ]

    private static let indexesOf4 = [
        "app_of_client_key", "app_of_client_key_before", "installation_of_user",
        "endpoint_unused", "endpoint_of_installation", "message_by_age", "delivery_due",
        "delivery_due_in_lane", "delivery_open_of_endpoint", "delivery_of_installation",
        "idempotency_by_age", "inbox_by_age", "receipt_by_age",
    ]

    private static let copy3: [SQL] = [
        """
        INSERT INTO app (bundle_id, name, created_at, client_key, client_key_before,
            identity_secret, identity_secret_before, user_proof)
        SELECT bundle_id, name, created_at, client_key, client_key_before, identity_secret,
            identity_secret_before, user_proof FROM after_app
        """,
        """
        INSERT INTO credential (bundle_id, key_id, team_id, p8, fingerprint, updated_at)
        SELECT a.bundle_id, c.key_id, c.team_id, c.p8, c.fingerprint, c.updated_at
        FROM after_credential c JOIN after_app a ON a.no = c.app
        """,
        """
        INSERT INTO api_key (id, name, hash, created_at)
        SELECT id, name, hash, created_at FROM after_api_key
        """,
        """
        INSERT INTO installation (id, bundle_id, user_id, locale, time_zone, system_version,
            app_version, created_at, registered_at, secret_hash, environment, platform,
            permission, encryption_key, inbox_number)
        SELECT i.id, a.bundle_id, i.user_id, i.locale, i.time_zone, i.system_version,
            i.app_version, i.created_at, i.registered_at, i.secret_hash, i.environment,
            i.platform, i.permission, i.encryption_key, i.inbox_number
        FROM after_installation i JOIN after_app a ON a.no = i.app
        """,
        """
        INSERT INTO device_token (id, bundle_id, environment, token, family, installation_id,
            state, reason, registered_at, replaced_by, attributes_type, activity)
        SELECT e.no, a.bundle_id, e.environment, lower(hex(e.address)), e.family, i.id, e.state,
            e.reason, e.registered_at, NULL, e.attributes_type, e.activity
        FROM after_endpoint e JOIN after_app a ON a.no = e.app
            LEFT JOIN after_installation i ON i.no = e.installation
        """,
        """
        UPDATE device_token SET replaced_by = e.replaced_by
        FROM after_endpoint e JOIN after_endpoint f ON f.no = e.replaced_by
        WHERE e.no = device_token.id
        """,
        """
        INSERT INTO message (id, bundle_id, target_kind, target, body, topic, push_type, priority,
            collapse_id, expiration, deadline, created_at, carries_id)
        SELECT m.id, a.bundle_id, m.target_kind, m.target, m.body, m.topic, m.push_type,
            m.priority, m.collapse_id, m.expiration, m.deadline, m.created_at, m.carries_id
        FROM after_message m JOIN after_app a ON a.no = m.app
        """,
        """
        INSERT INTO delivery (id, message_id, token_id, installation_id, state, reason, status,
            attempts, due_at, lease_owner, fence, created_at, updated_at, lane)
        SELECT d.id, m.id, d.endpoint, i.id, d.state, d.reason, d.status, d.attempts, d.due_at,
            d.lease_owner, d.fence, d.created_at, d.updated_at, d.lane
        FROM after_delivery d JOIN after_message m ON m.no = d.message
            JOIN device_token t ON t.id = d.endpoint
            LEFT JOIN after_installation i ON i.no = d.installation
        """,
        """
        INSERT INTO idempotency (scope, key, fingerprint, message_id, created_at)
        SELECT k.scope, k.key, k.fingerprint, m.id, k.created_at
        FROM after_idempotency k JOIN after_message m ON m.no = k.message
        """,
        """
        INSERT INTO inbox (installation_id, number, message_id, created_at)
        SELECT i.id, x.number, m.id, x.created_at
        FROM after_inbox x JOIN after_installation i ON i.no = x.installation
            JOIN after_message m ON m.no = x.message
        """,
        """
        INSERT INTO receipt (id, message_id, installation_id, event, action, at, received_at)
        SELECT r.no, m.id, r.installation_id, r.event, r.action, r.at, r.received_at
        FROM after_receipt r JOIN after_message m ON m.no = r.message
        """,
    ]
}
