// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import NIOCore
import NIOPosix
import Synchronization

/// A proxy between a client and PostgreSQL that cuts the connection at every third commit:
/// alternately before the commit reaches the server, and after the server has carried it out, but
/// before the client learns of it. A transaction that is repeated at once is therefore never cut
/// five times in a row.
final class CommitCutter: Sendable {
    struct Cuts: Sendable {
        var before = 0
        var after = 0
        fileprivate var commits = 0
        var total: Int { before + after }
    }

    fileprivate enum Decision { case forward, cutBefore, cutAfter }

    private let counted = Mutex(Cuts())
    private let channel: any Channel

    var cuts: Cuts { counted.withLock { $0 } }

    /// Listens on a socket in a folder, with the name that libpq expects for the port.
    init(folder: String, port: Int, target: String) async throws {
        let box = Box()
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        ClientSide(target: target, cutter: box))
                }
            }
            .bind(unixDomainSocketPath: "\(folder)/.s.PGSQL.\(port)").get()
        box.cutter.withLock { $0 = self }
    }

    func stop() async { try? await channel.close() }

    fileprivate func decide() -> Decision {
        counted.withLock { cuts in
            cuts.commits += 1
            guard cuts.commits % 3 == 0 else { return .forward }
            if cuts.commits % 2 == 0 {
                cuts.before += 1
                return .cutBefore
            }
            cuts.after += 1
            return .cutAfter
        }
    }
}

/// Gives the connections their cutter, which is created only after the socket is open.
private final class Box: Sendable {
    let cutter = Mutex<CommitCutter?>(nil)
}

/// The client's side of one connection.
private final class ClientSide: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// The Query message of the frontend protocol that contains `COMMIT`.
    private static let commit = [UInt8(ascii: "Q"), 0, 0, 0, 11] + Array("COMMIT\0".utf8)

    private let target: String
    private let cutter: Box
    private var server: (any Channel)?

    init(target: String, cutter: Box) {
        self.target = target
        self.cutter = cutter
    }

    func channelActive(context: ChannelHandlerContext) {
        let client = context.channel
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        ClientBootstrap(group: context.eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ServerSide(to: client))
                }
            }
            .connect(unixDomainSocketPath: target)
            .assumeIsolated()
            .whenComplete { result in
                let (handler, context) = bound.value
                guard case .success(let server) = result else {
                    return context.close(promise: nil)
                }
                handler.server = server
                context.channel.setOption(.autoRead, value: true).whenSuccess {}
            }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        let isCommit = buffer.readableBytesView.suffix(Self.commit.count).elementsEqual(Self.commit)
        switch isCommit ? cutter.cutter.withLock({ $0?.decide() }) ?? .forward : .forward {
        case .forward: server?.writeAndFlush(buffer, promise: nil)
        case .cutBefore: context.close(promise: nil)
        case .cutAfter:
            server?.triggerUserOutboundEvent(Cut(), promise: nil)
            server?.writeAndFlush(buffer, promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) { server?.close(promise: nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

/// The event that tells the server's side to keep its next response from the client.
private struct Cut: Sendable {}

/// The server's side of one connection.
private final class ServerSide: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private let client: any Channel
    private var isCut = false

    init(to client: any Channel) { self.client = client }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        if event is Cut { isCut = true }
        promise?.succeed()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isCut else {
            client.close(promise: nil)
            return context.close(promise: nil)
        }
        client.writeAndFlush(unwrapInboundIn(data), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { client.close(promise: nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
#endif
