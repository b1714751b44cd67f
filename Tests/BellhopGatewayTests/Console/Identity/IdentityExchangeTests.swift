// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import Testing

@testable import BellhopGateway

/// The connections to an identity provider.
@Suite(.timeLimit(.minutes(30))) struct IdentityExchangeTests {
    private func exchange(
        _ resolver: any HostResolver = SystemResolver(), allowsLoopback: Bool = true
    ) -> IdentityProviderExchange {
        IdentityProviderExchange(
            rule: IdentityProviderRule(issuerHost: "localhost", allowsLoopback: allowsLoopback),
            resolver: resolver, trustRoots: .system)
    }

    private func failure(
        _ exchange: IdentityProviderExchange, _ url: String
    ) async -> String? {
        do throws(HTTPExchangeFailure) {
            _ = try await exchange.get(url)
            return nil
        } catch { return error.description }
    }

    @Test func `a GET request returns the status and the body of the response`() async throws {
        let server = try await RawServer.start(
            .respond("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"))
        let response = try await exchange().get("http://localhost:\(server.port)/a")
        #expect(response.status == 200 && response.body == Array("{}".utf8))
        #expect(server.received.lowercased().hasPrefix("get /a http/1.1\r\n"))
        try await server.close()
    }

    @Test func `a document of more than 64 KB is read only in part, and refused`() async throws {
        let server = try await RawServer.start(
            .flood("HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n"))
        let cause = await failure(exchange(), "http://localhost:\(server.port)/")
        #expect(cause == "the document has more than 65536 bytes")
        #expect(server.writtenCount < 256 << 20)
        try await server.close()
    }

    @Test func `a redirect is not followed`() async throws {
        let other = try await RawServer.start(.respond("HTTP/1.1 200 OK\r\n\r\n"))
        let server = try await RawServer.start(
            .respond(
                "HTTP/1.1 302 X\r\nLocation: http://127.0.0.1:\(other.port)/\r\n"
                    + "Content-Length: 0\r\n\r\n"))
        let response = try await exchange().get("http://localhost:\(server.port)/")
        #expect(response.status == 302 && other.connectionCount == 0)
        try await server.close()
        try await other.close()
    }

    @Test(arguments: [
        ("https://tokens.example.com/", "10.0.0.1"),
        ("https://tokens.example.com/", "169.254.169.254"),
        ("https://tokens.example.com/", "127.0.0.1"),
        ("http://tokens.example.com/", "93.184.216.34"),
    ])
    func `a host name with a private address, and an address without TLS, are refused`(
        url: String, address: String
    ) async {
        let names = WebhookSenderTests.Names([[address]])
        let cause = await failure(exchange(names, allowsLoopback: false), url)
        #expect(cause?.contains("private address") == true || cause?.contains("TLS") == true)
    }
}
