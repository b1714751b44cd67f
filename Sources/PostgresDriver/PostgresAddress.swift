// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import SQLCore

/// The address of a PostgreSQL database, with the settings for its connections.
///
/// The address is a connection string of libpq, for instance
/// `postgres://bellhop@db.example.com/bellhop?sslmode=verify-full`, with four parameters of
/// Bellhop's own: `pool` (the maximum number of connections, 1 to 100, 8 by default), `pool_wait`
/// (how long a request waits for one of them, 1 to 3,600 seconds, 1 by default),
/// `transaction_idle` (how long the server waits for the next statement of a transaction, 1 to
/// 3,600 seconds, 10 by default) and `prepared_statements` (`off` behind a PgBouncer that pools
/// transactions). libpq's `connect_timeout` is 1 to 3,600 seconds, 5 by default.
public struct PostgresAddress: Sendable {
    /// The permitted values for the maximum number of connections.
    public static let poolRange = 1...100
    /// The maximum number of connections if the address has no `pool`.
    public static let poolDefault = 8
    /// The permitted values for the time for which a request waits for a connection that is in
    /// use, in seconds.
    public static let poolWaitSecondsRange = 1...3_600
    /// The time for which a request waits for a connection if the address has no `pool_wait`. The
    /// sending of accepted notifications waits without this limit, and has a connection of its own.
    public static let poolWaitSecondsDefault = 1
    /// The permitted values for the time for which the server waits for the next statement of a
    /// transaction, in seconds.
    public static let transactionIdleSecondsRange = 1...3_600
    /// The time for which the server waits for the next statement if the address has no
    /// `transaction_idle`. After this time, the server rolls the transaction back, so that a
    /// stopped process does not keep its locks.
    public static let transactionIdleSecondsDefault = 10
    /// The permitted values for the connection timeout, in seconds.
    public static let connectSecondsRange = 1...3_600
    /// The connection timeout in seconds if the address has no `connect_timeout`.
    public static let connectSecondsDefault = 5

    /// The connection string without Bellhop's own parameters. It may contain a password.
    let connectionString: String
    /// A description with the host and the database, for messages.
    public let name: String
    public let pool: Int
    let poolWaitSeconds: Int
    let transactionIdleSeconds: Int
    let preparesStatements: Bool
    let connectSeconds: Int

    /// Returns whether a text begins like the address of a PostgreSQL database.
    public static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
    }

    /// Parses an address.
    ///
    /// - Throws: ``SQLError`` if the text is not the address of a PostgreSQL database, or if one of
    ///   the parameters that are named above has an invalid value.
    public init(_ text: String) throws(SQLError) {
        guard Self.isAddress(text), let start = text.firstRange(of: "://")?.upperBound else {
            throw SQLError(
                .failed,
                "the database's address does not begin with postgres://; write "
                    + "postgres://USER@HOST:PORT/DATABASE")
        }
        let parts = text[start...].split(separator: "?", maxSplits: 1)
        let place = parts.first ?? ""
        let host = place.split(separator: "@").last.map(String.init) ?? ""
        name = "the database at \(host)"
        var pool = Self.poolDefault
        var preparesStatements = true
        var poolWaitSeconds = Self.poolWaitSecondsDefault
        var connectSeconds = Self.connectSecondsDefault
        var transactionIdleSeconds = Self.transactionIdleSecondsDefault
        var kept: [Substring] = []
        for parameter in parts.dropFirst().first?.split(separator: "&") ?? [] {
            let sides = parameter.split(separator: "=", maxSplits: 1)
            let value = sides.count > 1 ? String(sides[1]) : ""
            switch sides.first {
            case "pool":
                pool = try Self.number(value, "pool", "", in: Self.poolRange)
            case "pool_wait":
                poolWaitSeconds = try Self.number(
                    value, "pool_wait", " of seconds", in: Self.poolWaitSecondsRange)
            case "transaction_idle":
                transactionIdleSeconds = try Self.number(
                    value, "transaction_idle", " of seconds", in: Self.transactionIdleSecondsRange)
            case "connect_timeout":
                connectSeconds = try Self.number(
                    value, "connect_timeout", " of seconds", in: Self.connectSecondsRange)
            case "prepared_statements":
                guard value == "on" || value == "off" else {
                    throw SQLError(
                        .failed,
                        "prepared_statements=\(value) is neither on nor off; correct the "
                            + "database's address")
                }
                preparesStatements = value == "on"
            default: kept.append(parameter)
            }
        }
        self.pool = pool
        self.preparesStatements = preparesStatements
        self.poolWaitSeconds = poolWaitSeconds
        self.connectSeconds = connectSeconds
        self.transactionIdleSeconds = transactionIdleSeconds
        connectionString =
            String(text[..<start]) + place + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    }

    private static func number(
        _ text: String, _ name: String, _ unit: String, in range: ClosedRange<Int>
    ) throws(SQLError) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw SQLError(
                .failed,
                "\(name)=\(text) is not a number\(unit) from \(range.lowerBound) to "
                    + "\(range.upperBound); correct the database's address")
        }
        return number
    }

    /// Connects, and checks that the server does not lose transactions that it has confirmed.
    ///
    /// - Throws: ``SQLError`` if the server cannot be reached, rejects the connection, is older
    ///   than PostgreSQL 15 or has a setting with which it can lose confirmed transactions, or if
    ///   this build does not support PostgreSQL.
    public func open() async throws -> any SQLDatabase {
        #if Postgres
        return try await PostgresDatabase.open(self)
        #else
        throw SQLError(
            .failed,
            "this build of Bellhop does not support PostgreSQL; install libpq's headers (Debian: "
                + "libpq-dev) and build with: swift build --traits default,Postgres")
        #endif
    }
}
