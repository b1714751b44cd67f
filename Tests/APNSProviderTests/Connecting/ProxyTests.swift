// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import APNSProvider

/// Connections through a proxy.
@Suite(.timeLimit(.minutes(30)))
struct ProxyTests {
    private func server() async throws -> RawServer {
        try await RawServer { _, frame in
            frame.type == RawFrame.data ? [.bytes(RawFrame.response(frame.stream))] : []
        }
    }

    @Test func `a request passes through the tunnel to the named host`()
        async throws
    {
        let server = try await server()
        let proxy = try await TestProxy { [port = server.port] _ in .tunnel(port: port) }
        let client = try Fixtures.client(of: server) {
            // This host does not exist; only the proxy has to know it.
            $0.endpoint = Endpoint(
                host: "apns.invalid", port: 2197, tlsServerName: "localhost")
            $0.proxy = Proxy(host: "127.0.0.1", port: proxy.port)
        }
        #expect(try await client.send(Fixtures.request()).summary == "accepted")
        let head = try #require(proxy.requests.values.first)
        #expect(head.hasPrefix("CONNECT apns.invalid:2197 HTTP/1.1\r\n"))
        #expect(!head.lowercased().contains("proxy-authorization"))
        #expect(!head.contains("bearer"))
        await client.shutdown()
    }

    @Test func `each connection requests its own tunnel by host name`() async throws {
        let server = try await RawServer { _, frame in
            frame.type == RawFrame.data ? [.bytes(RawFrame.response(frame.stream)), .close] : []
        }
        let proxy = try await TestProxy { [port = server.port] _ in .tunnel(port: port) }
        let client = try Fixtures.client(of: server) {
            $0.endpoint = Endpoint(host: "apns.invalid", tlsServerName: "localhost")
            $0.proxy = Proxy(host: "127.0.0.1", port: proxy.port)
        }
        for number in 1...3 {
            #expect(try await client.send(Fixtures.request()).summary == "accepted")
            await server.closed.waitFor(number)
        }
        await client.shutdown()
        #expect(
            proxy.requests.values.filter { $0.hasPrefix("CONNECT apns.invalid:443 ") }.count >= 3)
    }

    @Test func `the user name and password are sent to the proxy`() async throws {
        let server = try await server()
        let proxy = try await TestProxy { [port = server.port] _ in .tunnel(port: port) }
        let client = try Fixtures.client(of: server) {
            $0.proxy = Proxy(
                host: "127.0.0.1", port: proxy.port, username: "push", password: "open sesame")
        }
        #expect(try await client.send(Fixtures.request()).summary == "accepted")
        let head = try #require(proxy.requests.values.first).lowercased()
        #expect(head.contains("proxy-authorization: basic chvzadpvcgvuihnlc2ftzq=="))
        await client.shutdown()
    }

    @Test func `a proxy's description has no password`() {
        let proxy = Proxy(host: "::1", port: 8080, username: "push", password: "open sesame")
        #expect("\(proxy)" == "proxy [::1]:8080")
    }

    /// The behaviour of a proxy, and the text that follows the proxy's address in the cause.
    @Test(
        arguments: [
            (
                .sendAndClose(
                    "HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n"),
                "requires a user name and password"
            ),
            (
                .send("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n"),
                "requires a user name and password"
            ),
            (
                .send("HTTP/1.1 403 Forbidden\r\ncontent-length: 4\r\n\r\nno!\n"),
                "refused a tunnel to 127.0.0.1:"
            ),
            (.sendAndClose("HTTP/1.1 502 Bad Gateway\r\n\r\n"), "refused a tunnel to 127.0.0.1:"),
            (.send("SSH-2.0-OpenSSH_9.2\r\n"), "opened no tunnel: it does not speak HTTP"),
            (.sendAndClose("HTTP/1.1 200"), "opened no tunnel"),
            (.close, "opened no tunnel: it closed the connection"),
            (.silence, "did not respond within 0.3 s"),
        ] as [(TestProxy.Behaviour, String)])
    func `if a proxy opens no tunnel, the outcome states why and nothing is sent`(
        behaviour: TestProxy.Behaviour, phrase: String
    ) async throws {
        let server = try await server()
        let proxy = try await TestProxy { _ in behaviour }
        let client = try Fixtures.client(of: server) {
            $0.proxy = Proxy(host: "127.0.0.1", port: proxy.port, username: "u", password: "secret")
            if case .silence = behaviour { $0.connectTimeout = .milliseconds(300) }
        }
        let unknown = try #require(try await client.send(Fixtures.request()).noResponse)
        #expect(!unknown.mayHaveBeenProcessed)
        if case .silence = behaviour {
            // Three timers end at the same moment: the tunnel's, the connection's and the socket's,
            // which may still be connecting on a busy machine.
            #expect(
                unknown.cause.contains("within 0.3 s") || unknown.cause.contains("in time"))
        } else {
            #expect(unknown.cause.hasPrefix("the proxy 127.0.0.1:\(proxy.port) \(phrase)"))
        }
        #expect(!unknown.cause.contains("secret"))
        #expect(server.connections.count == 0)
        await client.shutdown()
    }

    @Test func `the error for an unreachable proxy contains the proxy's address`() async throws {
        let server = try await server()
        let client = try Fixtures.client(of: server) {
            $0.proxy = Proxy(host: "127.0.0.1", port: 1)
        }
        let unknown = try await client.send(Fixtures.request()).noResponse
        #expect(unknown?.cause == "cannot connect to 127.0.0.1:1: Connection refused")
        await client.shutdown()
    }

    @Test func `the client recovers when the proxy works again`() async throws {
        let server = try await server()
        let isBroken = Mutex(true)
        let proxy = try await TestProxy { [port = server.port] _ in
            isBroken.withLock { $0 }
                ? .sendAndClose("HTTP/1.1 503 Service Unavailable\r\n\r\n") : .tunnel(port: port)
        }
        let client = try Fixtures.client(of: server) {
            $0.proxy = Proxy(host: "127.0.0.1", port: proxy.port)
        }
        for _ in 0..<2 {
            #expect(try await client.send(Fixtures.request()).summary == "unknown, not processed")
        }
        isBroken.withLock { $0 = false }
        #expect(try await client.send(Fixtures.request()).summary == "accepted")
        await client.shutdown()
    }

    @Test func `the certificate of the server behind the proxy is checked`() async throws {
        // The tunnel leads to a server that the client does not trust.
        let server = try await server()
        let other = try await self.server()
        let proxy = try await TestProxy { [port = other.port] _ in .tunnel(port: port) }
        let client = try Fixtures.client(of: server) {
            $0.proxy = Proxy(host: "127.0.0.1", port: proxy.port)
        }
        let unknown = try await client.send(Fixtures.request()).noResponse
        #expect(unknown?.cause.contains("the certificate is not trusted") == true)
        #expect(other.connections.count == 0)
        await client.shutdown()
    }
}
