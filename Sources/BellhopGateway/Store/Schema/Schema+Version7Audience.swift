// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import SQLCore

/// The part of version 7 about audiences: attributes, tags and segments.
extension Schema {
    /// An option for a table whose rows are found only by their keys.
    private static let keyed: SQL = "\(sqlite: " WITHOUT ROWID", postgres: "")"

    static let audienceUp7: [SchemaVersion.Step] = [
        .run(
            """
            CREATE TABLE attribute (
                no \(Column.key), app \(Column.integer) NOT NULL, name \(Column.text) NOT NULL,
                kind \(Column.text) NOT NULL, UNIQUE (app, name))
            """),
        // A value is text in the order of the values, so one index serves every type; see
        // AudienceValue.
        .run(
            """
            CREATE TABLE attribute_value (
                installation \(Column.integer) NOT NULL, attribute \(Column.integer) NOT NULL,
                value \(Column.text) NOT NULL, PRIMARY KEY (installation, attribute))\(keyed)
            """),
        .run(
            """
            CREATE INDEX attribute_value_found ON attribute_value (attribute, value, installation)
            """),
        .run(
            """
            CREATE TABLE tag (
                installation \(Column.integer) NOT NULL, name \(Column.text) NOT NULL,
                app \(Column.integer) NOT NULL, PRIMARY KEY (installation, name))\(keyed)
            """),
        .run("CREATE INDEX tag_found ON tag (app, name, installation)"),
        .run(
            """
            CREATE TABLE segment (
                app \(Column.integer) NOT NULL, name \(Column.text) NOT NULL,
                filter \(Column.text) NOT NULL, PRIMARY KEY (app, name))
            """),
        // The filter as JSON; NULL for a campaign to all installations.
        .run("ALTER TABLE campaign ADD COLUMN audience \(Column.text)"),
        .run("ALTER TABLE installation ADD COLUMN app_version_order \(Column.text)"),
        .run("ALTER TABLE installation ADD COLUMN system_version_order \(Column.text)"),
        // A filter examines the environment of every installation, even of an installation that
        // only servers have registered.
        .run(
            """
            UPDATE installation SET environment = (
                SELECT e.environment FROM endpoint e WHERE e.installation = installation.no
                ORDER BY CASE WHEN e.family = 'app' THEN 0 ELSE 1 END, e.no LIMIT 1)
            WHERE environment IS NULL
            """),
        .code("put the versions of apps and systems in order", orderVersions),
        .run("CREATE INDEX installation_seen ON installation (app, registered_at)"),
        .run("CREATE INDEX installation_of_version ON installation (app, app_version_order)"),
        .run("CREATE INDEX installation_of_locale ON installation (app, locale)"),
    ]

    static let audienceDown7: [SchemaVersion.Step] =
        [
            // The previous version would send these campaigns to all installations.
            .run(
                """
                UPDATE campaign SET state = 'cancelled', finished_at = created_at
                WHERE audience IS NOT NULL AND finished_at IS NULL
                """),
            .run("UPDATE installation SET environment = NULL WHERE secret_hash IS NULL"),
        ]
        + ["installation_seen", "installation_of_version", "installation_of_locale"].map {
            .run("DROP INDEX \(text: $0)")
        }
        + [
            .run("ALTER TABLE installation DROP COLUMN system_version_order"),
            .run("ALTER TABLE installation DROP COLUMN app_version_order"),
            .run("ALTER TABLE campaign DROP COLUMN audience"),
        ]
        + ["segment", "tag", "attribute_value", "attribute"].map {
            .run("DROP TABLE \(text: $0)")
        }

    private static func orderVersions(_ db: isolated any SQLConnection) async throws {
        for column in ["app_version", "system_version"] {
            let versions: [String] = try await db.rows(
                """
                SELECT DISTINCT \(text: column) FROM installation
                WHERE \(text: column) IS NOT NULL
                """
            ).firstColumn()
            guard !versions.isEmpty else { continue }
            let table = SQLTable().with("written", texts: versions)
                .with("ordered", texts: versions.map(VersionOrder.key))
            try await db.run(
                """
                UPDATE installation SET \(text: column)_order = r.ordered
                FROM \(table, as: "r") WHERE \(text: column) = r.written
                """)
        }
    }
}
