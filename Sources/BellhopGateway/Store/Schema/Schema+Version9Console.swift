// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The part of version 9 for the console: its members, their sessions and links.
extension Schema {
    static let consoleUp9: [SchemaVersion.Step] = [
        .run(
            """
            CREATE TABLE member (
                no \(Column.key), id \(Column.text) NOT NULL UNIQUE,
                login \(Column.text) NOT NULL UNIQUE, name \(Column.text) NOT NULL,
                role \(Column.text) NOT NULL, password \(Column.text),
                created_at \(Column.integer) NOT NULL, signed_in_at \(Column.integer))
            """),
        .run(
            """
            CREATE TABLE member_link (
                hash \(Column.blob) NOT NULL PRIMARY KEY, member \(Column.integer) NOT NULL,
                expires_at \(Column.integer) NOT NULL)
            """),
        .run("CREATE INDEX member_link_of_member ON member_link (member)"),
        .run("CREATE INDEX member_link_by_age ON member_link (expires_at)"),
        .run(
            """
            CREATE TABLE console_session (
                hash \(Column.blob) NOT NULL PRIMARY KEY, member \(Column.integer) NOT NULL,
                began_at \(Column.integer) NOT NULL, used_at \(Column.integer) NOT NULL)
            """),
        .run("CREATE INDEX console_session_of_member ON console_session (member, used_at)"),
        .run("CREATE INDEX console_session_by_age ON console_session (used_at)"),
        // The key is the SHA-256 of a login, which need not be a member's.
        .run(
            """
            CREATE TABLE sign_in_failure (
                login \(Column.blob) NOT NULL PRIMARY KEY, failures \(Column.integer) NOT NULL,
                failed_at \(Column.integer) NOT NULL)
            """),
        .run("CREATE INDEX sign_in_failure_by_age ON sign_in_failure (failed_at)"),
    ]

    static let consoleDown9: [SchemaVersion.Step] = [
        "sign_in_failure", "console_session", "member_link", "member",
    ].map { .run("DROP TABLE \(text: $0)") }
}
