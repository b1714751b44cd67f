// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The part of version 9 for the log of deliveries.
extension Schema {
    static let deliveriesUp9: [SchemaVersion.Step] = [
        // The apns-unique-id of the response, which only the sandbox sends.
        .run("ALTER TABLE delivery ADD COLUMN unique_id \(Column.text)"),
        .run(
            """
            CREATE INDEX delivery_of_unique_id ON delivery (unique_id)
            WHERE unique_id IS NOT NULL
            """),
    ]

    static let deliveriesDown9: [SchemaVersion.Step] = [
        .run("DROP INDEX delivery_of_unique_id"),
        .run("ALTER TABLE delivery DROP COLUMN unique_id"),
    ]
}
