// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

/// A proxy that supports only CONNECT (RFC 9110 section 9.3.6).
final class TestProxy: Sendable {
    /// What the proxy does with a CONNECT request.
    enum Behaviour: Sendable {
        /// Connects to this port of the loopback address, whichever host was requested.
        case tunnel(port: Int)
        /// Sends this text and keeps the connection open.
        case send(String)
        /// Sends this text and closes the connection.
        case sendAndClose(String)
        case close
        case silence
    }

    /// The heads of the received requests.
    let requests = Recorder<String>()
    private let channel: any Channel

    var port: Int { channel.localAddress?.port ?? 0 }

    /// - Parameters:
    ///   - port: 0 for any free port.
    ///   - behaviour: called for each connection with the number of the request, from 0.
    init(
        port: Int = 0, behaviour: @escaping @Sendable (Int) -> Behaviour
    ) async throws {
        let requests = requests
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        ProxyHandler(requests: requests, behaviour: behaviour))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
    }

    func stop() async { try? await channel.close() }
}

/// The client's side of one connection of the proxy.
private final class ProxyHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let requests: Recorder<String>
    private let behaviour: @Sendable (Int) -> TestProxy.Behaviour
    private var head: [UInt8] = []
    private var hasResponded = false
    private var early: [ByteBuffer] = []
    private var far: (any Channel)?

    init(requests: Recorder<String>, behaviour: @escaping @Sendable (Int) -> TestProxy.Behaviour) {
        self.requests = requests
        self.behaviour = behaviour
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        if let far {
            far.writeAndFlush(buffer, promise: nil)
        } else if hasResponded {
            early.append(buffer)
        } else {
            head += Array(buffer.readableBytesView)
            guard head.suffix(4) == Array("\r\n\r\n".utf8) else { return }
            hasResponded = true
            let number = requests.count
            requests.record(String(decoding: head, as: UTF8.self))
            respond(behaviour(number), context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) { far?.close(promise: nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func respond(_ behaviour: TestProxy.Behaviour, _ context: ChannelHandlerContext) {
        switch behaviour {
        case .silence: break
        case .close: context.close(promise: nil)
        case .send(let text): send(text, context)
        case .sendAndClose(let text):
            send(text, context)
            context.close(promise: nil)
        case .tunnel(let port): connect(port, context)
        }
    }

    private func send(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }

    private func connect(_ port: Int, _ context: ChannelHandlerContext) {
        let near = context.channel
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        ClientBootstrap(group: context.eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Forwarder(to: near))
                }
            }
            .connect(host: "127.0.0.1", port: port)
            .assumeIsolated()
            .whenComplete { result in
                let (handler, context) = bound.value
                guard case .success(let far) = result else {
                    handler.send("HTTP/1.1 502 Bad Gateway\r\n\r\n", context)
                    return context.close(promise: nil)
                }
                handler.send("HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n", context)
                handler.far = far
                for buffer in handler.early { far.writeAndFlush(buffer, promise: nil) }
                handler.early = []
            }
    }
}

/// Passes bytes of the server to the client.
private final class Forwarder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let near: any Channel

    init(to near: any Channel) { self.near = near }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        near.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { near.close(promise: nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
