// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import GatewayModel
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// A request to a webhook.
struct WebhookCall: Sendable {
    let url: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]
}

/// Sends a request to a webhook.
protocol WebhookSending: Sendable {
    /// Sends a request and returns the outcome. Never throws: a failure is also an outcome.
    func send(_ call: WebhookCall) async -> WebhookPolicy.Outcome
}

/// Sends requests to webhooks over HTTP/1.1, only to addresses of the public internet.
///
/// The host name is resolved once. All its addresses are checked, and the connection is made to one
/// of exactly these addresses, so that a second lookup cannot lead elsewhere (DNS rebinding). TLS
/// verifies the certificate for the host name. Redirects are not followed, bodies are not
/// decompressed, and at most ``responseByteCountMax`` bytes of a response are read.
struct WebhookSender: WebhookSending {
    /// The maximum time for a request, from the lookup of the name to the end of the response.
    static let timeout = Duration.seconds(15)
    /// The maximum time until one address accepts a connection.
    private static let connectTimeout = TimeAmount.seconds(5)
    /// The maximum size of a response's body that is read: 64 KiB. Its content does not matter.
    static let responseByteCountMax = 64 * 1024
    /// The maximum number of addresses of one host to which the sender tries to connect.
    private static let triesMax = 3

    private let resolver: any HostResolver
    private let trustRoots: TrustRoots
    private let allowsLoopback: Bool
    private let time: TimeSource
    /// Called before a connection is opened, so that tests can count the connections.
    private let willConnect: @Sendable (InternetAddress) -> Void

    init(
        resolver: any HostResolver = SystemResolver(), trustRoots: TrustRoots = .system,
        allowsLoopback: Bool, time: TimeSource,
        willConnect: @escaping @Sendable (InternetAddress) -> Void = { _ in }
    ) {
        self.resolver = resolver
        self.trustRoots = trustRoots
        self.allowsLoopback = allowsLoopback
        self.time = time
        self.willConnect = willConnect
    }

    /// Why a request was not sent, or had no response.
    private struct Failure: Error {
        let cause: String
    }

    func send(_ call: WebhookCall) async -> WebhookPolicy.Outcome {
        let url: WebhookURL
        do { url = try WebhookURL(call.url, allowsLoopback: allowsLoopback) } catch {
            return .failed("the address \(error)")
        }
        let exchange = WebhookExchange()
        return await withTaskGroup(of: WebhookPolicy.Outcome?.self) { group in
            group.addTask { await self.attempt(url, call, exchange) }
            group.addTask {
                do { try await time.sleep(for: Self.timeout) } catch { return nil }
                return exchange.outcome ?? .failed("there was no response in time")
            }
            let first = await group.next() ?? nil
            exchange.close()
            group.cancelAll()
            return first ?? .failed("the gateway stopped")
        }
    }

    private func attempt(
        _ url: WebhookURL, _ call: WebhookCall, _ exchange: WebhookExchange
    ) async -> WebhookPolicy.Outcome {
        do {
            let addresses = try await permitted(url)
            let channel = try await connect(url, addresses, exchange)
            return try await exchange.run(call, url, on: channel)
        } catch let failure as Failure {
            return .failed(failure.cause)
        } catch {
            // Errors of sockets and of TLS may name addresses of this network, so they are not
            // quoted.
            return exchange.outcome ?? .failed(Self.cause(of: error))
        }
    }

    private static func cause(of error: any Error) -> String {
        switch error {
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
            "the server's certificate is not valid for its name, or TLS failed"
        case is HTTPParserError: "the server does not speak HTTP"
        case is SystemResolver.Failure: "\(error)"
        default: "the connection failed or was closed"
        }
    }

    /// Returns the addresses of the host, all of which are permitted.
    private func permitted(_ url: WebhookURL) async throws -> [InternetAddress] {
        let addresses: [InternetAddress]
        if let address = url.address {
            addresses = [address]
        } else {
            addresses = try await resolver.addresses(of: url.host)
        }
        guard !addresses.isEmpty else { throw Failure(cause: "the host name has no address") }
        for address in addresses
        where !url.permits(address, allowsLoopback: allowsLoopback) {
            throw Failure(cause: "the host name resolves to an address that is not public")
        }
        return addresses
    }

    /// Connects to the first of the addresses that responds.
    private func connect(
        _ url: WebhookURL, _ addresses: [InternetAddress], _ exchange: WebhookExchange
    ) async throws -> any NIOCore.Channel {
        let context = url.isSecure ? try makeContext() : nil
        // A certificate for an IP address is compared with the address of the connection.
        let name = url.address == nil ? url.host : nil
        var last: any Error = Failure(cause: "the host name has no address")
        for address in addresses.prefix(Self.triesMax) {
            try Task.checkCancellation()
            let socket = try SocketAddress(
                packedIPAddress: ByteBuffer(bytes: address.bytes), port: url.port)
            willConnect(address)
            do {
                return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                    .connectTimeout(Self.connectTimeout)
                    .channelOption(.tcpOption(.tcp_nodelay), value: 1)
                    .channelInitializer { channel in
                        channel.eventLoop.makeCompletedFuture {
                            let handlers = channel.pipeline.syncOperations
                            if let context {
                                try handlers.addHandler(
                                    NIOSSLClientHandler(context: context, serverHostname: name))
                            }
                            try handlers.addHTTPClientHandlers()
                            try handlers.addHandler(WebhookExchange.Handler(exchange))
                        }
                    }
                    .connect(to: socket).get()
            } catch { last = error }
        }
        throw last
    }

    private func makeContext() throws -> NIOSSLContext {
        do {
            var configuration = try trustRoots.makeTLSConfiguration()
            configuration.applicationProtocols = ["http/1.1"]
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw Failure(cause: "the trusted certificate authorities cannot be read")
        }
    }
}
