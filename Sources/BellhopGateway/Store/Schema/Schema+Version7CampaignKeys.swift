// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The part of version 7 for idempotency keys of requests that start campaigns.
extension Schema {
    // A row belongs to a message or to a campaign; the row of a campaign has the message 0.
    static let campaignKeys7: [SchemaVersion.Step] = [
        .run("ALTER TABLE idempotency ADD COLUMN campaign \(Column.integer)")
    ]

    static let campaignKeysBack7: [SchemaVersion.Step] = [
        .run("DELETE FROM idempotency WHERE campaign IS NOT NULL"),
        .run("ALTER TABLE idempotency DROP COLUMN campaign"),
    ]
}
