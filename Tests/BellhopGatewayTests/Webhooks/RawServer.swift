// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A TCP server on loopback that writes given bytes as soon as a request begins, and remembers what
/// it received.
final class RawServer: Sendable {
    /// What the server does after it has received the first bytes.
    enum Behaviour: Sendable {
        /// Writes a text and closes the connection.
        case respond(String)
        /// Writes a text and leaves the connection open.
        case hold(String)
        /// Writes a text, and then zeros without end.
        case flood(String)
    }

    private struct State {
        var received = ""
        var connections = 0
        var writtenCount = 0
        var isClosedByClient = false
    }

    private let state = Mutex(State())
    private let channel: any Channel

    private init(_ channel: any Channel) { self.channel = channel }

    var port: Int { channel.localAddress?.port ?? 0 }
    var received: String { state.withLock { $0.received } }
    var connectionCount: Int { state.withLock { $0.connections } }
    /// The number of zeros that the flood has written.
    var writtenCount: Int { state.withLock { $0.writtenCount } }
    var isClosedByClient: Bool { state.withLock { $0.isClosedByClient } }

    func close() async throws { try await channel.close() }

    /// - Parameter tls: the identity of a server with TLS; `nil` without.
    static func start(
        _ behaviour: Behaviour, tls: NIOSSLContext? = nil
    ) async throws -> RawServer {
        let shared = Box()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { child in
                child.eventLoop.makeCompletedFuture {
                    let handlers = child.pipeline.syncOperations
                    if let tls { try handlers.addHandler(NIOSSLServerHandler(context: tls)) }
                    try handlers.addHandler(Handler(behaviour, shared))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = RawServer(channel)
        shared.set(server)
        return server
    }

    /// Gives the handlers their server, which exists only after the port is open.
    private final class Box: Sendable {
        private let server = Mutex<RawServer?>(nil)

        func set(_ value: RawServer) { server.withLock { $0 = value } }
        var value: RawServer? { server.withLock { $0 } }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private static let chunk = ByteBuffer(repeating: 0x30, count: 16 * 1024)

        private let behaviour: Behaviour
        private let box: Box
        private var hasResponded = false

        init(_ behaviour: Behaviour, _ box: Box) {
            self.behaviour = behaviour
            self.box = box
        }

        func channelActive(context: ChannelHandlerContext) {
            box.value?.state.withLock { $0.connections += 1 }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let text = String(buffer: unwrapInboundIn(data))
            box.value?.state.withLock { $0.received += text }
            guard !hasResponded else { return }
            hasResponded = true
            switch behaviour {
            case .respond(let text):
                write(text, context)
                context.close(promise: nil)
            case .hold(let text): write(text, context)
            case .flood(let text):
                write(text, context)
                flood(context)
            }
        }

        private func write(_ text: String, _ context: ChannelHandlerContext) {
            guard !text.isEmpty else { return }
            let buffer = context.channel.allocator.buffer(string: text)
            context.writeAndFlush(NIOAny(buffer), promise: nil)
        }

        private func flood(_ context: ChannelHandlerContext) {
            while context.channel.isActive, context.channel.isWritable {
                context.writeAndFlush(NIOAny(Self.chunk), promise: nil)
                box.value?.state.withLock { $0.writtenCount += Self.chunk.readableBytes }
            }
        }

        func channelWritabilityChanged(context: ChannelHandlerContext) {
            if case .flood = behaviour { flood(context) }
        }

        func channelInactive(context: ChannelHandlerContext) {
            box.value?.state.withLock { $0.isClosedByClient = true }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
