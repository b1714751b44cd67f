// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

@testable import APNSProvider

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The client with nghttpd, a file server based on libnghttp2.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct NghttpdTests {
    @Test func `nghttpd is installed`() {
        #expect(
            ForeignServer.isInstalled("nghttpd"), "install it with: scripts/setup.sh test")
    }

    /// Runs nghttpd with a file for the first fixture's device token in its document root.
    private func withServer(
        streams: Int,
        _ body:
            @Sendable (ForeignServer, @escaping @Sendable () throws -> Void) async throws -> Void
    ) async throws {
        try await ForeignServer.with { server in
            let devices = server.directory.appendingPathComponent("3/device")
            try FileManager.default.createDirectory(at: devices, withIntermediateDirectories: true)
            try Data().write(
                to: devices.appendingPathComponent(try Fixtures.request(1).deviceToken.hex))
            let arguments = [
                "--address=127.0.0.1", "--max-concurrent-streams=\(streams)",
                "--htdocs=\(server.directory.path)", "\(server.port)", server.keyPath,
                server.certificatePath,
            ]
            try await server.run("nghttpd", arguments) { kill in try await body(server, kill) }
        }
    }

    @Test(arguments: [1, 7, 100])
    func `nghttpd understands many concurrent requests`(
        streams: Int
    ) async throws {
        try await withServer(streams: streams) { server, _ in
            let client = try await server.makeReadyClient()
            let outcomes = try await withThrowingTaskGroup(of: (UInt8, PushOutcome).self) { group in
                for number in 0..<200 {
                    let device = UInt8(number % 2 + 1)
                    group.addTask { (device, try await client.send(Fixtures.request(device))) }
                }
                return try await group.reduce(into: [(UInt8, PushOutcome)]()) { $0.append($1) }
            }
            #expect(outcomes.count == 200)
            for (device, outcome) in outcomes {
                #expect(outcome.summary == (device == 1 ? "accepted" : "not from APNs: 404"))
            }
            await client.shutdown()
        }
    }

    @Test(arguments: [1, 4])
    func `thousands of bulk requests over one or several connections each get a response`(
        connections: Int
    )
        async throws
    {
        try await withServer(streams: 50) { server, _ in
            let client = try await server.makeReadyClient { $0.maxConnections = connections }
            let requests = [try Fixtures.request(1), try Fixtures.request(2)]
            let pushes = (0..<6000).lazy.map { IdentifiedPush(id: $0, request: requests[$0 % 2]) }
            var seen = Set<Int>()
            for try await result in client.send(contentsOf: pushes) {
                let summary = try result.result.get().summary
                #expect(summary == (result.id % 2 == 0 ? "accepted" : "not from APNs: 404"))
                seen.insert(result.id)
            }
            #expect(seen.count == 6000)
            await client.shutdown()
        }
    }

    @Test func `every request has an outcome after the server is killed`()
        async throws
    {
        try await withServer(streams: 100) { server, kill in
            let client = try await server.makeReadyClient()
            let request = try Fixtures.request(1)
            let pushes = (0..<1500).lazy.map { IdentifiedPush(id: $0, request: request) }
            var counts: [String: Int] = [:]
            var count = 0
            for try await result in client.send(contentsOf: pushes, inFlightMax: 200) {
                counts[try result.result.get().summary, default: 0] += 1
                count += 1
                if count == 500 { try kill() }
            }
            #expect(count == 1500)
            #expect(counts["accepted", default: 0] >= 500)
            #expect(counts["unknown, not processed", default: 0] > 0)
            // Only requests that were in flight may have this outcome.
            #expect(counts["unknown, may be processed", default: 0] <= 200)
            #expect(counts.count <= 3)
            await client.shutdown()
        }
    }
}
