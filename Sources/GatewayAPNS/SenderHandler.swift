// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSSimulator
import APNSWire
import HTTP2Core
import Logging
import NIOCore
import NIOTLS

/// Handles one connection of a sender: passes bytes between the network and a ``ServerConnection``,
/// and requests to a ``SenderResponder``. Responses are sent in the order in which they are ready.
///
/// The number of requests that wait for a response is the number of open streams. While the client
/// does not read its responses, the handler reads nothing from the client. Everything but the
/// responder runs on the connection's event loop.
final class SenderHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The event that ends the connection gracefully. It is sent through the channel's pipeline.
    struct StopEvent: Sendable {}

    private let responder: SenderResponder
    private let environment: APNSEnvironment
    private let limits: ConnectionLimits
    private let logger: Logger
    /// The HTTP/2 connection; `nil` until the TLS handshake is complete.
    private var connection: ServerConnection?
    private var context: ChannelHandlerContext?
    private var buffer = ByteBuffer()
    private var timer: (task: Scheduled<Void>, due: Duration)?
    private var stall: Scheduled<Void>?
    private var wantsRead = false
    /// Whether a turn that sends all ready responses is already scheduled.
    private var hasTurn = false
    /// Whether a request was accepted, so that the connection may be idle for longer.
    private var isProven = false

    init(
        responder: SenderResponder, environment: APNSEnvironment, limits: ConnectionLimits,
        logger: Logger
    ) {
        self.responder = responder
        self.environment = environment
        self.limits = limits
        self.logger = logger
    }

    // MARK: Requests

    /// Sends SETTINGS.
    private func begin(_ context: ChannelHandlerContext) {
        guard connection == nil else { return }
        let server = limits.serverLimits
        connection = ServerConnection(
            limits: server, streamCount: server.streamCountMax, at: now(context))
    }

    /// Starts responding to received requests, sends output, and closes a finished connection.
    private func turn(_ context: ChannelHandlerContext) {
        while let request = connection?.nextRequest() {
            respond(to: ServiceRequest(request), on: request.streamID, context)
            connection?.recycle(request)
        }
        connection?.setIdleTime(
            isProven ? limits.idleTime : min(limits.idleTimeBeforeToken, limits.idleTime))
        send(context)
        guard connection?.isFinished ?? false else { return startTimer(context) }
        if let error = connection?.error {
            logger.debug(
                "a sender's connection ended by an error",
                metadata: ["error": "\(error.code): \(error.problem)"])
        }
        endTimers()
        context.close(promise: nil)
    }

    private func respond(
        to request: ServiceRequest, on id: StreamID, _ context: ChannelHandlerContext
    ) {
        let loop = context.eventLoop
        let handler = NIOLoopBound(self, eventLoop: loop)
        let (responder, environment) = (responder, environment)
        let address = context.channel.remoteAddress
        // The task continues if the client disconnects meanwhile, so that the gateway processes
        // every request completely.
        Task {
            let response = await responder.respond(to: request, environment, from: address)
            loop.execute { handler.value.finish(response, on: id) }
        }
    }

    private func finish(_ response: ServerResponse, on id: StreamID) {
        connection?.respond(to: id, with: response)
        if response.status == 200 { isProven = true }
        guard !hasTurn, let context else { return }
        hasTurn = true
        context.eventLoop.assumeIsolated().execute {
            self.hasTurn = false
            if let context = self.context, self.connection != nil { self.turn(context) }
        }
    }

    private func send(_ context: ChannelHandlerContext) {
        guard let count = connection?.output.count, count > 0 else { return }
        buffer.clear()
        buffer.writeBytes(connection?.output ?? [])
        connection?.clearOutput()
        context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
    }

    // MARK: Time

    private func now(_ context: ChannelHandlerContext) -> Duration {
        .nanoseconds(Int64(clamping: context.eventLoop.now.uptimeNanoseconds))
    }

    /// Starts the connection's only timer. When the timer fires, it is set to the next deadline.
    private func startTimer(_ context: ChannelHandlerContext) {
        guard let connection else { return }
        // Finding the next deadline of all streams is expensive. It is unnecessary if the timer
        // fires before the deadline of any stream that is opened now.
        let soonest = now(context) + limits.requestTime
        let isCheap = connection.hasOpenStreams && timer.map { $0.due <= soonest } ?? false
        guard let due = isCheap ? connection.urgentDeadline : connection.nextDeadline else {
            return
        }
        if let timer, timer.due <= due { return }
        timer?.task.cancel()
        let wait = TimeAmount(max(.zero, due - now(context)))
        let task = context.eventLoop.assumeIsolated().scheduleTask(in: wait) {
            self.timer = nil
            self.connection?.tick(at: self.now(context))
            self.turn(context)
        }
        timer = (task, due)
    }

    private func endTimers() {
        timer?.task.cancel()
        timer = nil
        stall?.cancel()
        stall = nil
    }

    // MARK: Channel events

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let due = now(context) + limits.handshakeTime
        let task = context.eventLoop.assumeIsolated().scheduleTask(
            in: TimeAmount(limits.handshakeTime)
        ) {
            self.timer = nil
            if self.connection == nil { return context.close(promise: nil) }
            self.connection?.tick(at: self.now(context))
            self.turn(context)
        }
        timer = (task, due)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        endTimers()
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        begin(context)
        let bytes = unwrapInboundIn(data)
        connection?.receive(bytes.readableBytesUInt8Span, at: now(context))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        turn(context)
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        endTimers()
        connection = nil
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case TLSUserEvent.handshakeCompleted(let negotiated):
            // A client that did not negotiate HTTP/2 gets nothing before its preface.
            guard negotiated == "h2" else { return }
            begin(context)
            turn(context)
        case is StopEvent:
            if let connection, !connection.isEnding {
                self.connection?.end(.noError, RejectionBody(reason: .shutdown).encoded)
            }
            turn(context)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func read(context: ChannelHandlerContext) {
        if context.channel.isWritable { context.read() } else { wantsRead = true }
    }

    /// Waits for the client to read, but for at most ``ConnectionLimits/requestTime``.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stall?.cancel()
        stall = nil
        if !context.channel.isWritable {
            let time = TimeAmount(limits.requestTime)
            stall = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
                context.close(mode: .all, promise: nil)
            }
        } else if wantsRead {
            wantsRead = false
            context.read()
        }
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        logger.debug(
            "a sender's connection ended by an error", metadata: ["error": "\(type(of: error))"])
        context.close(promise: nil)
    }
}
