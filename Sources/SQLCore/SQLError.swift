// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The error of a failed database operation.
public struct SQLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error, which determines what can be done about it.
    public enum Kind: String, Hashable, Sendable {
        /// The file, its directory or the server's database cannot be written to.
        case unwritable
        /// Another program uses the database.
        case inUse
        /// The file is damaged or is not a database.
        case corrupt
        /// The disk is full.
        case diskFull
        /// The database was closed.
        case closed
        /// The server cannot be reached, or ended the connection. Nothing was changed.
        case unavailable
        /// The maximum number of waiting transactions is exceeded.
        case busy
        /// The transaction conflicted with another transaction; it may succeed when it is repeated.
        case conflict
        /// The connection was lost during the commit, and it is unknown whether the transaction was
        /// committed.
        case unknownCommit
        /// Any other error.
        case failed
    }

    public let kind: Kind
    /// The problem and its fix, in one line. The text contains no value of a row.
    public let message: String
    /// The database's own error code, for instance an SQLSTATE.
    public let code: String?

    public init(_ kind: Kind, _ message: String, code: String? = nil) {
        self.kind = kind
        self.message = message
        self.code = code
    }

    public var description: String { message }
}
