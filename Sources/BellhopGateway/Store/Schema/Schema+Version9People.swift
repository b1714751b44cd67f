// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The part of version 9 for topics, consent and aliases, and for the erasure of users.
extension Schema {
    /// An option for a table whose rows are found only by their keys.
    private static let keyed: SQL = "\(sqlite: " WITHOUT ROWID", postgres: "")"

    static let peopleUp9: [SchemaVersion.Step] = (people9 + erasure9).map { .run($0) }

    private static let people9: [SQL] = [
        """
        CREATE TABLE alias (
            app \(Column.integer) NOT NULL, label \(Column.text) NOT NULL,
            value \(Column.text) NOT NULL, user_id \(Column.text) NOT NULL,
            created_at \(Column.integer) NOT NULL, PRIMARY KEY (app, label, value),
            UNIQUE (app, user_id, label))
        """,
        """
        CREATE TABLE topic (
            no \(Column.key), app \(Column.integer) NOT NULL, name \(Column.text) NOT NULL,
            title \(Column.text) NOT NULL, UNIQUE (app, name))
        """,
        // The last decision about each topic. user_id is the user who was signed in then.
        """
        CREATE TABLE subscription (
            installation \(Column.integer) NOT NULL, topic \(Column.integer) NOT NULL,
            is_on \(Column.integer) NOT NULL, user_id \(Column.text),
            changed_at \(Column.integer) NOT NULL, PRIMARY KEY (installation, topic))\(keyed)
        """,
        "CREATE INDEX subscription_found ON subscription (topic, is_on, installation)",
        "CREATE INDEX subscription_of_user ON subscription (user_id) WHERE user_id IS NOT NULL",
        // Every decision. The topic is stored by name, so that the history outlives the topic.
        """
        CREATE TABLE consent (
            no \(Column.key), app \(Column.integer) NOT NULL,
            installation \(Column.integer) NOT NULL, user_id \(Column.text),
            topic \(Column.text) NOT NULL, is_on \(Column.integer) NOT NULL,
            source \(Column.text) NOT NULL, note \(Column.text), at \(Column.integer) NOT NULL)
        """,
        "CREATE INDEX consent_of_installation ON consent (installation, no)",
        "CREATE INDEX consent_of_user ON consent (app, user_id, no) WHERE user_id IS NOT NULL",
        "CREATE INDEX consent_by_age ON consent (at)",
    ]

    private static let erasure9: [SQL] = [
        // The order to erase a user in one app. user_id is NULL as soon as nothing of the user is
        // left. after is the last event that was examined, or, with a minus sign, the last
        // campaign.
        """
        CREATE TABLE erasure (
            no \(Column.key), id \(Column.text) NOT NULL, app \(Column.integer) NOT NULL,
            user_id \(Column.text), rows \(Column.integer) NOT NULL DEFAULT 0,
            after \(Column.integer) NOT NULL DEFAULT 0,
            requested_at \(Column.integer) NOT NULL, finished_at \(Column.integer),
            UNIQUE (id, app))
        """,
        "CREATE INDEX erasure_open ON erasure (no) WHERE finished_at IS NULL",
        "CREATE INDEX erasure_by_age ON erasure (finished_at) WHERE finished_at IS NOT NULL",
        """
        CREATE TABLE tombstone (
            app \(Column.integer) NOT NULL, hash \(Column.blob) NOT NULL,
            created_at \(Column.integer) NOT NULL, PRIMARY KEY (app, hash))\(keyed)
        """,
        "CREATE INDEX tombstone_by_age ON tombstone (created_at)",
        """
        CREATE TABLE tombstone_salt (
            app \(Column.integer) NOT NULL PRIMARY KEY, salt \(Column.blob) NOT NULL)
        """,
        // An erasure also uses the indexes endpoint_of_former, message_of_target and
        // receipt_of_installation of the part for results.
        "CREATE INDEX idempotency_of_message ON idempotency (message)",
    ]

    static let peopleDown9: [SchemaVersion.Step] =
        [.run("DROP INDEX idempotency_of_message")]
        + [
            "tombstone_salt", "tombstone", "erasure", "consent", "subscription", "topic", "alias",
        ].map { .run("DROP TABLE \(text: $0)") }
}
