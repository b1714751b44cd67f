// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import NIOCore
import NIOPosix
import Subprocess
import Synchronization
import Testing

@testable import APNSProvider

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A server that shares no code with the client, run as a separate program for the time of a test.
struct ForeignServer: Sendable {
    /// The directories of programs that are not on every user's `PATH`.
    private static let searchPath = [
        "/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin",
    ]

    static func isInstalled(_ program: String) -> Bool {
        searchPath.contains { FileManager.default.isExecutableFile(atPath: $0 + "/" + program) }
    }

    /// The directory of this server, which is removed afterwards.
    let directory: URL
    let port: Int
    let authorityPEM: String

    var keyPath: String { directory.appendingPathComponent("key.pem").path }
    var certificatePath: String { directory.appendingPathComponent("certificate.pem").path }

    /// Makes a directory with a key and a certificate, and finds a free port.
    static func with(
        _ body: @Sendable (ForeignServer) async throws -> Void
    ) async throws {
        let manager = FileManager.default
        let directory = manager.temporaryDirectory.appendingPathComponent(
            "bellhop-\(UUID().uuidString)")
        defer { try? manager.removeItem(at: directory) }
        try manager.createDirectory(at: directory, withIntermediateDirectories: true)
        let authority = try LocalAuthority(now: TimeSource.system.now)
        let identity = try authority.makeServerIdentity(
            hostNames: ["localhost"], ipAddresses: [[127, 0, 0, 1]], now: TimeSource.system.now)
        let server = ForeignServer(
            directory: directory, port: try await freePort(),
            authorityPEM: authority.certificatePEM)
        try Data(identity.privateKeyPEM.utf8).write(to: URL(fileURLWithPath: server.keyPath))
        try Data(identity.certificatePEM.utf8).write(
            to: URL(fileURLWithPath: server.certificatePath))
        try await body(server)
    }

    /// Runs the program until the body returns, then kills it.
    ///
    /// - Parameter body: receives a function that kills the program at once.
    func run(
        _ program: String, _ arguments: [String],
        _ body: @Sendable (_ kill: @escaping @Sendable () throws -> Void) async throws -> Void
    ) async throws {
        let path = Self.searchPath.joined(separator: ":")
        _ = try await Subprocess.run(
            .name(program), arguments: Arguments(arguments),
            environment: .inherit.updating(["PATH": path]), input: .none, output: .discarded,
            error: .discarded
        ) { execution in
            defer { try? execution.send(signal: .kill) }
            try await body { try execution.send(signal: .kill) }
        }
    }

    /// A client that has received a response.
    func makeReadyClient(
        tokens: ProviderTokenSource? = nil,
        _ change: (inout APNSClient.Configuration) -> Void = { _ in }
    ) async throws -> APNSClient {
        var configuration = APNSClient.Configuration(
            endpoint: Endpoint(host: "127.0.0.1", port: port),
            authentication: .providerToken(try tokens ?? Fixtures.tokenSource()),
            trustRoots: .pem(authorityPEM))
        configuration.waitPatiently()
        change(&configuration)
        let client = APNSClient(configuration: configuration)
        while try await client.send(Fixtures.request()).noResponse != nil {
            try Task.checkCancellation()
        }
        return client
    }

    /// The port that was tried last.
    ///
    /// Foreign servers cannot bind to any free port and report its number. Systems assign free
    /// ports from 32,768 on, so a port below that number is not assigned to another program before
    /// this program binds to it. Each process starts the search at a different port.
    private static let lastPort = Mutex(
        20_000 + Int(ProcessInfo.processInfo.processIdentifier) % 10_000)

    private static func freePort() async throws -> Int {
        while true {
            let port = lastPort.withLock { port in
                port = port < 32_000 ? port + 1 : 20_000
                return port
            }
            let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            guard let channel = try? await bootstrap.bind(host: "127.0.0.1", port: port).get()
            else {
                try Task.checkCancellation()
                continue
            }
            try await channel.close()
            return port
        }
    }
}
