// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import Foundation
import GatewayModel
import NIOSSL
import Simulation
import Synchronization
import Testing

@testable import BellhopGateway

/// Requests to webhooks over real connections on loopback.
@Suite(.timeLimit(.minutes(30))) struct WebhookSenderTests {
    /// A resolver with a list of responses. Each lookup takes the next one; the last is repeated.
    final class Names: HostResolver {
        private let responses: Mutex<[[String]]>
        private let count = Mutex(0)

        init(_ responses: [[String]]) { self.responses = Mutex(responses) }

        var lookups: Int { count.withLock { $0 } }

        func addresses(of host: String) async throws -> [InternetAddress] {
            count.withLock { $0 += 1 }
            let next = responses.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
            return next.compactMap { InternetAddress(ipv4: $0) ?? InternetAddress(ipv6: $0) }
        }
    }

    /// The addresses to which connections were made.
    final class Connections: Sendable {
        private let list = Mutex<[InternetAddress]>([])

        func add(_ address: InternetAddress) { list.withLock { $0.append(address) } }
        var all: [InternetAddress] { list.withLock { $0 } }
    }

    private let clock = VirtualClock()
    private let connections = Connections()

    private func sender(
        _ names: Names = Names([["127.0.0.1"]]), roots: TrustRoots = .system,
        allowsLoopback: Bool = true
    ) -> WebhookSender {
        WebhookSender(
            resolver: names, trustRoots: roots, allowsLoopback: allowsLoopback,
            time: clock.timeSource, willConnect: { [connections] in connections.add($0) })
    }

    private func call(_ url: String) -> WebhookCall {
        WebhookCall(url: url, headers: [("webhook-id", "msg_1")], body: Array("{}".utf8))
    }

    private static let accepted = "HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n"

    @Test func `a request has its headers and its length, and does not ask for compression`()
        async throws
    {
        let server = try await RawServer.start(.respond(Self.accepted))
        let outcome = await sender().send(call("http://localhost:\(server.port)/a?b=c"))
        #expect(outcome == .response(status: 202, retryAfter: nil))
        let text = server.received.lowercased()
        #expect(text.hasPrefix("post /a?b=c http/1.1\r\n"))
        #expect(text.contains("host: localhost:\(server.port)\r\n"))
        #expect(text.contains("webhook-id: msg_1\r\n"))
        #expect(text.contains("content-length: 2\r\n"))
        #expect(text.hasSuffix("\r\n\r\n{}"))
        #expect(!text.contains("accept-encoding"))
        try await server.close()
    }

    @Test func `Retry-After is read`() async throws {
        let server = try await RawServer.start(
            .respond("HTTP/1.1 503 X\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n"))
        let outcome = await sender().send(call("http://localhost:\(server.port)/"))
        #expect(outcome == .response(status: 503, retryAfter: 120))
        try await server.close()
    }

    /// R1: nothing is sent to an address that is not public, however it is written.
    @Test(arguments: [
        "https://10.0.0.1/", "https://127.0.0.1/", "https://[::ffff:10.0.0.1]/",
        "http://example.com/", "https://169.254.169.254/", "https://127.1/", "file:///x",
    ])
    func `R1: a hostile address causes no lookup and no connection`(url: String) async {
        let names = Names([["93.184.215.14"]])
        let outcome = await sender(names, allowsLoopback: false).send(call(url))
        guard case .failed = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(connections.all.isEmpty)
        #expect(names.lookups == 0)
    }

    /// R2: every address is checked, and the connection uses the address that was checked.
    @Test(arguments: [
        ["10.0.0.1"], ["93.184.215.14", "10.0.0.1"], ["93.184.215.14", "127.0.0.1"],
        ["fd00::1"], ["::ffff:10.0.0.1"], ["64:ff9b::a00:1"], ["169.254.169.254"], [],
    ])
    func `R2: no connection is made if one address of a name is not public`(
        addresses: [String]
    ) async {
        let outcome = await sender(Names([addresses]), allowsLoopback: false)
            .send(call("https://hooks.example.com/"))
        guard case .failed(let cause) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(connections.all.isEmpty)
        for address in addresses { #expect(!cause.contains(address)) }
    }

    @Test func `R2: each request looks its name up once and checks the address`() async throws {
        let server = try await RawServer.start(.respond(Self.accepted))
        let names = Names([["127.0.0.1"], ["10.0.0.1"]])
        let sender = sender(names)
        let first = await sender.send(call("http://localhost:\(server.port)/"))
        #expect(first == .response(status: 202, retryAfter: nil))
        #expect(names.lookups == 1)
        #expect(connections.all == [InternetAddress(ipv4: "127.0.0.1")].compactMap(\.self))
        let second = await sender.send(call("http://localhost:\(server.port)/"))
        guard case .failed = second else {
            Issue.record("\(second)")
            return
        }
        #expect(connections.all.count == 1)
        #expect(server.connectionCount == 1)
        try await server.close()
    }

    /// R3: redirects are not followed.
    @Test(arguments: [301, 302, 307, 308])
    func `R3: a redirect is an outcome and is not followed`(status: Int) async throws {
        let other = try await RawServer.start(.respond(Self.accepted))
        let server = try await RawServer.start(
            .respond(
                "HTTP/1.1 \(status) X\r\nLocation: http://127.0.0.1:\(other.port)/\r\n"
                    + "Content-Length: 0\r\n\r\n"))
        let outcome = await sender().send(call("http://localhost:\(server.port)/"))
        #expect(outcome == .response(status: status, retryAfter: nil))
        #expect(other.connectionCount == 0)
        try await server.close()
        try await other.close()
    }

    /// R4: a response has limits of size and time.
    @Test func `R4: only a part of a very long response is read`() async throws {
        let server = try await RawServer.start(
            .flood("HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n"))
        let outcome = await sender().send(call("http://localhost:\(server.port)/"))
        #expect(outcome == .response(status: 200, retryAfter: nil))
        while !server.isClosedByClient { await Task.yield() }
        // The sender reads at most 64 KB. The server could write more, because both sockets have
        // buffers.
        #expect(server.writtenCount < 64 * 1024 * 1024)
        try await server.close()
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nX: ", "HTTP/1.1 100 Continue\r\n\r\n"])
    func `R4: a request fails if the response's head is not complete after 15 seconds`(
        text: String
    ) async throws {
        let server = try await RawServer.start(.hold(text))
        let url = "http://localhost:\(server.port)/"
        async let outcome = sender().send(call(url))
        while server.received.isEmpty || clock.sleeperCount == 0 { await Task.yield() }
        clock.advance(by: .seconds(14))
        #expect(!server.isClosedByClient)
        clock.advance(by: .seconds(1))
        #expect(await outcome == .failed("there was no response in time"))
        while !server.isClosedByClient { await Task.yield() }
        try await server.close()
    }

    @Test(arguments: [
        "not HTTP at all\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "HTTP/1.1 2x0 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    ])
    func `a response that is not valid HTTP is a failure`(text: String) async throws {
        let server = try await RawServer.start(.respond(text))
        let outcome = await sender().send(call("http://localhost:\(server.port)/"))
        guard case .failed = outcome else {
            Issue.record("\(outcome)")
            return
        }
        try await server.close()
    }

    @Test func `a request to a server that does not run is a failure`() async throws {
        let server = try await RawServer.start(.respond(""))
        let port = server.port
        try await server.close()
        let outcome = await sender().send(call("http://localhost:\(port)/"))
        #expect(outcome == .failed("the connection failed or was closed"))
    }

    @Test func `a certificate must be for the server's name and signed by a trusted authority`()
        async throws
    {
        let authority = try LocalAuthority(now: .now)
        let identity = try authority.makeServerIdentity(
            hostNames: ["localhost"], ipAddresses: [], now: .now)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(
                Array(identity.certificatePEM.utf8)
            ).map { .certificate($0) },
            privateKey: .privateKey(
                try NIOSSLPrivateKey(bytes: Array(identity.privateKeyPEM.utf8), format: .pem)))
        configuration.minimumTLSVersion = .tlsv12
        let server = try await RawServer.start(
            .respond(Self.accepted), tls: try NIOSSLContext(configuration: configuration))
        let roots = TrustRoots.pem(authority.certificatePEM)
        let right = await sender(roots: roots).send(call("https://localhost:\(server.port)/"))
        #expect(right == .response(status: 202, retryAfter: nil))
        let tls = WebhookPolicy.Outcome.failed(
            "the server's certificate is not valid for its name, or TLS failed")
        let untrusted = await sender().send(call("https://localhost:\(server.port)/"))
        #expect(untrusted == tls)
        let name = await sender(roots: roots).send(
            call("https://hooks.example.com:\(server.port)/"))
        #expect(name == tls)
        #expect(connections.all.count == 3)
        try await server.close()
    }
}
