// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Foundation
import PostgresDriver
import SQLCore
import Subprocess
import Synchronization

/// A PostgreSQL server for the tests; scripts/postgres.sh stops it when the test process ends.
struct PostgresServer: Sendable {
    /// The folder with the server's data, socket and certificate.
    let folder: String
    let port: Int

    /// The server that most tests share, each with a schema of its own.
    static func shared() async throws -> PostgresServer { try await sharedStart.value }

    private static let sharedStart = Task { try await start() }
    private static let lastSchema = Mutex(0)

    /// Starts a server.
    ///
    /// - Throws: if there is no PostgreSQL; no test is skipped.
    static func start() async throws -> PostgresServer {
        let pid = ProcessInfo.processInfo.processIdentifier
        let fields = try await script("start", "\(pid)").split { $0.isWhitespace }
        guard fields.count == 2, let port = Int(fields[1]) else {
            throw Missing(text: "postgres.sh printed \(fields)")
        }
        return PostgresServer(folder: String(fields[0]), port: port)
    }

    func stop(mode: String = "fast") async throws {
        _ = try await Self.script("stop", folder, mode)
    }

    func startAgain() async throws { _ = try await Self.script("again", folder) }

    /// Changes a setting, and waits until new connections have it.
    func set(_ setting: String, to value: String) async throws {
        _ = try await Self.script("set", folder, setting, value)
    }

    /// Does what autovacuum does in the minutes after many rows were inserted, so that queries can
    /// use index-only scans.
    func vacuum() async throws { _ = try await Self.script("vacuum", folder) }

    /// Starts a PgBouncer that pools transactions, in front of a new database.
    ///
    /// - Returns: the address of the database through the PgBouncer, and without it.
    func bouncer(
        _ parameters: String = ""
    ) async throws -> (pooled: PostgresAddress, direct: PostgresAddress) {
        let pid = ProcessInfo.processInfo.processIdentifier
        let fields = try await Self.script("bouncer", "\(pid)", folder).split { $0.isWhitespace }
        guard fields.count == 3, let pooledPort = Int(fields[1]) else {
            throw Missing(text: "postgres.sh printed \(fields)")
        }
        let database = String(fields[2])
        return (
            try PostgresAddress(
                Self.text(
                    parameters, folder: String(fields[0]), port: pooledPort, database: database)),
            try PostgresAddress(Self.text("", folder: folder, port: port, database: database))
        )
    }

    /// The address of the server with an empty schema of its own.
    ///
    /// - Parameter parameters: more parameters of the address.
    func newAddress(_ parameters: String = "") async throws -> PostgresAddress {
        try PostgresAddress(text(parameters, schema: try await newSchema()))
    }

    /// Creates an empty schema.
    func newSchema() async throws -> String {
        let name = Self.lastSchema.withLock { last in
            last += 1
            return "test\(last)"
        }
        let database = try await PostgresAddress(text("")).open()
        try await database.write { db in _ = try await db.run("CREATE SCHEMA \(text: name)") }
        try await database.close()
        return name
    }

    /// The address of a schema, through a socket in another folder if one is given.
    func text(_ parameters: String, schema: String, through folder: String? = nil) -> String {
        Self.text(
            "options=-csearch_path%3D\(schema)\(parameters)", folder: folder ?? self.folder,
            port: port)
    }

    /// An address that uses the socket in the server's folder.
    func text(_ parameters: String) -> String {
        Self.text(parameters, folder: folder, port: port)
    }

    /// The time limits are so long that no test depends on the speed of the server.
    private static func text(
        _ parameters: String, folder: String, port: Int, database: String = "postgres"
    ) -> String {
        "postgres://bellhop@/\(database)?host=\(folder.replacing("/", with: "%2F"))&port=\(port)"
            + "&connect_timeout=3600&pool_wait=3600&transaction_idle=3600&" + parameters
    }

    private static func script(_ arguments: String...) async throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let result = try await Subprocess.run(
            .name("bash"),
            arguments: .init([root.appendingPathComponent("scripts/postgres.sh").path] + arguments),
            output: .string(limit: 65_536), error: .string(limit: 65_536))
        guard result.terminationStatus.isSuccess else {
            throw Missing(text: "postgres.sh failed: \(result.standardError)")
        }
        return result.standardOutput
    }

    struct Missing: Error, CustomStringConvertible {
        let text: String
        var description: String { text }
    }
}
#endif
