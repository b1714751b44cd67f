// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The part of version 9 for the shadow mode.
extension Schema {
    static let shadowUp9: [SchemaVersion.Step] = [
        // Whether nothing is sent to APNs for the app, because another sender sends its
        // notifications.
        .run("ALTER TABLE app ADD COLUMN shadow \(Column.integer) NOT NULL DEFAULT 0"),
        // Requests of that sender that the gateway refused, or about which it has a remark.
        .run(
            """
            CREATE TABLE shadow_finding (
                no \(Column.key), app \(Column.integer) NOT NULL, kind \(Column.text) NOT NULL,
                reason \(Column.text) NOT NULL, at \(Column.integer) NOT NULL,
                apns_id \(Column.text), detail \(Column.text))
            """),
        .run("CREATE INDEX shadow_finding_of_app ON shadow_finding (app, at)"),
        .run("CREATE INDEX shadow_finding_of_time ON shadow_finding (at)"),
    ]

    static let shadowDown9: [SchemaVersion.Step] = [
        .run("DROP TABLE shadow_finding"),
        .run("ALTER TABLE app DROP COLUMN shadow"),
    ]
}
