// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL

/// An HTTP/2 server over TLS that handles each request as a script specifies, and records what it
/// receives.
final class ScriptedServer: Sendable {
    /// A complete received request.
    struct Request: Sendable {
        let connection: Int
        let stream: Int
        let headers: [(name: String, value: String)]
        let body: [UInt8]
        /// How many requests were open on the connection, including this one.
        let openCount: Int

        func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
    }

    enum Action: Sendable {
        case respond(
            stream: Int, status: Int, headers: [(String, String)] = [], body: [String] = [])
        /// A header section without anything after it.
        case headersOnly(stream: Int, status: Int)
        case maxConcurrentStreams(Int)
        case reset(stream: Int, HTTP2ErrorCode)
        case goAway(lastStream: Int, HTTP2ErrorCode = .noError, data: String? = nil)
        case close
    }

    struct Options: Sendable {
        /// Where the server listens; port 0 is any free port.
        var address = "127.0.0.1"
        var port = 0
        /// The authority that signs the server's certificate; `nil` for a new one.
        var authority: LocalAuthority?
        /// When the certificate was made.
        var identityDate = TimeSource.system.now
        /// Changes the TLS configuration.
        var tls: @Sendable (inout TLSConfiguration) -> Void = { _ in }
        var alpn = ["h2"]
        var hostNames = ["localhost"]
        var ipAddresses: [[UInt8]] = [[127, 0, 0, 1]]
        var settings: HTTP2Settings = [.init(parameter: .maxConcurrentStreams, value: 1000)]
        /// Drops every connection as soon as it is accepted.
        var hangsUp = false
    }

    typealias Script = @Sendable (Request) -> [Action]

    let requests = Recorder<Request>()
    /// Connections that used HTTP/2, by number from 0.
    let connections = Recorder<Int>()
    /// Streams that the client reset.
    let resets = Recorder<Int>()
    /// Connections on which the client sent GOAWAY.
    let goAways = Recorder<Int>()
    let closed = Recorder<Int>()
    /// Connections on which the client sent a PING.
    let pings = Recorder<Int>()
    let authority: LocalAuthority

    private let channel: any Channel

    /// The certificate that a client has to trust.
    var authorityPEM: String { authority.certificatePEM }

    var port: Int { channel.localAddress?.port ?? 0 }

    init(options: Options = Options(), script: @escaping Script) async throws {
        let now = TimeSource.system.now
        authority = try options.authority ?? LocalAuthority(now: now)
        let identity = try authority.makeServerIdentity(
            hostNames: options.hostNames, ipAddresses: options.ipAddresses,
            now: options.identityDate)
        var tls = try identity.makeTLSConfiguration()
        tls.applicationProtocols = options.alpn
        options.tls(&tls)
        let context = try NIOSSLContext(configuration: tls)
        let recorders = Recorders(
            requests: requests, connections: connections, resets: resets, goAways: goAways,
            closed: closed,
            pings: pings, channels: channels)
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                guard !options.hangsUp else { return channel.close() }
                return channel.eventLoop.makeCompletedFuture {
                    let sync = channel.pipeline.syncOperations
                    try sync.addHandlers([
                        NIOSSLServerHandler(context: context),
                        NIOHTTP2Handler(mode: .server, initialSettings: options.settings),
                        ScriptHandler(recorders, script),
                    ])
                }
            }
            .bind(host: options.address, port: options.port).get()
    }

    private let channels = Recorder<@Sendable ([Action]) -> Void>()

    /// Performs actions on a connection, independently of a request.
    func perform(_ actions: [Action], connection: Int = 0) { channels.values[connection](actions) }

    func stop() async { try? await channel.close() }

    struct Recorders: Sendable {
        let requests: Recorder<Request>
        let connections: Recorder<Int>
        let resets: Recorder<Int>
        let goAways: Recorder<Int>
        let closed: Recorder<Int>
        let pings: Recorder<Int>
        let channels: Recorder<@Sendable ([Action]) -> Void>
    }
}

extension ScriptedServer.Action {
    static func accept(_ request: ScriptedServer.Request) -> Self {
        let headers = request.header("apns-id").map { [("apns-id", $0)] } ?? []
        return .respond(stream: request.stream, status: 200, headers: headers)
    }

    static func reject(_ request: ScriptedServer.Request, _ status: Int, _ reason: String) -> Self {
        .respond(stream: request.stream, status: status, body: ["{\"reason\":\"\(reason)\"}"])
    }
}
