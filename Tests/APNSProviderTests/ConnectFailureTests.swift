// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import NIOCore
import NIOPosix
import Testing

@testable import APNSProvider

/// Sends a greeting in clear text, as mail servers do.
private final class Greeter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    func channelActive(context: ChannelHandlerContext) {
        let greeting = context.channel.allocator.buffer(string: "220 mail.example.com ready\r\n")
        context.writeAndFlush(wrapOutboundOut(greeting), promise: nil)
    }
}

/// Servers that cannot be reached or must not be trusted, over sockets.
@Suite(.timeLimit(.minutes(30)))
struct ConnectFailureTests {
    /// The port of an obsolete service (RFC 1078), on which no server listens.
    private static let closedPort = 1

    /// Sends a request with a client that cannot connect, checks that the request was not
    /// processed, and returns the cause.
    private func cause(
        _ client: APNSClient, _ code: UnknownOutcome.Code
    ) async throws -> String {
        let unknown = try #require(try await client.send(Fixtures.request()).noResponse)
        #expect(!unknown.mayHaveBeenProcessed)
        #expect(unknown.code == code)
        #expect(!unknown.cause.contains("\n"))
        await client.shutdown()
        return unknown.cause
    }

    @Test func `a closed port is reported with the system's text`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server) { $0.endpoint.port = Self.closedPort }
        let cause = try await cause(client, .connectionRefused)
        #expect(cause == "cannot connect to 127.0.0.1:1: Connection refused")
    }

    @Test func `if connecting fails, no waiting request was processed`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server) { $0.endpoint.port = Self.closedPort }
        let count = try await withThrowingTaskGroup(of: PushOutcome.self) { group in
            for _ in 0..<20 { group.addTask { try await client.send(Fixtures.request()) } }
            return try await group.reduce(0) {
                $0 + ($1.noResponse?.mayHaveBeenProcessed == false ? 1 : 0)
            }
        }
        #expect(count == 20)
        await client.shutdown()
    }

    @Test func `a host name that does not exist is reported`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server, host: "no-such-host.invalid")
        #expect(try await cause(client, .dns).contains("the host name cannot be looked up"))
    }

    @Test func `a certificate of another authority is not trusted`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let other = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server) { $0.trustRoots = .pem(other.authorityPEM) }
        let cause = try await cause(client, .tlsUntrusted)
        #expect(cause.contains("the certificate is not trusted"))
        #expect(server.requests.count == 0)
    }

    @Test func `with the machine's own trust roots, a simulator's certificate is not trusted`()
        async throws
    {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server) { $0.trustRoots = .system }
        #expect(try await cause(client, .tlsUntrusted).contains("the certificate is not trusted"))
    }

    @Test func `trust roots that are not certificates are reported`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server) { $0.trustRoots = .pem("hello") }
        let phrase = "the trust roots cannot be used; specify one or more PEM certificates"
        #expect(try await cause(client, .badConfiguration) == phrase)
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func `a certificate for another name is refused`(host: String) async throws {
        var options = ScriptedServer.Options()
        options.hostNames = ["api.push.apple.com"]
        options.ipAddresses = [[10, 0, 0, 1]]
        let server = try await ScriptedServer(options: options) { [.accept($0)] }
        let client = try Fixtures.client(of: server, host: host)
        #expect(try await cause(client, .tlsName).contains("the certificate is for another name"))
        #expect(server.requests.count == 0)
    }

    @Test func `the server name that is checked in TLS can differ from the host`() async throws {
        var options = ScriptedServer.Options()
        options.hostNames = ["api.push.apple.com"]
        options.ipAddresses = []
        let server = try await ScriptedServer(options: options) { [.accept($0)] }
        let client = try Fixtures.client(of: server) {
            $0.endpoint.tlsServerName = "api.push.apple.com"
        }
        #expect(try await client.send(Fixtures.request()).acceptance != nil)
        let authority = server.requests.values.first?.header(":authority")
        #expect(authority == "api.push.apple.com:\(server.port)")
        await client.shutdown()
    }

    @Test func `a server can be reached by the name localhost`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server, host: "localhost")
        #expect(try await client.send(Fixtures.request()).acceptance != nil)
        await client.shutdown()
    }

    @Test(arguments: [["http/1.1"], []])
    func `a server without HTTP/2 is reported`(alpn: [String]) async throws {
        var options = ScriptedServer.Options()
        options.alpn = alpn
        let server = try await ScriptedServer(options: options) { [.accept($0)] }
        let client = try Fixtures.client(of: server)
        let cause = try await cause(client, .noHTTP2)
        #expect(cause.contains("HTTP/2") && cause.contains("ALPN"))
        #expect(server.connections.count == 0, "not even the HTTP/2 preface is sent")
    }

    @Test func `a server that closes the connection before TLS is reported`() async throws {
        var options = ScriptedServer.Options()
        options.hangsUp = true
        let server = try await ScriptedServer(options: options) { [.accept($0)] }
        let client = try Fixtures.client(of: server)
        let cause = try await cause(client, .unreachable)
        #expect(cause.contains("127.0.0.1:\(server.port)"))
        #expect(server.connections.count == 0)
    }

    @Test func `a server without TLS is reported`() async throws {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Greeter())
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server) {
            $0.endpoint.port = channel.localAddress?.port ?? 0
        }
        #expect(try await cause(client, .tls).contains("does not speak TLS; check the port"))
        try await channel.close()
    }
}
