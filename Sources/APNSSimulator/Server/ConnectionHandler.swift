// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
import HTTP2Core
import Logging
import NIOCore
import NIOSSL
import NIOTLS

/// Handles one connection: passes bytes between the network and a ``ServerConnection``, passes
/// requests to the service, and performs the actions that the connection and the service require.
///
/// Requests are processed after each read, and all output is sent in one write. While the client
/// does not read its responses, the handler reads nothing from the client. Everything runs on the
/// connection's event loop.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The event that ends the connection gracefully. It is sent through the channel's pipeline.
    struct StopEvent: Sendable {}

    private let host: ServiceHost
    private let endpoint: ServiceEndpoint
    private let environment: APNSEnvironment
    private let limits: ConnectionLimits
    private let logger: Logger
    private let faults: ConnectionFaults
    /// A function that returns the client's certificate, once the TLS handshake is complete.
    private let certificate: () -> SenderCertificate?
    private var state = ConnectionState()
    private var kinds = RepeatedKinds()
    /// The HTTP/2 connection; `nil` until the TLS handshake is complete.
    private var connection: ServerConnection?
    private var context: ChannelHandlerContext?
    private var buffer = ByteBuffer()
    private var timer: (task: Scheduled<Void>, time: NIODeadline)?
    private var stall: Scheduled<Void>?
    private var wantsRead = false
    /// The time by which the connection's clock was moved forward since the connection was opened.
    private var clockLead = Duration.zero
    private var openedAt = Duration.zero
    /// The responses that are sent later, by the identifiers of their streams.
    private var delayed: [StreamID: Scheduled<Void>] = [:]
    /// Whether a turn that sends all due delayed responses is already scheduled.
    private var hasDueResponses = false
    private var windowTask: Scheduled<Void>?
    /// Whether an injected fault closes the connection.
    private var isCut = false

    init(
        host: ServiceHost, endpoint: ServiceEndpoint = .notifications, environment: APNSEnvironment,
        limits: ConnectionLimits, logger: Logger, faults: ConnectionFaults = ConnectionFaults(),
        certificate: @escaping () -> SenderCertificate? = { nil }
    ) {
        self.host = host
        self.endpoint = endpoint
        self.environment = environment
        self.limits = limits
        self.logger = logger
        self.faults = faults
        self.certificate = certificate
    }

    // MARK: The connection

    /// Sends SETTINGS, and rejects the connection if the service requires it.
    private func begin(_ context: ChannelHandlerContext) {
        guard connection == nil else { return }
        state = ConnectionState(certificate: certificate())
        state.number = faults.number
        let actions = host.open(&state, environment: environment)
        var streamCount = 1
        if case .settings(let count)? = actions.first { streamCount = count }
        var serverLimits = limits.serverLimits
        serverLimits.streamWindow = faults.streamWindow ?? serverLimits.streamWindow
        serverLimits.withholdsWindowUpdates = faults.withholdsWindowUpdates
        let options = host.options
        let counts = [options.streamCountBeforeToken, options.streamCountAfterToken]
        serverLimits.streamCountMax = min(
            max(counts.max() ?? 0, serverLimits.streamCountMax),
            ServiceOptions.streamCountBounds.upperBound)
        connection = ServerConnection(
            limits: serverLimits, streamCount: streamCount,
            excessRule: options.excessStreamRule.ofConnection, at: now(context))
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

    /// Returns the connection's time: the time of the event loop plus ``clockLead``.
    private func now(_ context: ChannelHandlerContext) -> Duration {
        .nanoseconds(Int64(clamping: context.eventLoop.now.uptimeNanoseconds)) + clockLead
    }

    /// Processes received requests, sends output, and closes a finished connection.
    private func turn(_ context: ChannelHandlerContext) {
        var hasRepeats = false
        while !isCut, let request = connection?.nextRequest() {
            if respondToRepeat(request) { hasRepeats = true } else { process(request, context) }
            connection?.recycle(request)
        }
        if hasRepeats { host.noteChanges() }
        setIdleTime()
        send(context)
        if isCut { return cut(context) }
        if connection?.isFinished ?? false {
            if let error = connection?.error {
                logger.debug(
                    "connection ended by an error",
                    metadata: ["error": "\(error.code): \(error.problem)"])
            }
            endTasks()
            return context.close(promise: nil)
        }
        startTimer(context)
        if faults.withholdsWindowUpdates { scheduleWindowUpdates(context) }
    }

    /// Sends a response, or the part that a fault allows. Ends the connection if necessary.
    private func finish(_ response: ServiceResponse, on id: StreamID, to method: String) {
        let whole = ServerResponse(response, to: method)
        switch response.fault {
        case .resetStream(let code)?: connection?.abort(id, HTTP2ErrorCode(rawValue: code))
        case .resetAfterHeaders(let code)?:
            connection?.respond(to: id, withPartOf: whole, bodyByteCount: 0)
            connection?.abort(id, HTTP2ErrorCode(rawValue: code))
        case .half?:
            connection?.respond(to: id, withPartOf: whole, bodyByteCount: whole.body.count / 2)
        case .cut?: isCut = true
        case .goAway?, nil:
            if response.isWithheld {
                connection?.withhold(id)
            } else {
                connection?.respond(to: id, with: whole)
            }
        }
        carryOut(response.actions, endingConnection: true)
        if case .goAway(let reason, let code, let lastStream)? = response.fault {
            end(GoAway(reason: reason, errorCode: code, lastStream: lastStream))
        }
    }

    /// Responds to a request that repeats an earlier request. Returns `false` without responding if
    /// the request repeats no earlier request.
    private func respondToRepeat(_ request: borrowing ServerRequest) -> Bool {
        guard let (known, repeated) = kinds.read(request.head, body: request.body),
            let response = host.handle(repeated, like: known, connection: &state)
        else { return false }
        connection?.respond(to: request.streamID, status: "200") { encoder, block in
            encoder.append(APNSHeader.id, response.id, to: &block)
            if let uniqueID = response.uniqueID {
                encoder.append(APNSHeader.uniqueID, uniqueID, to: &block)
            }
        }
        return true
    }

    /// Processes a request completely, even if it repeats an earlier request.
    private func process(_ request: borrowing ServerRequest, _ context: ChannelHandlerContext) {
        state.stream = request.streamID
        let serviceRequest = ServiceRequest(request)
        let response = host.handle(
            serviceRequest, connection: &state, endpoint: endpoint, environment: environment)
        // New settings are sent before the response; the connection ends after the response.
        carryOut(response.actions, endingConnection: false)
        if response.delay > .zero {
            delay(response, on: request.streamID, to: serviceRequest.method, context)
        } else {
            finish(response, on: request.streamID, to: serviceRequest.method)
        }
        if endpoint == .notifications, response.status == 200, kinds.wantsToLearn(),
            let known = host.known(serviceRequest, connection: state, environment: environment)
        {
            kinds.learn(request.head, known: known)
        }
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

    // MARK: Injected faults

    /// Sends a response after a delay. Other streams are not affected. The number of delayed
    /// responses is limited by the number of open streams.
    private func delay(
        _ response: ServiceResponse, on id: StreamID, to method: String,
        _ context: ChannelHandlerContext
    ) {
        connection?.withhold(id)
        let loop = context.eventLoop.assumeIsolated()
        delayed[id] = loop.scheduleTask(in: TimeAmount(response.delay)) {
            self.delayed[id] = nil
            self.finish(response, on: id, to: method)
            guard !self.hasDueResponses else { return }
            self.hasDueResponses = true
            loop.execute {
                self.hasDueResponses = false
                if let context = self.context, self.connection != nil { self.turn(context) }
            }
        }
    }

    /// Sends withheld WINDOW_UPDATE frames after the delay that the fault specifies, if any.
    private func scheduleWindowUpdates(_ context: ChannelHandlerContext) {
        guard let delay = faults.windowDelay, windowTask == nil,
            connection?.owesWindowUpdates ?? false
        else { return }
        windowTask = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(delay)) {
            self.windowTask = nil
            self.connection?.updateWindows()
            self.turn(context)
        }
    }

    /// Closes the TCP connection without sending GOAWAY or TLS's close_notify alert.
    private func cut(_ context: ChannelHandlerContext) {
        endTasks()
        connection = nil
        let pipeline = context.pipeline.syncOperations
        // The connection is closed at a level below the TLS handler, so that TLS sends nothing.
        let tls = try? pipeline.context(handlerType: NIOSSLServerHandler.self)
        (tls ?? context).close(promise: nil)
    }

    /// Cancels all scheduled tasks.
    private func endTasks() {
        timer?.task.cancel()
        timer = nil
        windowTask?.cancel()
        windowTask = nil
        for task in delayed.values { task.cancel() }
        delayed = [:]
    }

    // MARK: Time

    /// Starts the connection's only timer. When the timer fires, it is set to the next deadline, so
    /// most requests need no new timer.
    private func startTimer(_ context: ChannelHandlerContext) {
        guard let connection else { return }
        // Finding the next deadline of all streams is expensive. It is unnecessary if the current
        // timer fires before a stream opened now could reach its deadline, because `tick` examines
        // all streams. In that case, the code reads only the urgent deadlines.
        let soonest = context.eventLoop.now + TimeAmount(limits.requestTime)
        let isCheap = connection.hasOpenStreams && timer.map { $0.time <= soonest } ?? false
        guard let due = isCheap ? connection.urgentDeadline : connection.nextDeadline else {
            return
        }
        let time = NIODeadline.uptimeNanoseconds(
            UInt64(clamping: (due - clockLead).wholeNanoseconds))
        if let timer, timer.time <= time { return }
        timer?.task.cancel()
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) {
            self.timer = nil
            self.connection?.tick(at: self.now(context))
            self.turn(context)
        }
        timer = (task, time)
    }

    // MARK: Channel events

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        openedAt = now(context)
        let time = TimeAmount(limits.handshakeTime)
        let task = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            self.timer = nil
            if self.connection == nil { return context.close(promise: nil) }
            self.connection?.tick(at: self.now(context))
            self.turn(context)
        }
        timer = (task, context.eventLoop.now + time)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        endTasks()
        stall?.cancel()
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
        endTasks()
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
        case let advance as ClockAdvance:
            clockLead += advance.duration
            if connection == nil, now(context) - openedAt >= limits.handshakeTime {
                return context.close(promise: nil)
            }
            connection?.tick(at: now(context))
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

extension HeaderEncoder {
    /// Appends a header whose value is an identifier; the client's header table stores the name.
    fileprivate mutating func append(_ name: String, _ id: APNSID, to block: inout [UInt8]) {
        guard let index = index(ofName: name) else {
            return append(name: name, value: id.text, .nameRemembered, to: &block)
        }
        Self.appendLiteral(nameIndex: index, valueByteCount: APNSID.byteCount, to: &block)
        id.append(to: &block)
    }
}

extension Duration {
    fileprivate var wholeNanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
