// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import APNSProvider

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The client behind tinyproxy, a proxy that companies use.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct TinyproxyTests {
    @Test func `tinyproxy is installed`() {
        #expect(
            ForeignServer.isInstalled("tinyproxy"), "install it with: scripts/setup.sh test")
    }

    /// Runs tinyproxy on a free port, with these lines in its configuration file.
    private func withProxy(
        _ lines: String, _ body: @Sendable (Int) async throws -> Void
    ) async throws {
        try await ForeignServer.with { site in
            let file = site.directory.appendingPathComponent("tinyproxy.conf")
            let text = """
                Port \(site.port)
                Listen 127.0.0.1
                MaxClients 20
                Timeout 60
                \(lines)

                """
            try Data(text.utf8).write(to: file)
            try await site.run("tinyproxy", ["-d", "-c", file.path]) { _ in
                try await body(site.port)
            }
        }
    }

    private func respondingServer() async throws -> RawServer {
        try await RawServer { _, frame in
            frame.type == RawFrame.data ? [.bytes(RawFrame.response(frame.stream))] : []
        }
    }

    /// The outcome of a request, as soon as the proxy accepts connections.
    private func outcome(_ client: APNSClient, _ proxy: Int) async throws -> PushOutcome {
        while true {
            let outcome = try await client.send(Fixtures.request())
            let cause = outcome.noResponse?.cause
            guard cause?.hasPrefix("cannot connect to 127.0.0.1:\(proxy)") == true else {
                return outcome
            }
            try Task.checkCancellation()
        }
    }

    @Test func `requests pass through a tinyproxy that requires a password`() async throws {
        let server = try await respondingServer()
        try await withProxy("ConnectPort \(server.port)\nBasicAuth push sesame") { port in
            let client = try Fixtures.client(of: server) {
                $0.proxy = Proxy(
                    host: "127.0.0.1", port: port, username: "push", password: "sesame")
            }
            #expect(try await outcome(client, port).summary == "accepted")
            let pushes = try (0..<200).map {
                IdentifiedPush(id: $0, request: try Fixtures.request())
            }
            var count = 0
            for try await result in client.send(contentsOf: pushes) {
                count += try result.result.get().acceptance == nil ? 0 : 1
            }
            #expect(count == 200)
            await client.shutdown()
        }
    }

    @Test func `each refusal by tinyproxy is reported with its own cause`() async throws {
        let server = try await respondingServer()
        try await withProxy("ConnectPort 443\nBasicAuth push sesame") { port in
            let stranger = try Fixtures.client(of: server) {
                $0.proxy = Proxy(host: "127.0.0.1", port: port)
            }
            let asked = try await outcome(stranger, port).noResponse
            #expect(asked?.cause == "the proxy 127.0.0.1:\(port) requires a user name and password")
            await stranger.shutdown()
            let client = try Fixtures.client(of: server) {
                $0.proxy = Proxy(
                    host: "127.0.0.1", port: port, username: "push", password: "sesame")
            }
            let refused = try await outcome(client, port).noResponse
            #expect(
                refused?.cause
                    == "the proxy 127.0.0.1:\(port) refused a tunnel to 127.0.0.1:\(server.port)")
            await client.shutdown()
        }
    }
}
