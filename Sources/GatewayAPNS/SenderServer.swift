// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSAuth
import APNSService
package import APNSSimulator
package import APNSWire
package import BellhopGateway
package import Logging
import NIOCore
import NIOPosix
import NIOSSL

/// The gateway's APNs endpoint on the network: a server that a sender uses instead of Apple's. It
/// uses HTTP/2 over TLS and has a listener for each environment.
package final class SenderServer: Sendable {
    /// The address of one listener.
    package struct Listener: Hashable, Sendable {
        package let environment: APNSEnvironment
        /// A name or address of this machine.
        package let host: String
        /// The port; 0 selects a free port.
        package let port: Int

        package init(_ environment: APNSEnvironment, host: String = "127.0.0.1", port: Int) {
            self.environment = environment
            self.host = host
            self.port = port
        }
    }

    /// The reason why the server cannot start, in one line.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// The listeners with their actual ports.
    package let listeners: [Listener]
    private let channels: [any Channel]
    private let connections: OpenConnections
    private let limits: ConnectionLimits

    private init(
        listeners: [Listener], channels: [any Channel], connections: OpenConnections,
        limits: ConnectionLimits
    ) {
        self.listeners = listeners
        self.channels = channels
        self.connections = connections
        self.limits = limits
    }

    package func port(_ environment: APNSEnvironment) -> Int? {
        listeners.first { $0.environment == environment }?.port
    }

    /// Starts all listeners, or none if one of them fails.
    ///
    /// - Parameter identity: the server's certificate chain and its private key, as PEM.
    package static func start(
        _ wanted: [Listener], identity: LocalAuthority.ServerIdentity, gateway: Gateway,
        limits: ConnectionLimits = ConnectionLimits(),
        logger: Logger = Logger(label: "bellhop.gateway.apns")
    ) async throws(Failure) -> SenderServer {
        let tls = try tlsContext(identity)
        let responder = SenderResponder(gateway: gateway)
        let connections = OpenConnections(
            countMax: limits.connectionCountMax,
            countPerAddressMax: limits.connectionCountPerAddressMax)
        var listeners: [Listener] = []
        var channels: [any Channel] = []
        for listener in wanted {
            let setUp = ConnectionSetUp(
                responder: responder, environment: listener.environment, tls: tls, limits: limits,
                connections: connections, logger: logger)
            do {
                let channel = try await setUp.listen(listener)
                listeners.append(
                    Listener(
                        listener.environment, host: listener.host,
                        port: channel.localAddress?.port ?? listener.port))
                channels.append(channel)
            } catch {
                for channel in channels { try? await channel.close() }
                let problem = SimulatorServer.problem(of: error, host: listener.host)
                throw Failure(
                    description:
                        "cannot listen for senders on \(listener.host) port \(listener.port): "
                        + problem)
            }
        }
        return SenderServer(
            listeners: listeners, channels: channels, connections: connections, limits: limits)
    }

    /// Stops the server: refuses further connections, sends GOAWAY with `Shutdown`, lets pending
    /// requests finish, and then closes the remaining connections.
    package func shutdown() async {
        for channel in channels { try? await channel.close() }
        let open = connections.stop()
        for channel in open {
            channel.pipeline.fireUserInboundEventTriggered(SenderHandler.StopEvent())
            let forced = channel.eventLoop.scheduleTask(in: TimeAmount(limits.shutdownTime)) {
                channel.close(promise: nil)
            }
            channel.closeFuture.whenComplete { _ in forced.cancel() }
        }
        for channel in open { try? await channel.closeFuture.get() }
    }

    private static func tlsContext(
        _ identity: LocalAuthority.ServerIdentity
    ) throws(Failure) -> NIOSSLContext {
        do {
            let chain = try NIOSSLCertificate.fromPEMBytes(Array(identity.certificatePEM.utf8))
            let key = try NIOSSLPrivateKey(bytes: Array(identity.privateKeyPEM.utf8), format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["h2"]
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw Failure(
                description:
                    "the certificate for senders cannot be used: \(error); give a PEM file with "
                    + "the certificate chain and a PEM file with its private key")
        }
    }
}

/// Sets up the pipelines of the connections of one listener: TLS and the connection's handler.
private struct ConnectionSetUp: Sendable {
    let responder: SenderResponder
    let environment: APNSEnvironment
    let tls: NIOSSLContext
    let limits: ConnectionLimits
    let connections: OpenConnections
    let logger: Logger

    func listen(_ listener: SenderServer.Listener) async throws -> any Channel {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { configure($0) }
            .bind(host: listener.host, port: listener.port).get()
    }

    private func configure(_ channel: any Channel) -> EventLoopFuture<Void> {
        guard connections.add(channel, environment, .notifications) else {
            warn(channel)
            return channel.close()
        }
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(NIOSSLServerHandler(context: tls))
            try pipeline.addHandler(
                SenderHandler(
                    responder: responder, environment: environment, limits: limits, logger: logger))
        }
    }

    /// Logs that connections are refused, at most once a minute.
    private func warn(_ channel: any Channel) {
        let now = channel.eventLoop.now.uptimeNanoseconds
        guard connections.isWarningDue(at: .nanoseconds(Int64(clamping: now))) else { return }
        logger.warning(
            "new connections of senders are refused, because too many are open",
            metadata: [
                "open": "\(connections.count)", "max": "\(limits.connectionCountMax)",
                "max_per_address": "\(limits.connectionCountPerAddressMax)",
            ])
    }
}
