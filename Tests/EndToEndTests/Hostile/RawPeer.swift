// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A client that sends any bytes over TLS, or over TCP alone, and remembers the frames it receives.
final class RawPeer: Sendable {
    /// A received frame.
    struct Frame: Hashable, Sendable {
        let type: FrameType?
        let stream: StreamID
        /// The error code of RST_STREAM and GOAWAY.
        let code: UInt32?
    }

    private let channel: any Channel
    private let inbox: Inbox

    /// - Parameters:
    ///   - tls: `nil` for TCP alone.
    ///   - address: the address to connect from; `nil` for the usual one.
    init(port: Int, tls: NIOSSLContext?, from address: String? = nil) async throws {
        let inbox = Inbox()
        self.inbox = inbox
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.hours(1))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls {
                        try pipeline.addHandler(
                            NIOSSLClientHandler(context: tls, serverHostname: "localhost"))
                    }
                    try pipeline.addHandler(Receiver(inbox))
                }
            }
        if let address {
            bootstrap = bootstrap.bind(to: try SocketAddress(ipAddress: address, port: 0))
        }
        channel = try await bootstrap.connect(host: "127.0.0.1", port: port).get()
    }

    /// Sends bytes; returns whether the connection was still open.
    @discardableResult
    func send(_ bytes: [UInt8]) async -> Bool {
        do {
            try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
            return true
        } catch { return false }
    }

    /// Stops or starts to read what the server sends.
    func setReading(_ isReading: Bool) async throws {
        try await channel.setOption(.autoRead, value: isReading).get()
        if isReading { channel.read() }
    }

    /// Waits until the server has closed the connection.
    func waitForEnd() async { try? await channel.closeFuture.get() }

    /// Waits until the received frames fulfil a condition; returns `false` if the connection ends
    /// first.
    func wait(_ condition: ([Frame]) -> Bool) async -> Bool {
        for await _ in inbox.signals where condition(frames) { return true }
        return condition(frames)
    }

    func close() async { try? await channel.close() }

    var isOpen: Bool { channel.isActive }

    /// The received frames.
    var frames: [Frame] { inbox.frames }

    /// The error code of the received GOAWAY.
    var goAwayCode: HTTP2ErrorCode? {
        frames.first { $0.type == .goAway }?.code.map { HTTP2ErrorCode(rawValue: $0) }
    }
}

/// What a peer has received, up to a limit.
private final class Inbox: Sendable {
    private static let byteCountMax = 1 << 20

    private let bytes = Mutex<[UInt8]>([])
    let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (signals, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    func append(_ new: ByteBuffer) {
        bytes.withLock { bytes in
            bytes += new.readableBytesView.prefix(Self.byteCountMax - bytes.count)
        }
        continuation.yield()
    }

    func finish() { continuation.finish() }

    var frames: [RawPeer.Frame] {
        let bytes = bytes.withLock { $0 }
        var frames: [RawPeer.Frame] = []
        var offset = 0
        while let header = FrameHeader(bytes.span, at: offset) {
            offset += FrameHeader.byteCount
            guard offset + header.length <= bytes.count else { break }
            var code: UInt32?
            switch header.type {
            case .rstStream: code = bytes.span.bigEndian32(at: offset)
            case .goAway: code = bytes.span.bigEndian32(at: offset + 4)
            default: break
            }
            frames.append(.init(type: header.type, stream: header.streamID, code: code))
            offset += header.length
        }
        return frames
    }
}

private final class Receiver: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let inbox: Inbox

    init(_ inbox: Inbox) { self.inbox = inbox }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        inbox.append(unwrapInboundIn(data))
    }

    func channelInactive(context: ChannelHandlerContext) {
        inbox.finish()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
