// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The part of version 9 for results and reports.
extension Schema {
    static let resultsUp9: [SchemaVersion.Step] = resultStatements9.map { .run($0) }

    static let resultsDown9: [SchemaVersion.Step] = {
        // The previous version would take a certificate for a key.
        var statements: [SQL] = [
            "DELETE FROM credential WHERE kind = 'certificate'", "DROP TABLE receipt_sum",
        ]
        statements += resultIndexes9.map { "DROP INDEX \(text: $0)" }
        statements += resultColumns9.map { table, column in
            "ALTER TABLE \(text: table) DROP COLUMN \(text: column)"
        }
        return statements.map { .run($0) }
    }()

    private static let resultIndexes9 = [
        "installation_of_permission", "endpoint_of_former", "endpoint_unused_of_app",
        "endpoint_untried", "endpoint_suspect", "receipt_of_installation",
        "delivery_not_accepted", "message_of_target", "message_of_app",
    ]

    private static let resultColumns9 = [
        ("endpoint", "former"), ("endpoint", "invalid_since"), ("endpoint", "suspect_since"),
        ("endpoint", "other_environment"), ("endpoint", "other_tried_at"),
        ("credential", "kind"), ("credential", "expires_at"), ("credential", "environments"),
        ("app", "receipt_percent"), ("app", "denied_policy"), ("installation", "badge"),
        ("installation", "permission_bits"), ("message", "counts_badge"),
    ]

    private static let resultStatements9: [SQL] = [
        // Lists of messages and deliveries are read in the order of the numbers, newest first.
        "CREATE INDEX message_of_app ON message (app, no)",
        "CREATE INDEX message_of_target ON message (target, no)",
        // Most deliveries are accepted, but people look for those that ended otherwise.
        """
        CREATE INDEX delivery_not_accepted ON delivery (state, no)
        WHERE due_at IS NULL AND state <> 'accepted'
        """,
        "CREATE INDEX receipt_of_installation ON receipt (installation_id, received_at, no)",
        // The installation that a replaced or ended token belonged to.
        "ALTER TABLE endpoint ADD COLUMN former \(Column.integer)",
        // The time since which a dead token is invalid, as APNs reported it.
        "ALTER TABLE endpoint ADD COLUMN invalid_since \(Column.integer)",
        "ALTER TABLE endpoint ADD COLUMN suspect_since \(Column.integer)",
        // What APNs said about a suspect token in the other environment, and when it was tried.
        "ALTER TABLE endpoint ADD COLUMN other_environment \(Column.text)",
        "ALTER TABLE endpoint ADD COLUMN other_tried_at \(Column.integer)",
        "CREATE INDEX endpoint_of_former ON endpoint (former) WHERE former IS NOT NULL",
        """
        CREATE INDEX endpoint_unused_of_app
        ON endpoint (app, unused_since, state, environment, reason)
        WHERE unused_since IS NOT NULL
        """,
        """
        CREATE INDEX endpoint_suspect ON endpoint (app, environment, reason, other_environment)
        WHERE state = 'suspect'
        """,
        """
        CREATE INDEX endpoint_untried ON endpoint (app, no)
        WHERE state = 'suspect' AND other_tried_at IS NULL
        """,
        // The numbers of a campaign's receipts, so that a report reads no receipts. Each dimension
        // counts all receipts of an event: all, hour, variant, locale, app_version, action. The
        // weight is 100 times the number of receipts that the counted receipts represent, because
        // an app may store only a part of its receipts.
        """
        CREATE TABLE receipt_sum (
            campaign \(Column.integer) NOT NULL, event \(Column.text) NOT NULL,
            dimension \(Column.text) NOT NULL, value \(Column.text) NOT NULL,
            count \(Column.integer) NOT NULL, weight \(Column.integer) NOT NULL,
            PRIMARY KEY (campaign, event, dimension, value))\(Column.hot)
        """,
        """
        INSERT INTO receipt_sum (campaign, event, dimension, value, count, weight)
        SELECT -message, event, 'all', '', count(DISTINCT installation_id),
            100 * count(DISTINCT installation_id)
        FROM receipt WHERE message < 0 GROUP BY message, event
        """,
        // The percentage of installations whose receipts are stored.
        "ALTER TABLE app ADD COLUMN receipt_percent \(Column.integer) NOT NULL DEFAULT 100",
        // What happens to alerts for installations where the person has denied notifications:
        // suppress or send.
        "ALTER TABLE app ADD COLUMN denied_policy \(Column.text) NOT NULL DEFAULT 'suppress'",
        // A credential is a key or a certificate; its secret is in p8 in both cases.
        "ALTER TABLE credential ADD COLUMN kind \(Column.text) NOT NULL DEFAULT 'key'",
        "ALTER TABLE credential ADD COLUMN expires_at \(Column.integer)",
        "ALTER TABLE credential ADD COLUMN environments \(Column.text) NOT NULL DEFAULT ''",
        "ALTER TABLE installation ADD COLUMN badge \(Column.integer) NOT NULL DEFAULT 0",
        // What the app has reported about the permission; see PermissionBits.
        """
        ALTER TABLE installation ADD COLUMN permission_bits \(Column.integer) NOT NULL DEFAULT 0
        """,
        """
        UPDATE installation SET permission_bits = CASE
            WHEN permission LIKE '%"authorization":"denied"%' THEN 10
            WHEN permission LIKE '%"authorization":"authorized"%' THEN 11
            WHEN permission LIKE '%"authorization":"provisional"%' THEN 68
            WHEN permission LIKE '%"authorization":"ephemeral"%' THEN 5 ELSE 1 END
        WHERE permission IS NOT NULL
        """,
        "CREATE INDEX installation_of_permission ON installation (app, permission_bits)",
        // Whether the payload's badge is the installation's counter.
        "ALTER TABLE message ADD COLUMN counts_badge \(Column.integer) NOT NULL DEFAULT 0",
    ]
}
