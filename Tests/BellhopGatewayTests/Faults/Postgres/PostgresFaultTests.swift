// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import APNSWire
import Foundation
import GatewayTesting
import PostgresDriver
import SQLCore
import Testing

@testable import BellhopGateway

/// PostgreSQL with the wrong settings, lost connections, conflicts, and too few connections.
@Suite(.timeLimit(.minutes(30))) struct PostgresFaultTests {
    private static let isLong = ProcessInfo.processInfo.environment["BELLHOP_LONG"] != nil

    // MARK: Settings

    @Test(arguments: ["fsync", "full_page_writes", "synchronous_commit"])
    func `a server that may lose what it confirmed is refused, and the error names the setting`(
        _ setting: String
    ) async throws {
        let server = try await PostgresServer.start()
        let address = try await server.newAddress()
        let database = try await address.open()
        try await database.write { db in
            _ = try await db.run("CREATE TABLE t (no BIGINT)")
        }
        try await server.set(setting, to: "off")
        let error = await #expect(throws: SQLError.self) { _ = try await address.open() }
        #expect(error?.kind == .unwritable)
        #expect(error?.message.contains("\(setting)=off") == true)
        #expect(error?.message.contains("\n") == false)
        try await server.set(setting, to: "on")
        try await address.open().close()
        try await database.close()
        try await server.stop()
    }

    // MARK: Lost connections

    @Test func `every operation is done once although connections are lost during commits`()
        async throws
    {
        let cutCount = Self.isLong ? 10_000 : 100
        let server = try await PostgresServer.shared()
        let folder = try PostgresServer.socketFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let schema = try await server.newSchema()
        let cutter = try await CommitCutter(
            folder: folder, port: server.port, target: server.socket)
        let plain = try await PostgresAddress(server.text("", schema: schema)).open()
        try await plain.write { db in
            _ = try await db.run("CREATE TABLE t (no BIGINT)")
        }
        let database = try await PostgresAddress(
            server.text("&pool=1", schema: schema, through: folder)
        ).open()
        var count = 0
        while cutter.cuts.total < cutCount {
            let number = count
            let result = try await database.write { db in
                _ = try await db.run("INSERT INTO t VALUES (\(number))")
                return number
            }
            #expect(result == number)
            count += 1
        }
        let found = try await plain.read { db in
            let row = try await db.row(
                "SELECT count(*) AS a, count(DISTINCT no) AS b, max(no) AS c FROM t")
            return [
                try row?.value("a") as Int64?, try row?.value("b") as Int64?,
                try row?.value("c") as Int64?,
            ]
        }
        #expect(found == [Int64(count), Int64(count), Int64(count - 1)])
        #expect(cutter.cuts.before >= cutCount / 3 && cutter.cuts.after >= cutCount / 3)
        try await database.close()
        try await plain.close()
        await cutter.stop()
    }

    // MARK: Conflicts

    /// In `make test`, every fourth conformance check; in a long run, all of them.
    static let checks = StoreConformance.checks.enumerated().filter { isLong || $0.offset % 4 == 0 }
        .map(\.element)

    private struct Harness: StoreHarness {
        let address: PostgresAddress

        func open(now: Date) async throws -> any GatewayStore {
            // Conflicts are more frequent than in reality, since a check has few transactions.
            let database = ConflictingDatabase(try await address.open(), chance: 200)
            return try await SQLStore.open(
                database, named: address.name, clock: .caller, masterKeys: .testing, now: now)
        }
    }

    @Test(arguments: checks)
    func `a storage with many transaction conflicts passes every check without an error`(
        _ check: StoreConformance.Check
    ) async throws {
        let address = try await PostgresServer.shared().newAddress("&pool=4")
        try await check.run(Harness(address: address))
    }

    @Test(arguments: 1...(isLong ? 20 : 2) as ClosedRange<UInt64>)
    func `transaction conflicts do not change the responses of a campaign's storage`(
        _ seed: UInt64
    ) async throws {
        let database = ConflictingDatabase(
            try await PostgresServer.shared().newAddress().open(), chance: 50, seed: seed,
            isActive: false)
        // Transactions that are repeated leave gaps between numbers; the store in memory has none.
        try await CampaignScript(database, seed: seed).run { database.begin() }
        #expect(database.conflictCount > 0)
    }

    // MARK: Clocks

    @Test func `gateways whose clocks differ by twenty minutes never hold the same delivery`()
        async throws
    {
        let address = try await PostgresServer.shared().newAddress("&pool=4")
        let now = Date(timeIntervalSince1970: 1_767_225_600)
        let clocks = [now.addingTimeInterval(-600), now.addingTimeInterval(600)]
        var stores: [SQLStore] = []
        for clock in clocks {
            stores.append(
                try await SQLStore.open(
                    try await address.open(), named: address.name, clock: .database,
                    masterKeys: .testing, now: clock))
        }
        _ = try await stores[0].putApp(
            bundleID: "com.example.app", name: "Example", userProof: nil,
            keys: AppKeys(clientKey: "client", identitySecret: "identity"), now: now)
        let count = 200
        for number in 0..<count {
            let message = NewMessage(
                id: "m\(number)",
                target: .token(
                    try DeviceToken(bytes: [UInt8](repeating: UInt8(number), count: 32)), .sandbox),
                bundleID: "com.example.app", body: Array("{}".utf8),
                topic: Topic("com.example.app"), pushType: .alert, priority: .immediate,
                deadline: now.addingTimeInterval(3600))
            let result = try await stores[number % 2].accept(message, now: clocks[number % 2])
            #expect(result.outcome == .accepted)
        }
        let held = try await withThrowingTaskGroup(of: [APNSID].self) { group in
            for (index, store) in stores.enumerated() {
                group.addTask {
                    var held: [APNSID] = []
                    // The other gateway's deliveries do not become due, whatever this gateway's
                    // clock says.
                    for _ in 0..<30 {
                        held += try await store.claim(
                            owner: "gateway \(index)", limit: 10,
                            leaseUntil: clocks[index].addingTimeInterval(3600), now: clocks[index]
                        ).map(\.id)
                    }
                    return held
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(held.count == count)
        #expect(Set(held).count == count)
        for store in stores { try await store.close() }
    }

    // MARK: Too few connections

    @Test func `with all connections in use, callers get an error soon, and sending goes on`()
        async throws
    {
        // One of the five connections is kept for sending.
        let address = try await PostgresServer.shared().newAddress("&pool=5&pool_wait=1")
        let database = try await address.open()
        let gate = Gate()
        let (stuck, continuation) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await database.write { db in
                        _ = try await db.rows("SELECT 1")
                        continuation.yield()
                        await gate.pass()
                    }
                }
            }
            var waiting = stuck.makeAsyncIterator()
            for _ in 0..<4 { await waiting.next() }
            let errors = await withTaskGroup(of: SQLError?.self) { calls in
                for _ in 0..<500 {
                    calls.addTask {
                        do {
                            _ = try await database.read { db in try await db.rows("SELECT 1") }
                            return nil
                        } catch { return error as? SQLError }
                    }
                }
                return await calls.reduce(into: [SQLError?]()) { $0.append($1) }
            }
            #expect(errors.count { $0?.kind == .busy } == 500)
            #expect(errors.compactMap(\.self).allSatisfy { !$0.message.contains("\n") })
            // Sending has its own connection.
            let count = try await SQLUrgency.sending.run {
                try await database.write { db in try await db.rows("SELECT 1").count }
            }
            #expect(count == 1)
            await gate.open()
            try await group.waitForAll()
        }
        // All callers get connections again.
        let count = try await database.read { db in try await db.rows("SELECT 1").count }
        #expect(count == 1)
        try await database.close()
    }
}

extension PostgresServer {
    /// The path of the server's socket.
    var socket: String { "\(folder)/.s.PGSQL.\(port)" }

    /// A folder for another socket, whose path is short enough.
    static func socketFolder() throws -> String {
        let folder = "/tmp/bellhop-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        return folder
    }
}
#endif
