// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import NIOCore
import NIOPosix
import Subprocess
import Testing

@testable import APNSProvider

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where nghttpd may be; on Debian it is in the package nghttp2-server.
private let searchPath = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
private let hasNghttpd = searchPath.contains {
    FileManager.default.isExecutableFile(atPath: $0 + "/nghttpd")
}

/// The client against an HTTP/2 server that shares no code with it: nghttpd, a file server.
@Suite(.timeLimit(.minutes(1)))
struct NghttpdTests {
    @Test func `nghttpd is installed`() {
        #expect(hasNghttpd, "install it with: scripts/setup.sh test")
    }

    /// Runs nghttpd on a free port with a document root that knows the first fixture's device
    /// token.
    private func withServer(_ body: @Sendable (APNSClient) async throws -> Void) async throws {
        let manager = FileManager.default
        let directory = manager.temporaryDirectory.appendingPathComponent(
            "bellhop-\(UUID().uuidString)")
        defer { try? manager.removeItem(at: directory) }
        let devices = directory.appendingPathComponent("3/device")
        try manager.createDirectory(at: devices, withIntermediateDirectories: true)
        try Data().write(
            to: devices.appendingPathComponent(try Fixtures.request(1).deviceToken.hex))
        let authority = try LocalAuthority(now: TimeSource.system.now)
        let identity = try authority.makeServerIdentity(
            hostNames: ["localhost"], ipAddresses: [[127, 0, 0, 1]], now: TimeSource.system.now)
        let key = directory.appendingPathComponent("key.pem")
        let certificate = directory.appendingPathComponent("certificate.pem")
        try Data(identity.privateKeyPEM.utf8).write(to: key)
        try Data(identity.certificatePEM.utf8).write(to: certificate)
        let port = try await freePort()
        let client = APNSClient(
            configuration: .init(
                endpoint: Endpoint(host: "127.0.0.1", port: port),
                authentication: .providerToken(try Fixtures.tokenSource()),
                trustRoots: .pem(authority.certificatePEM)))
        _ = try await Subprocess.run(
            .name("nghttpd"),
            arguments: [
                "--address=127.0.0.1", "--max-concurrent-streams=7", "--htdocs=\(directory.path)",
                "\(port)", key.path, certificate.path,
            ],
            environment: .inherit.updating(["PATH": searchPath.joined(separator: ":")]),
            input: .none,
            output: .discarded, error: .discarded
        ) { execution in
            try await waitUntilReady(client)
            try await body(client)
            await client.shutdown()
            try execution.send(signal: .kill)
        }
    }

    private func freePort() async throws -> Int {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = channel.localAddress?.port
        try await channel.close()
        return try #require(port)
    }

    private func waitUntilReady(_ client: APNSClient) async throws {
        while try await client.send(Fixtures.request()).noAnswer != nil {
            try Task.checkCancellation()
        }
    }

    @Test func `a foreign HTTP 2 server understands every request of a crowd`() async throws {
        try await withServer { client in
            let outcomes = try await withThrowingTaskGroup(of: (UInt8, PushOutcome).self) { group in
                for number in 0..<200 {
                    let device = UInt8(number % 2 + 1)
                    group.addTask { (device, try await client.send(Fixtures.request(device))) }
                }
                return try await group.reduce(into: [(UInt8, PushOutcome)]()) { $0.append($1) }
            }
            #expect(outcomes.count == 200)
            for (device, outcome) in outcomes where device == 1 {
                #expect(outcome.acceptance != nil)
            }
            for (device, outcome) in outcomes where device == 2 {
                #expect(outcome.rejection?.reason == RejectionReason(rawValue: "HTTP 404"))
            }
        }
    }
}
