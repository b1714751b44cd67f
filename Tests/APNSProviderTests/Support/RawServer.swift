// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import NIOCore
import NIOPosix
import NIOSSL

/// A TLS server that knows only where an HTTP/2 frame ends: a script receives each frame of the
/// client and responds with any bytes, valid or invalid.
final class RawServer: Sendable {
    /// What a script does after a frame.
    enum Action: Sendable {
        case bytes([UInt8])
        /// The same, with each byte in a separate TLS record.
        case byteByByte([UInt8])
        /// Ends TLS and closes the connection.
        case close
        /// Closes the connection without ending TLS.
        case cut
    }

    /// A connection on which a test can perform actions.
    struct Connection: Sendable {
        let number: Int
        let perform: @Sendable ([Action]) -> Void
    }

    typealias Script = @Sendable (_ connection: Int, _ frame: RawFrame) -> [Action]

    /// All received frames, with the number of their connection.
    let frames = Recorder<(connection: Int, frame: RawFrame)>()
    let connections = Recorder<Connection>()
    let closed = Recorder<Int>()
    let authorityPEM: String
    private let channel: any Channel

    var port: Int { channel.localAddress?.port ?? 0 }

    /// - Parameters:
    ///   - greeting: the actions after the TLS handshake; usually SETTINGS.
    ///   - script: called for each frame, on the event loop.
    init(
        greeting: [Action] = [.bytes(RawFrame.settings())], script: @escaping Script
    ) async throws {
        let now = TimeSource.system.now
        let authority = try LocalAuthority(now: now)
        authorityPEM = authority.certificatePEM
        let identity = try authority.makeServerIdentity(
            hostNames: ["localhost"], ipAddresses: [[127, 0, 0, 1]], now: now)
        var tls = try identity.makeTLSConfiguration()
        tls.applicationProtocols = ["h2"]
        let context = try NIOSSLContext(configuration: tls)
        let recorders = (frames, connections, closed)
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOSSLServerHandler(context: context),
                        RawHandler(
                            frames: recorders.0, connections: recorders.1, closed: recorders.2,
                            greeting: greeting, script: script),
                    ])
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    /// A server that accepts everything and any number of bytes.
    static func accepting() async throws -> RawServer {
        try await RawServer(
            greeting: [.bytes(RawFrame.settings() + RawFrame.windowUpdate(0, 0x7FFF_0000))]
        ) { _, frame in
            frame.type == RawFrame.data && frame.endsStream
                ? [.bytes(RawFrame.response(frame.stream))] : []
        }
    }

    func perform(_ actions: [Action], connection: Int = 0) {
        connections.values[connection].perform(actions)
    }

    /// The received frames of a type on a connection.
    func frames(_ type: UInt8, connection: Int = 0) -> [RawFrame] {
        frames.values.filter { $0.connection == connection && $0.frame.type == type }.map(\.frame)
    }

    /// Waits until a number of frames of a type were received on a connection.
    @discardableResult
    func waitFor(_ count: Int, of type: UInt8, connection: Int = 0) async -> [RawFrame] {
        var seen = frames.count
        while true {
            let found = frames(type, connection: connection)
            if found.count >= count || Task.isCancelled { return found }
            seen = await frames.waitFor(seen + 1).count
        }
    }

    /// Waits for the acknowledgement of a PING, so that all earlier frames have arrived.
    func roundTrip(connection: Int = 0) async {
        let count = frames(RawFrame.ping, connection: connection).count
        perform([.bytes(RawFrame.bytes(RawFrame.ping, 0, 0, Array(0..<8)))], connection: connection)
        await waitFor(count + 1, of: RawFrame.ping, connection: connection)
    }

    func stop() async { try? await channel.close() }
}

extension LocalAuthority.ServerIdentity {
    /// The TLS configuration of a server with this identity.
    func makeTLSConfiguration() throws -> TLSConfiguration {
        TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(certificatePEM.utf8))
                .map { .certificate($0) },
            privateKey: .privateKey(
                try NIOSSLPrivateKey(bytes: Array(privateKeyPEM.utf8), format: .pem)))
    }
}

/// One connection of a ``RawServer``.
private final class RawHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let prefaceByteCount = 24

    private let frames: Recorder<(connection: Int, frame: RawFrame)>
    private let connections: Recorder<RawServer.Connection>
    private let closed: Recorder<Int>
    private let greeting: [RawServer.Action]
    private let script: RawServer.Script
    private var context: ChannelHandlerContext?
    private var number = -1
    private var pending: [UInt8] = []
    private var isPrefaceRead = false

    init(
        frames: Recorder<(connection: Int, frame: RawFrame)>,
        connections: Recorder<RawServer.Connection>, closed: Recorder<Int>,
        greeting: [RawServer.Action], script: @escaping RawServer.Script
    ) {
        self.frames = frames
        self.connections = connections
        self.closed = closed
        self.greeting = greeting
        self.script = script
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        pending += Array(unwrapInboundIn(data).readableBytesView)
        if !isPrefaceRead {
            guard pending.count >= Self.prefaceByteCount else { return }
            pending.removeFirst(Self.prefaceByteCount)
            isPrefaceRead = true
            begin(context)
        }
        var offset = 0
        while let frame = RawFrame(pending, at: &offset) {
            let actions = script(number, frame)
            frames.record((number, frame))
            perform(actions, context)
        }
        pending.removeFirst(offset)
    }

    private func begin(_ context: ChannelHandlerContext) {
        number = connections.count
        let bound = NIOLoopBound(WeakReference(self), eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        connections.record(
            RawServer.Connection(number: number) { actions in
                eventLoop.execute { bound.value.object?.perform(actions) }
            })
        perform(greeting, context)
    }

    private func perform(_ actions: [RawServer.Action]) {
        if let context { perform(actions, context) }
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelInactive(context: ChannelHandlerContext) {
        if number >= 0 { closed.record(number) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func perform(_ actions: [RawServer.Action], _ context: ChannelHandlerContext) {
        for action in actions {
            switch action {
            case .bytes(let bytes): write(bytes, context)
            case .byteByByte(let bytes): for byte in bytes { write([byte], context) }
            case .close: context.close(promise: nil)
            case .cut:
                // Bypasses the TLS handler, which would send close_notify.
                let tls = try? context.pipeline.syncOperations.context(
                    handlerType: NIOSSLServerHandler.self)
                tls?.close(promise: nil)
            }
        }
    }

    private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        guard !bytes.isEmpty else { return }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }
}
