// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The part of version 9 for templates and their versions.
extension Schema {
    static let templatesUp9: [SchemaVersion.Step] = [
        // The newest version of each template; archived_at is NULL while the template can be used.
        .run(
            """
            CREATE TABLE template (
                no \(Column.key), app \(Column.integer) NOT NULL, name \(Column.text) NOT NULL,
                version \(Column.integer) NOT NULL, created_at \(Column.integer) NOT NULL,
                updated_at \(Column.integer) NOT NULL, archived_at \(Column.integer),
                UNIQUE (app, name))
            """),
        .run(
            """
            CREATE INDEX template_by_age ON template (archived_at) WHERE archived_at IS NOT NULL
            """),
        // locales is a list of the languages with blanks between them, the default language first.
        .run(
            """
            CREATE TABLE template_version (
                template \(Column.integer) NOT NULL, version \(Column.integer) NOT NULL,
                content \(Column.text) NOT NULL, urgency \(Column.text) NOT NULL,
                locales \(Column.text) NOT NULL, created_at \(Column.integer) NOT NULL,
                PRIMARY KEY (template, version))
            """),
        // The number of an app's notifications of one day and class. On PostgreSQL, connections
        // count in different shards, so that messages do not wait for each other.
        .run(
            """
            CREATE TABLE urgency_count (
                app \(Column.integer) NOT NULL, day \(Column.integer) NOT NULL,
                class \(Column.text) NOT NULL, shard \(Column.integer) NOT NULL,
                count \(Column.integer) NOT NULL, PRIMARY KEY (app, day, class, shard))
                \(Column.hot)
            """),
        .run("CREATE INDEX urgency_count_by_age ON urgency_count (day)"),
        // The class of a campaign's notifications, the name and version of its template, and the
        // names of the attributes that its content shows, as a list in JSON.
        .run("ALTER TABLE campaign ADD COLUMN urgency \(Column.text)"),
        .run("ALTER TABLE campaign ADD COLUMN template \(Column.text)"),
        .run("ALTER TABLE campaign ADD COLUMN variables \(Column.text)"),
        .run("CREATE INDEX campaign_by_start ON campaign (app, created_at)"),
    ]

    static let templatesDown9: [SchemaVersion.Step] =
        [
            // The previous version cannot read the content of these campaigns.
            .run(
                """
                UPDATE campaign SET state = 'cancelled', finished_at = created_at
                WHERE template IS NOT NULL AND finished_at IS NULL
                """),
            .run("DROP INDEX campaign_by_start"),
        ]
        + ["variables", "template", "urgency"].map {
            .run("ALTER TABLE campaign DROP COLUMN \(text: $0)")
        }
        + ["urgency_count", "template_version", "template"].map {
            .run("DROP TABLE \(text: $0)")
        }
}
