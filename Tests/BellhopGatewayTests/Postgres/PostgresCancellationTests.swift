// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import SQLCore
import Testing

@testable import PostgresDriver

@Suite(.timeLimit(.minutes(30))) struct PostgresCancellationTests {
    @Test func `a cancellation after the end of its transaction stops no other transaction`()
        async throws
    {
        let address = try await PostgresServer.shared().newAddress()
        let connection = PostgresConnection(address)
        try await connection.connect(address)
        let number = await connection.nextTransaction()
        let first: Int64? = try await connection.read { db in
            try await db.row("SELECT CAST(1 AS BIGINT) AS a")?.value("a")
        }
        #expect(first == 1)
        await connection.cancel(transaction: number)
        // The pool does not hand out this connection again, but a transaction that already uses the
        // connection goes on.
        #expect(await !connection.isUsable)
        _ = await connection.nextTransaction()
        let second: Int64? = try await connection.read { db in
            try await db.row("SELECT CAST(2 AS BIGINT) AS a")?.value("a")
        }
        #expect(second == 2)
        #expect(await connection.isUsable)
        await connection.disconnect()
    }
}
#endif
