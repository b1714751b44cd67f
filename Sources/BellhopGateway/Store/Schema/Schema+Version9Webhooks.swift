// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The part of version 9 for webhooks, their events, and the audit log.
extension Schema {
    static let webhooksUp9: [SchemaVersion.Step] =
        [
            // A row gets its position after its transaction has become visible, so that the
            // positions become visible in order; see SQLEvents.
            .run(
                """
                CREATE TABLE event (
                    no \(Column.key), position \(Column.integer), type \(Column.text) NOT NULL,
                    app \(Column.text) NOT NULL, at \(Column.integer) NOT NULL,
                    data \(Column.text) NOT NULL)\(Column.hot)
                """),
            .run("CREATE UNIQUE INDEX event_found ON event (position)"),
            .run("CREATE INDEX event_new ON event (no) WHERE position IS NULL"),
            .run("CREATE INDEX event_by_age ON event (at)"),
            .run("CREATE TABLE event_counter (last \(Column.integer) NOT NULL)"),
            .run("INSERT INTO event_counter (last) VALUES (0)"),
            .run(
                """
                CREATE TABLE webhook (
                    no \(Column.key), id \(Column.text) NOT NULL UNIQUE, url \(Column.text),
                    description \(Column.text), events \(Column.text) NOT NULL,
                    apps \(Column.text) NOT NULL, secret \(Column.text),
                    secret_before \(Column.text), secret_before_until \(Column.integer),
                    batch_size \(Column.integer) NOT NULL, is_enabled \(Column.integer) NOT NULL,
                    disabled_reason \(Column.text), created_at \(Column.integer) NOT NULL,
                    position \(Column.integer) NOT NULL, batch_last \(Column.integer),
                    run \(Column.integer) NOT NULL DEFAULT 0,
                    attempts \(Column.integer) NOT NULL DEFAULT 0,
                    due_at \(Column.integer) NOT NULL DEFAULT 0,
                    lease_until \(Column.integer) NOT NULL DEFAULT 0,
                    fence \(Column.integer) NOT NULL DEFAULT 0,
                    failing_since \(Column.integer), last_success_at \(Column.integer))
                """),
            .run(
                """
                CREATE TABLE webhook_attempt (
                    no \(Column.key), webhook \(Column.integer) NOT NULL,
                    at \(Column.integer) NOT NULL, message_id \(Column.text) NOT NULL,
                    events \(Column.integer) NOT NULL, status \(Column.integer),
                    error \(Column.text), is_delivered \(Column.integer) NOT NULL)
                """),
            .run("CREATE INDEX webhook_attempt_found ON webhook_attempt (webhook, no)"),
            // The numbers have no gaps, so they are not assigned by the database.
            .run(
                """
                CREATE TABLE audit (
                    no \(Column.integer) NOT NULL PRIMARY KEY, at \(Column.integer) NOT NULL,
                    key \(Column.text) NOT NULL, action \(Column.text) NOT NULL,
                    app \(Column.text), object \(Column.text), before \(Column.text),
                    after \(Column.text), address \(Column.text), hash \(Column.text) NOT NULL)
                """),
            .run("CREATE INDEX audit_of_app ON audit (app, no)"),
            .run("CREATE INDEX audit_of_key ON audit (key, no)"),
            // The last entry that was removed, with whose hash the chain continues.
            .run(
                """
                CREATE TABLE audit_start (
                    no \(Column.integer) NOT NULL, hash \(Column.text) NOT NULL)
                """),
            .run("ALTER TABLE api_key ADD COLUMN requests_per_minute \(Column.integer)"),
        ]

    static let webhooksDown9: [SchemaVersion.Step] =
        [.run("ALTER TABLE api_key DROP COLUMN requests_per_minute")]
        + ["audit_start", "audit", "webhook_attempt", "webhook", "event_counter", "event"].map {
            .run("DROP TABLE \(text: $0)")
        }
}
