// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
import Logging
import NIOCore
import NIOHTTP2
import NIOSSL

/// One connection: keeps what the service remembers about it, carries out what it decides, and ends
/// it when it idles, misbehaves or the server stops.
///
/// Everything runs on the connection's event loop.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// Sent through the pipeline to end the connection in good order.
    struct StopEvent: Sendable {}

    let limits: ConnectionLimits
    private let host: ServiceHost
    private let door: ServiceDoor
    private let environment: APNSEnvironment
    private let logger: Logger
    private var state = ConnectionState()
    private var context: ChannelHandlerContext?
    private var timer: Scheduled<Void>?
    private var openStreamCount = 0
    private var lastStreamID = HTTP2StreamID.rootStream
    private var isEstablished = false
    private var isEnding = false

    init(
        host: ServiceHost, door: ServiceDoor = .notifications, environment: APNSEnvironment,
        limits: ConnectionLimits, logger: Logger
    ) {
        self.host = host
        self.door = door
        self.environment = environment
        self.limits = limits
        self.logger = logger
    }

    // MARK: Requests

    /// Judges a request of one of the streams. Frames for the connection are written before this
    /// returns.
    func answer(_ request: ServiceRequest) -> ServiceAnswer {
        let answer = host.handle(
            request, connection: &state, door: door, environment: environment)
        for action in answer.actions {
            switch action {
            case .deliver, .broadcast: break  // the host has seen to it
            case .settings(let count):
                let setting = HTTP2Setting(parameter: .maxConcurrentStreams, value: count)
                write(.settings(.settings([setting])))
            case .goAway(let reason), .turnAway(let reason): end(reason)
            }
        }
        return answer
    }

    func streamOpened(_ id: HTTP2StreamID) {
        openStreamCount += 1
        lastStreamID = max(lastStreamID, id)
        timer?.cancel()
    }

    func streamClosed() {
        openStreamCount -= 1
        guard openStreamCount == 0 else { return }
        if isEnding { closeAfterWrites() } else { startIdleTimer() }
    }

    // MARK: Ending

    /// Sends GOAWAY with a reason in Apple's form and closes once no stream is open.
    private func end(_ reason: RejectionReason) {
        guard !isEnding else { return }
        isEnding = true
        timer?.cancel()
        let words = ByteBuffer(bytes: RejectionBody(reason: reason).encoded)
        write(.goAway(lastStreamID: lastStreamID, errorCode: .noError, opaqueData: words))
        if openStreamCount == 0 { closeAfterWrites() }
    }

    private func closeAfterWrites() {
        guard let context else { return }
        // The answer of the last stream may still be on its way through the pipeline.
        let channel = context.channel
        context.eventLoop.execute { channel.close(promise: nil) }
    }

    private func write(_ payload: HTTP2Frame.FramePayload) {
        guard let context else { return }
        context.writeAndFlush(
            wrapOutboundOut(HTTP2Frame(streamID: .rootStream, payload: payload)), promise: nil)
    }

    private func startIdleTimer() {
        startTimer(limits.idleTime) { $0.end(.idleTimeout) }
    }

    private func startTimer(_ time: Duration, _ body: @escaping (ConnectionHandler) -> Void) {
        guard let context else { return }
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { body(self) }
    }

    // MARK: Events

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        startTimer(limits.handshakeTime) { handler in
            handler.context?.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isEstablished {
            // The first frame is the client's SETTINGS: TLS and preface are done.
            isEstablished = true
            if openStreamCount == 0 { startIdleTimer() }
        }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is StopEvent { return end(.shutdown) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Errors of one stream are answered by the HTTP/2 layer; the connection lives on.
        if error is NIOHTTP2Errors.StreamError { return }
        logger.debug("connection ended by an error", metadata: ["error": "\(type(of: error))"])
        context.close(promise: nil)
    }
}

/// Tells the connection which streams come and go.
struct StreamCounter: NIOHTTP2StreamDelegate {
    let connection: NIOLoopBound<ConnectionHandler>

    func streamCreated(_ id: HTTP2StreamID, channel: any Channel) {
        connection.value.streamOpened(id)
    }
    func streamClosed(_ id: HTTP2StreamID, channel: any Channel) { connection.value.streamClosed() }
}
