// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
/// A mark that a transaction writes. If the connection is lost during the commit, another
/// connection reads the mark to find out whether the transaction was committed.
///
/// The server's own transaction ID is not enough: after a crash, the server may assign the same ID
/// to another transaction, because it need not have stored that the ID was already assigned. Each
/// connection has one row, which each of its transactions overwrites with its number.
struct CommitMark: Sendable {
    /// The identifier of the connection.
    let connection: Int64
    /// The number of the transaction on its connection, counted from 1.
    let number: Int64

    /// The statement with which the transaction writes its mark.
    var writing: String {
        """
        INSERT INTO bellhop_commit (connection, number) VALUES (\(connection), \(number))
        ON CONFLICT (connection) DO UPDATE SET number = excluded.number, at = now()
        """
    }

    /// The statement that returns the number of the last committed transaction. The statement
    /// writes the row without changing it, because a write waits for the end of an unfinished
    /// transaction that has written the same row.
    var question: String {
        """
        INSERT INTO bellhop_commit (connection, number) VALUES (\(connection), 0)
        ON CONFLICT (connection) DO UPDATE SET number = bellhop_commit.number
        RETURNING number::text
        """
    }

    /// The statement that returns how many tables for marks exist: 0 or 1.
    static let tableQuestion = """
        SELECT CASE WHEN to_regclass('bellhop_commit') IS NULL THEN '0' ELSE '1' END
        """
    /// The statements that create the table for marks. Several processes may run them at the same
    /// time.
    static let table = """
        BEGIN;
        SELECT pg_advisory_xact_lock(hashtextextended('bellhop_commit', 0));
        CREATE TABLE IF NOT EXISTS bellhop_commit (
            connection BIGINT PRIMARY KEY, number BIGINT NOT NULL,
            at TIMESTAMPTZ NOT NULL DEFAULT now()) WITH (fillfactor = 50);
        COMMIT
        """
    /// The statement that removes the rows of connections that have ended. No connection reads a
    /// mark after more than a day.
    static let purge = "DELETE FROM bellhop_commit WHERE at < now() - interval '1 day'"
}
#endif
