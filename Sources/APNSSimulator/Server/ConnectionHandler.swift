// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
import HTTP2Core
import Logging
import NIOCore
import NIOTLS

/// One connection: passes bytes between the network and a ``ServerConnection``, passes requests to
/// the service, and performs the actions that both require.
///
/// Requests are processed after each read, and all output is sent in one write. While the client
/// does not read its responses, the handler reads nothing from the client. Everything runs on the
/// connection's event loop.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The event that ends the connection gracefully; sent through the pipeline.
    struct StopEvent: Sendable {}

    private let host: ServiceHost
    private let endpoint: ServiceEndpoint
    private let environment: APNSEnvironment
    private let limits: ConnectionLimits
    private let logger: Logger
    /// The client's certificate, once the TLS handshake is complete.
    private let certificate: () -> SenderCertificate?
    private var state = ConnectionState()
    /// The HTTP/2 connection; `nil` until the TLS handshake is complete.
    private var connection: ServerConnection?
    private var context: ChannelHandlerContext?
    private var buffer = ByteBuffer()
    private var timer: (task: Scheduled<Void>, time: NIODeadline)?
    private var stall: Scheduled<Void>?
    private var wantsRead = false

    init(
        host: ServiceHost, endpoint: ServiceEndpoint = .notifications, environment: APNSEnvironment,
        limits: ConnectionLimits, logger: Logger,
        certificate: @escaping () -> SenderCertificate? = { nil }
    ) {
        self.host = host
        self.endpoint = endpoint
        self.environment = environment
        self.limits = limits
        self.logger = logger
        self.certificate = certificate
    }

    // MARK: The connection

    /// Sends SETTINGS, and rejects the connection if the service requires it.
    private func begin(_ context: ChannelHandlerContext) {
        guard connection == nil else { return }
        state = ConnectionState(certificate: certificate())
        let actions = host.open(&state, environment: environment)
        var streamCount = 1
        if case .settings(let count)? = actions.first { streamCount = count }
        var serverLimits = limits.serverLimits
        let options = host.options
        let counts = [options.streamCountBeforeToken, options.streamCountAfterToken]
        serverLimits.streamCountMax = min(
            max(counts.max() ?? 0, serverLimits.streamCountMax),
            ServiceOptions.streamCountBounds.upperBound)
        connection = ServerConnection(
            limits: serverLimits, streamCount: streamCount,
            excessRule: options.excessStreamRule.ofConnection, at: Self.now(context))
        carryOut(actions, endingConnection: true)
        setIdleTime()
    }

    /// Sets the idle time, which is shorter for clients that are not authenticated.
    private func setIdleTime() {
        let time =
            state.isAuthenticated
            ? limits.idleTime : min(limits.idleTimeBeforeToken, limits.idleTime)
        connection?.setIdleTime(time)
    }

    private static func now(_ context: ChannelHandlerContext) -> Duration {
        .nanoseconds(Int64(clamping: context.eventLoop.now.uptimeNanoseconds))
    }

    /// Processes received requests, sends output, and closes a finished connection.
    private func turn(_ context: ChannelHandlerContext) {
        while let request = connection?.nextRequest() {
            let serviceRequest = ServiceRequest(request)
            let response = host.handle(
                serviceRequest, connection: &state, endpoint: endpoint, environment: environment)
            // New settings precede the response; the end of the connection follows it.
            carryOut(response.actions, endingConnection: false)
            if response.isWithheld {
                connection?.withhold(request.streamID)
            } else {
                connection?.respond(
                    to: request.streamID, with: ServerResponse(response, to: serviceRequest.method))
            }
            carryOut(response.actions, endingConnection: true)
            connection?.recycle(request)
        }
        setIdleTime()
        send(context)
        if connection?.isFinished ?? false {
            if let error = connection?.error {
                logger.debug(
                    "connection ended by an error",
                    metadata: ["error": "\(error.code): \(error.problem)"])
            }
            timer?.task.cancel()
            timer = nil
            return context.close(promise: nil)
        }
        startTimer(context)
    }

    private func send(_ context: ChannelHandlerContext) {
        guard let count = connection?.output.count, count > 0 else { return }
        buffer.clear()
        buffer.writeBytes(connection?.output ?? [])
        connection?.clearOutput()
        context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
    }

    private func carryOut(_ actions: [ServiceAction], endingConnection: Bool) {
        for action in actions where action.endsConnection == endingConnection {
            switch action {
            case .deliver, .broadcast: break  // already done by the host
            case .settings(let count): connection?.announce(streamCount: count)
            case .goAway(let reason): end(GoAway(reason: reason))
            case .turnAway(let reason): end(GoAway(reason: reason, lastStream: 0))
            }
        }
    }

    private func end(_ order: GoAway) {
        connection?.end(
            HTTP2ErrorCode(rawValue: order.errorCode), order.debugData,
            lastStreamID: order.lastStream)
    }

    // MARK: Time

    /// Starts the connection's only timer. When it fires, it is set to the next deadline, so most
    /// requests need no new timer.
    private func startTimer(_ context: ChannelHandlerContext) {
        guard let connection else { return }
        // Finding the next deadline of all streams is expensive. It is unnecessary if the current
        // timer fires before a stream opened now could reach its deadline, because `tick` examines
        // all streams. Then only the urgent deadlines count.
        let soonest = context.eventLoop.now + TimeAmount(limits.requestTime)
        let isCheap = connection.hasOpenStreams && timer.map { $0.time <= soonest } ?? false
        guard let due = isCheap ? connection.urgentDeadline : connection.nextDeadline else {
            return
        }
        let time = NIODeadline.uptimeNanoseconds(UInt64(clamping: due.wholeNanoseconds))
        if let timer, timer.time <= time { return }
        timer?.task.cancel()
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) {
            self.timer = nil
            self.connection?.tick(at: Self.now(context))
            self.turn(context)
        }
        timer = (task, time)
    }

    // MARK: Channel events

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let time = TimeAmount(limits.handshakeTime)
        let task = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            self.timer = nil
            if self.connection == nil { return context.close(promise: nil) }
            self.connection?.tick(at: Self.now(context))
            self.turn(context)
        }
        timer = (task, context.eventLoop.now + time)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.task.cancel()
        stall?.cancel()
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        begin(context)
        let bytes = unwrapInboundIn(data)
        connection?.receive(bytes.readableBytesUInt8Span, at: Self.now(context))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        turn(context)
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.task.cancel()
        timer = nil
        connection = nil
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case TLSUserEvent.handshakeCompleted(let negotiated):
            // If the client did not negotiate HTTP/2, the server sends nothing until it has
            // received the HTTP/2 preface: an HTTP/1.1 client would treat SETTINGS as a response.
            guard negotiated == "h2" else { return }
            begin(context)
            turn(context)
        case is StopEvent:
            if let connection, !connection.isEnding { end(GoAway(reason: .shutdown)) }
            turn(context)
        case let order as GoAway:
            end(order)
            turn(context)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    // MARK: Clients that do not read

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
        logger.debug("connection ended by an error", metadata: ["error": "\(type(of: error))"])
        context.close(promise: nil)
    }
}

extension Duration {
    fileprivate var wholeNanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
