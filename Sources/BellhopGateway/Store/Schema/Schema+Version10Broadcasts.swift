// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The part of version 10 for campaigns that send one broadcast to a channel.
extension Schema {
    // The channel's identifier, as APNs chose it, and its environment; NULL for a campaign with an
    // audience.
    private static let broadcastColumns = ["channel", "channel_environment"]

    static let broadcastsUp10: [SchemaVersion.Step] = broadcastColumns.map {
        .run("ALTER TABLE campaign ADD COLUMN \(text: $0) \(Column.text)")
    }

    // The previous version would send a broadcast to every installation of the app.
    static let broadcastsDown10: [SchemaVersion.Step] =
        [
            .run(
                """
                UPDATE campaign SET state = 'cancelled', finished_at = created_at
                WHERE finished_at IS NULL AND channel IS NOT NULL
                """)
        ]
        + broadcastColumns.map {
            .run("ALTER TABLE campaign DROP COLUMN \(text: $0)")
        }
}
