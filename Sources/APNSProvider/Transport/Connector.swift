// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import NIOCore
import NIOPosix
import NIOSSL

/// Opens TLS connections to the endpoint. Each connection requires a name lookup, TLS 1.2 or later,
/// HTTP/2 by ALPN, and a certificate that is valid for the trust roots and the name. A connector
/// belongs to one event loop.
final class Connector {
    private let endpoint: Endpoint
    private let trustRoots: TrustRoots
    private let authentication: Authentication
    private let proxy: Proxy?
    /// The time limit for one connection attempt; the pool enforces the total time until a
    /// connection is ready.
    let timeout: Duration
    private let eventLoop: any EventLoop
    private let time: TimeSource
    private lazy var tlsContext = Result {
        try Self.makeContext(trustRoots, authentication.certificate)
    }

    /// The time for a server to complete the TLS closure.
    private static let tlsShutdownTimeout = TimeAmount.seconds(1)

    init(
        _ configuration: APNSClient.Configuration, eventLoop: any EventLoop, time: TimeSource
    ) {
        endpoint = configuration.endpoint
        trustRoots = configuration.trustRoots
        authentication = configuration.authentication
        proxy = configuration.proxy
        timeout = configuration.connectTimeout
        self.eventLoop = eventLoop
        self.time = time
    }

    /// The host and port for messages.
    var address: String { endpoint.address }

    /// Starts to connect; the handler reports the result.
    func open(_ handler: ConnectionHandler) {
        if let problem = authentication.problem(at: endpoint, now: time.now) {
            return fail(handler, FailureCause(.noCredential, problem))
        }
        let context: NIOSSLContext
        do {
            context = try tlsContext.get()
        } catch {
            return fail(
                handler,
                FailureCause(
                    .badConfiguration,
                    "the trust roots cannot be used; specify one or more PEM certificates"))
        }
        let address = proxy?.address ?? endpoint.address
        ClientBootstrap(group: eventLoop)
            .connectTimeout(TimeAmount(timeout))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .connect(host: proxy?.host ?? endpoint.host, port: proxy?.port ?? endpoint.port)
            .assumeIsolated()
            .whenComplete { result in
                do {
                    let channel = try result.get()
                    guard let proxy = self.proxy else {
                        return try self.start(handler, on: channel, context)
                    }
                    self.start(handler, on: channel, context, through: proxy)
                } catch {
                    let cause = ConnectionFailure.cause(of: error, connectingTo: address)
                    handler.connectFailed(
                        cause: self.proxy == nil ? cause : FailureCause(.proxy, cause.text))
                }
            }
    }

    /// Reports the failure to the handler in a separate turn of the event loop, as the event loop
    /// does when a server cannot be reached.
    private func fail(_ handler: ConnectionHandler, _ cause: FailureCause) {
        eventLoop.assumeIsolated().execute { handler.connectFailed(cause: cause) }
    }

    private func start(
        _ handler: ConnectionHandler, on channel: any Channel, _ context: NIOSSLContext,
        through proxy: Proxy
    ) {
        let tunnel = ProxyTunnel(proxy: proxy, endpoint: endpoint, timeout: timeout)
        tunnel.open(on: channel).assumeIsolated().whenComplete { result in
            do {
                try result.get()
            } catch {
                channel.close(promise: nil)
                return handler.connectFailed(
                    cause: FailureCause(.proxy, tunnel.text(for: error)))
            }
            do {
                try self.start(handler, on: channel, context)
            } catch {
                handler.connectFailed(
                    cause: ConnectionFailure.cause(of: error, connectingTo: self.address))
            }
        }
    }

    /// Starts TLS on a socket that is connected. TLS cannot start earlier: for a host with several
    /// addresses, several sockets are tried, and only one of them is chosen.
    private func start(
        _ handler: ConnectionHandler, on channel: any Channel, _ context: NIOSSLContext
    ) throws {
        do {
            guard handler.isWanted, channel.isActive else { throw ChannelError.alreadyClosed }
            let serverName =
                endpoint.tlsServerName ?? (Self.isIPAddress(endpoint.host) ? nil : endpoint.host)
            let tls = try NIOSSLClientHandler(context: context, serverHostname: serverName)
            try channel.pipeline.syncOperations.addHandlers([tls, handler])
        } catch {
            channel.close(promise: nil)
            throw error
        }
    }

    static func isIPAddress(_ host: String) -> Bool {
        (try? SocketAddress(ipAddress: host, port: 0)) != nil
    }

    static func makeContext(
        _ trustRoots: TrustRoots, _ certificate: ClientCertificate? = nil
    ) throws -> NIOSSLContext {
        var configuration = try trustRoots.makeTLSConfiguration()
        if let certificate { try configuration.show(certificate) }
        configuration.applicationProtocols = ["h2"]
        configuration.shutdownTimeout = tlsShutdownTimeout
        return try NIOSSLContext(configuration: configuration)
    }
}
