// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The error of a failed storage operation, with a description in one line.
public struct GatewayStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: String, Hashable, Sendable {
        /// The database file or its directory cannot be created or written to.
        case unwritable
        /// Another process uses the database.
        case inUse
        /// The file is damaged or is not a database.
        case corrupt
        /// A newer version of Bellhop created the tables.
        case tooNew
        /// The tables have a version other than the one that this version of Bellhop needs.
        case otherVersion
        /// The disk is full.
        case diskFull
        /// The storage was closed.
        case closed
        /// The database server cannot be reached.
        case unavailable
        /// The database does not respond in time.
        case noResponse
        /// Too many transactions wait for the database.
        case busy
        /// The connection was lost during a commit, and it is unknown whether the transaction was
        /// committed.
        case unknownCommit
        /// A secret cannot be sealed or opened, because the master key is missing or wrong.
        case noMasterKey
        /// Any other error.
        case failed
    }

    public let code: Code
    /// The problem and its fix.
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }

    static let noResponse = GatewayStoreError(
        .noResponse, "the database does not respond; check the server, its disk and the network")
}
