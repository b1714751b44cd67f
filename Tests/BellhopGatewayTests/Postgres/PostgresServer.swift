// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Foundation
import PostgresDriver
import SQLCore
import Subprocess
import Synchronization

/// A PostgreSQL server of the tests' own; scripts/postgres.sh ends it with the process.
struct PostgresServer: Sendable {
    /// Where its data, its socket and its certificate are.
    let folder: String
    let port: Int

    /// The server that most tests share, each with a schema of its own.
    static func shared() async throws -> PostgresServer { try await sharedStart.value }

    private static let sharedStart = Task { try await start() }
    private static let lastSchema = Mutex(0)

    /// Starts a server.
    ///
    /// - Throws: when there is no PostgreSQL; nothing is skipped.
    static func start() async throws -> PostgresServer {
        let pid = ProcessInfo.processInfo.processIdentifier
        let words = try await script("start", "\(pid)").split { $0.isWhitespace }
        guard words.count == 2, let port = Int(words[1]) else {
            throw Missing(text: "postgres.sh printed \(words)")
        }
        return PostgresServer(folder: String(words[0]), port: port)
    }

    func stop(mode: String = "fast") async throws {
        _ = try await Self.script("stop", folder, mode)
    }

    func startAgain() async throws { _ = try await Self.script("again", folder) }

    /// The address of the server with an empty schema of its own.
    ///
    /// - Parameter parameters: more parameters of the address.
    func newAddress(_ parameters: String = "") async throws -> PostgresAddress {
        let name = Self.lastSchema.withLock { last in
            last += 1
            return "test\(last)"
        }
        let database = try await PostgresAddress(text("")).open()
        try await database.write { db in _ = try await db.run("CREATE SCHEMA \(text: name)") }
        try await database.close()
        return try PostgresAddress(text("options=-csearch_path%3D\(name)\(parameters)"))
    }

    /// An address by the socket in the server's folder.
    func text(_ parameters: String) -> String {
        "postgres://bellhop@/postgres?host=\(folder.replacing("/", with: "%2F"))&port=\(port)"
            + "&connect_timeout=3600&" + parameters
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
