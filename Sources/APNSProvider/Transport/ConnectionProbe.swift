// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS

/// Checks whether an endpoint can be reached, by a name lookup, TCP, TLS with a trusted
/// certificate, and HTTP/2 by ALPN. The probe sends no request.
package enum ConnectionProbe {
    /// Connects and disconnects.
    ///
    /// - Returns: A description of the failure; `nil` if every step succeeded.
    package static func fault(
        at endpoint: Endpoint, trustRoots: TrustRoots, timeout: Duration
    ) async -> String? {
        let context: NIOSSLContext
        do { context = try Connector.makeContext(trustRoots) } catch {
            return "the trust roots cannot be used; specify one or more PEM certificates"
        }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let negotiated = loop.makePromise(of: String?.self)
        loop.scheduleTask(in: TimeAmount(timeout)) {
            negotiated.fail(ChannelError.connectTimeout(TimeAmount(timeout)))
        }
        let name =
            endpoint.tlsServerName ?? (Connector.isIPAddress(endpoint.host) ? nil : endpoint.host)
        let connection = ClientBootstrap(group: loop)
            .connectTimeout(TimeAmount(timeout))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        try NIOSSLClientHandler(context: context, serverHostname: name),
                        HandshakeListener(negotiated),
                    ])
                }
            }
            .connect(host: endpoint.host, port: endpoint.port)
        connection.whenFailure { negotiated.fail($0) }
        connection.whenSuccess { channel in
            negotiated.futureResult.whenComplete { _ in channel.close(promise: nil) }
        }
        do {
            let negotiatedProtocol = try await negotiated.futureResult.get()
            return negotiatedProtocol == "h2"
                ? nil
                : ConnectionFailure.noHTTP2(
                    negotiated: negotiatedProtocol, address: endpoint.address
                ).text
        } catch {
            return ConnectionFailure.cause(of: error, connectingTo: endpoint.address).text
        }
    }
}

/// Reports the protocol that was negotiated in the TLS handshake, or why the handshake failed.
private final class HandshakeListener: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let negotiated: EventLoopPromise<String?>

    init(_ negotiated: EventLoopPromise<String?>) { self.negotiated = negotiated }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted(let negotiatedProtocol)? = event as? TLSUserEvent {
            negotiated.succeed(negotiatedProtocol)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        negotiated.fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        negotiated.fail(ChannelError.alreadyClosed)
    }
}
