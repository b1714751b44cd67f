// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The part of version 10 for members who sign in with an identity provider.
extension Schema {
    private static let identityColumns = ["identity_issuer", "identity_subject"]

    // Both columns are NULL until the member has signed in with the provider.
    static let identitiesUp10: [SchemaVersion.Step] =
        identityColumns.map { .run("ALTER TABLE member ADD COLUMN \(text: $0) \(Column.text)") }
        + [
            .run(
                """
                CREATE UNIQUE INDEX member_by_identity
                ON member (identity_issuer, identity_subject)
                """),
            // The key is the SHA-256 of the secret of a sign-in that has succeeded or was refused.
            .run(
                """
                CREATE TABLE used_sign_in (
                    hash \(Column.blob) NOT NULL PRIMARY KEY, expires_at \(Column.integer) NOT NULL)
                """),
            .run("CREATE INDEX used_sign_in_by_age ON used_sign_in (expires_at)"),
        ]

    static let identitiesDown10: [SchemaVersion.Step] =
        [
            .run("DROP TABLE used_sign_in"), .run("DROP INDEX member_by_identity"),
        ] + identityColumns.map { .run("ALTER TABLE member DROP COLUMN \(text: $0)") }
}
