// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A database system, which determines the syntax of statements.
public enum SQLDialect: String, Hashable, Sendable, CaseIterable {
    case sqlite
    case postgres
}
