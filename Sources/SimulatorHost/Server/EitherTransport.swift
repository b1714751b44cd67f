// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSAuth
import APNSSimulator
package import APNSWire
package import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// An HTTP/1.1 server whose port accepts plain HTTP and TLS. The same port serves senders that
/// insist on `https`, and `curl` commands without a certificate.
package enum EitherTransport {
    /// The time after which a connection without requests is closed.
    static let idleTimeout = TimeAmount.seconds(60)

    /// - Parameter authority: the authority that signs the server's certificate.
    package static func server(
        authority: LocalAuthority, time: TimeSource
    ) throws -> HTTPServerBuilder {
        let identity = try SimulatorServer.makeIdentity(authority: authority, time: time)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(
                Array(identity.certificatePEM.utf8)
            ).map { .certificate($0) },
            privateKey: .privateKey(
                try NIOSSLPrivateKey(bytes: Array(identity.privateKeyPEM.utf8), format: .pem)))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        let context = try NIOSSLContext(configuration: configuration)
        return HTTPServerBuilder { responder in
            EitherChannel(
                base: HTTP1Channel(
                    responder: responder, configuration: .init(idleTimeout: idleTimeout)),
                context: context)
        }
    }
}

/// Sets up a connection so that its first byte determines whether TLS is used.
private struct EitherChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    let base: HTTP1Channel
    let context: NIOSSLContext

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(FirstByteHandler(context: context))
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    func handle(value: Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}

/// Adds TLS if the first byte of a connection is that of a TLS handshake (RFC 8446 section 5.1),
/// and then removes itself.
private final class FirstByteHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private static let handshake: UInt8 = 22
    private let context: NIOSSLContext

    init(context: NIOSSLContext) { self.context = context }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        let pipeline = context.pipeline.syncOperations
        if buffer.getInteger(at: buffer.readerIndex, as: UInt8.self) == Self.handshake {
            do {
                try pipeline.addHandler(
                    NIOSSLServerHandler(context: self.context), position: .after(self))
            } catch { return context.close(promise: nil) }
        }
        context.fireChannelRead(data)
        pipeline.removeHandler(context: context, promise: nil)
    }
}
