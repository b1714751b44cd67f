// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// Version 10: FCM and Web Push beside APNs, campaigns that are broadcasts, and members who sign in
/// with an identity provider; and a better index for counts.
///
/// The statements are in one list for each purpose.
extension Schema {
    private static let transportColumns: [(table: String, name: String, type: SQL)] = [
        // apns, fcm or web_push (PushTransport).
        ("endpoint", "transport", "\(Column.text) NOT NULL DEFAULT 'apns'"),
        // The address for a transport other than APNs; NULL for APNs. If it is set, the column
        // address contains a hash of it, in the form of a device token.
        ("endpoint", "foreign_address", Column.blob),
        // The changes of the message for FCM and Web Push, as JSON.
        ("message", "platforms", Column.blob),
    ]

    static let version10 = SchemaVersion(
        number: 10, up: transportsUp + broadcastsUp10 + identitiesUp10 + audienceUp10,
        down: audienceDown10 + identitiesDown10 + broadcastsDown10 + transportsDown)

    private static let transportsUp: [SchemaVersion.Step] =
        transportColumns.map {
            .run("ALTER TABLE \(text: $0.table) ADD COLUMN \(text: $0.name) \($0.type)")
        } + [
            // subject and navigate belong to a VAPID key. name is the text to show: the project, or
            // the public key.
            .run(
                """
                CREATE TABLE provider_credential (
                    app \(Column.integer) NOT NULL REFERENCES app (no),
                    transport \(Column.text) NOT NULL, secret \(Column.text) NOT NULL,
                    name \(Column.text) NOT NULL, account \(Column.text), key_id \(Column.text),
                    subject \(Column.text), navigate \(Column.text),
                    fingerprint \(Column.text) NOT NULL, updated_at \(Column.integer) NOT NULL,
                    PRIMARY KEY (app, transport))
                """)
        ]

    // The previous version would send to addresses of other transports as if they were tokens.
    private static let transportsDown: [SchemaVersion.Step] =
        [
            .run("DROP TABLE provider_credential"),
            .run(
                """
                DELETE FROM delivery WHERE endpoint IN (
                    SELECT no FROM endpoint WHERE transport <> 'apns')
                """),
            .run("DELETE FROM endpoint WHERE transport <> 'apns'"),
        ]
        + transportColumns.map {
            .run("ALTER TABLE \(text: $0.table) DROP COLUMN \(text: $0.name)")
        }
}
