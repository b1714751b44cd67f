// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// Version 6: API keys with scopes, apps, a time of use and a time of revocation.
extension Schema {
    static let version6 = SchemaVersion(
        number: 6,
        up: [
            // Keys that were created before this version permitted everything.
            .run("ALTER TABLE api_key ADD COLUMN scopes \(Column.text) NOT NULL DEFAULT 'all'"),
            .run("ALTER TABLE api_key ADD COLUMN apps \(Column.text) NOT NULL DEFAULT ''"),
            .run("ALTER TABLE api_key ADD COLUMN last_used_at \(Column.integer)"),
            .run("ALTER TABLE api_key ADD COLUMN revoked_at \(Column.integer)"),
        ],
        down: [
            // In the previous version, every key permits everything, so only keys that permit
            // everything are kept.
            .run(
                """
                DELETE FROM api_key
                WHERE revoked_at IS NOT NULL OR apps <> '' OR scopes <> 'all'
                """)
        ]
            + ["scopes", "apps", "last_used_at", "revoked_at"].map {
                .run("ALTER TABLE api_key DROP COLUMN \(text: $0)")
            })
}
