// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSAuth
public import APNSService
public import APNSWire
public import Logging
import NIOCore
import NIOPosix
import NIOSSL

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The simulated APNs on the network. It uses HTTP/2 over TLS and has, for each environment, one
/// listener for notifications and one for channels.
///
/// The server offers `h2` by ALPN, and also accepts clients that send no ALPN but begin with the
/// HTTP/2 preface. A client that uses HTTP/1.1 is disconnected; Apple's servers do the same. All
/// environments of one server share one ``/APNSService/ServiceHost``, so that a token sent to the
/// wrong environment is recognized.
public final class SimulatorServer: Sendable {
    /// The address of one listener.
    public struct Listener: Hashable, Sendable {
        public var environment: APNSEnvironment
        /// The kind of server. By default, the listener is for notifications.
        public var endpoint: ServiceEndpoint
        /// A name or address of this machine. The default is loopback.
        public var host: String
        /// The port; 0 selects a free port.
        public var port: Int

        public init(
            _ environment: APNSEnvironment, _ endpoint: ServiceEndpoint = .notifications,
            host: String = "127.0.0.1", port: Int
        ) {
            self.environment = environment
            self.endpoint = endpoint
            self.host = host
            self.port = port
        }
    }

    /// The default listeners on loopback: ports 2197 (sandbox) and 2198 (production) for
    /// notifications, and Apple's own ports 2195 and 2196 for channels.
    public static let usualListeners =
        [Listener(.sandbox, port: 2197), Listener(.production, port: 2198)]
        + APNSEnvironment.allCases.map { Listener($0, .channels, port: $0.channelPort) }

    /// The listeners with their actual ports.
    public let listeners: [Listener]
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

    /// Returns the port for an environment and a kind of server; by default, the port for
    /// notifications.
    public func port(
        _ environment: APNSEnvironment, _ endpoint: ServiceEndpoint = .notifications
    ) -> Int? {
        listeners.first { $0.environment == environment && $0.endpoint == endpoint }?.port
    }

    /// The number of open connections.
    public var connectionCount: Int { connections.count }

    /// Signs a certificate for every name under which clients reach the simulator: this machine's
    /// loopback names, and Apple's host names, which tests may redirect to this machine.
    public static func makeIdentity(
        authority: LocalAuthority, time: TimeSource = .system
    ) throws -> LocalAuthority.ServerIdentity {
        try authority.makeServerIdentity(
            hostNames: ["localhost"]
                + APNSEnvironment.allCases.flatMap { $0.hostAliases + [$0.channelHost] },
            ipAddresses: [[127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1]], now: time.now)
    }

    /// Signs a certificate for a name under which no client reaches the simulator, for the fault
    /// ``/APNSService/ServiceFault/Kind/wrongCertificate``.
    public static func makeWrongIdentity(
        authority: LocalAuthority, time: TimeSource = .system
    ) throws -> LocalAuthority.ServerIdentity {
        try authority.makeServerIdentity(
            hostNames: ["wrong.invalid"], ipAddresses: [], now: time.now)
    }

    /// Starts all listeners, or none if one of them fails.
    ///
    /// - Parameters:
    ///   - identity: the certificate; see ``makeIdentity(authority:time:)``.
    ///   - wrongIdentity: the certificate for an injected fault; see
    ///     ``makeWrongIdentity(authority:time:)``. Without this certificate, such a fault has no
    ///     effect.
    ///   - clientAuthorities: the trusted authorities for the certificates of senders. The server
    ///     requests a certificate but does not require one.
    public static func start(
        listeners: [Listener] = usualListeners, identity: LocalAuthority.ServerIdentity,
        wrongIdentity: LocalAuthority.ServerIdentity? = nil,
        clientAuthorities: CertificateAuthorities = CertificateAuthorities(),
        host: ServiceHost,
        limits: ConnectionLimits = ConnectionLimits(),
        logger: Logger = Logger(label: "bellhop.simulator")
    ) async throws(SimulatorServerError) -> SimulatorServer {
        let tls = try tlsContext(identity)
        var wrongTLS: NIOSSLContext?
        if let wrongIdentity { wrongTLS = try tlsContext(wrongIdentity) }
        let connections = OpenConnections(
            countMax: limits.connectionCountMax,
            countPerAddressMax: limits.connectionCountPerAddressMax)
        // All connections share one event loop. Requests are processed one at a time anyway, so
        // several threads would mostly wait for each other.
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        var bound: [Listener] = []
        var channels: [any Channel] = []
        for var listener in listeners {
            let setUp = ConnectionSetUp(
                environment: listener.environment, endpoint: listener.endpoint, host: host,
                tls: tls, wrongTLS: wrongTLS,
                authorities: clientAuthorities, limits: limits, connections: connections,
                logger: logger)
            do {
                let channel = try await bootstrap(setUp, on: loop).bind(
                    host: listener.host, port: listener.port
                ).get()
                listener.port = channel.localAddress?.port ?? listener.port
                bound.append(listener)
                channels.append(channel)
            } catch {
                for channel in channels { try? await channel.close() }
                throw .cannotListen(
                    host: listener.host, port: listener.port,
                    problem: problem(of: error, host: listener.host))
            }
        }
        return SimulatorServer(
            listeners: bound, channels: channels, connections: connections, limits: limits)
    }

    /// Sends GOAWAY on all open connections that match the parameters.
    ///
    /// - Parameters:
    ///   - environment: restricts the call to connections of one environment; `nil` for both.
    ///   - endpoint: restricts the call to connections for notifications or for channels; `nil` for
    ///     both.
    /// - Returns: The number of connections.
    @discardableResult
    public func goAway(
        _ order: GoAway, _ environment: APNSEnvironment? = nil, _ endpoint: ServiceEndpoint? = nil
    ) -> Int {
        let open = connections.open(environment, endpoint)
        for channel in open { channel.pipeline.fireUserInboundEventTriggered(order) }
        return open.count
    }

    /// Moves the clock of the open connections forward, so that idle connections end as if the time
    /// had passed.
    public func advanceClock(by duration: Duration) {
        for channel in connections.open(nil, nil) {
            channel.pipeline.fireUserInboundEventTriggered(ClockAdvance(duration: duration))
        }
    }

    /// Stops the server: refuses further connections, sends GOAWAY with `Shutdown`, lets pending
    /// requests finish, and then closes the remaining connections.
    public func shutdown() async {
        for channel in channels { try? await channel.close() }
        let open = connections.stop()
        for channel in open {
            channel.pipeline.fireUserInboundEventTriggered(ConnectionHandler.StopEvent())
            let forced = channel.eventLoop.scheduleTask(in: TimeAmount(limits.shutdownTime)) {
                channel.close(promise: nil)
            }
            channel.closeFuture.whenComplete { _ in forced.cancel() }
        }
        for channel in open { try? await channel.closeFuture.get() }
    }

    private static func bootstrap(
        _ setUp: ConnectionSetUp, on loop: any EventLoop
    ) -> ServerBootstrap {
        ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { setUp.configure($0) }
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
    }

    private static func tlsContext(
        _ identity: LocalAuthority.ServerIdentity
    ) throws(SimulatorServerError) -> NIOSSLContext {
        do {
            let chain = try NIOSSLCertificate.fromPEMBytes(Array(identity.certificatePEM.utf8))
            let key = try NIOSSLPrivateKey(bytes: Array(identity.privateKeyPEM.utf8), format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["h2"]
            // The server requests a certificate but does not require one, like Apple's servers.
            configuration.certificateVerification = .optionalVerification
            // The system's authorities are not used for client certificates, because a callback on
            // each connection receives these certificates. On a minimal system, which has no
            // authorities, using them would be an error.
            configuration.trustRoots = .certificates([])
            return try NIOSSLContext(configuration: configuration)
        } catch { throw .badIdentity("\(error)") }
    }

    /// Describes why listening on an address failed, and what to do.
    package static func problem(of error: any Error, host: String) -> String {
        if error is SocketAddressError.UnknownHost {
            return "the host name cannot be looked up; use 127.0.0.1"
        }
        return switch (error as? IOError)?.errnoCode {
        case EADDRINUSE:
            "the port is in use; stop the program that uses it, or choose another port (0 selects "
                + "a free port)"
        case EACCES: "ports below 1024 require privileges; choose another port"
        case EADDRNOTAVAIL: "\(host) is not an address of this machine; use 127.0.0.1"
        default: "\(error)"
        }
    }
}
