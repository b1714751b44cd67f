// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The part of version 10 for counts of audiences: an index with which PostgreSQL finds recently
/// seen installations without reading their rows. In SQLite, every index contains the row's number.
extension Schema {
    private static let numberColumn: SQL = "\(sqlite: "", postgres: ", no")"

    static let audienceUp10 = replacingSeen(numberColumn)
    static let audienceDown10 = replacingSeen("")

    private static func replacingSeen(_ more: SQL) -> [SchemaVersion.Step] {
        [
            .run("DROP INDEX installation_seen"),
            .run("CREATE INDEX installation_seen ON installation (app, registered_at\(more))"),
        ]
    }
}
