// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOTLS

/// The last handler of a connection: turns HTTP/2 frames into the pool's events, and its orders into
/// frames. It decides nothing. Lives on one event loop, with the core it reports to.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// What happened on the connection.
    enum Event {
        case settings(maxConcurrentStreams: Int?)
        case head(ResponseAccumulator.Head, stream: Int, isLast: Bool)
        case body([UInt8], stream: Int, isLast: Bool)
        case reset(stream: Int, code: Int)
        case goAway(lastStream: Int, cause: String)
        case pingAnswer
        /// The last byte of a request went to the operating system.
        case written(stream: Int)
        /// The request could not be put on the connection, although that still stands.
        case notWritten(stream: Int)
        /// The connection could not be made, or is gone.
        case ended(cause: String)
    }

    /// After this many bytes of answers the server gets new room to send (RFC 9113 section 6.9).
    private static let windowUpdateByteCount = 32 * 1024

    private let id: PoolStateMachine.ConnectionID
    private let core: TransportCore
    private let place: String
    private var context: ChannelHandlerContext?
    private var failure: String?
    private var isClosing = false
    private var speaksHTTP2 = false
    private var isFlushScheduled = false
    private var unacknowledgedByteCount = 0

    init(id: PoolStateMachine.ConnectionID, core: TransportCore, place: String) {
        self.id = id
        self.core = core
        self.place = place
    }

    /// Whether the connection is still wanted when it comes about.
    var isWanted: Bool { !isClosing }

    // MARK: Orders

    func send(_ head: RequestHead, body: [UInt8], stream: Int) {
        guard let context else { return }
        var headers = HPACKHeaders()
        headers.reserveCapacity(head.fields.count)
        for field in head.fields {
            headers.add(
                name: field.name, value: field.value,
                indexing: field.isIndexable ? .indexable : .nonIndexable)
        }
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenComplete { [self] result in
            switch result {
            case .success: report(.written(stream: stream))
            // Whatever ended the stream or the connection is reported on its own.
            case .failure(is ChannelError), .failure(is NIOHTTP2Errors.StreamClosed): break
            case .failure: report(.notWritten(stream: stream))
            }
        }
        let payload = HTTP2Frame.FramePayload.Headers(headers: headers, endStream: body.isEmpty)
        write(.headers(payload), stream: stream, promise: body.isEmpty ? promise : nil)
        guard !body.isEmpty else { return }
        let data = HTTP2Frame.FramePayload.Data(
            data: .byteBuffer(context.channel.allocator.buffer(bytes: body)), endStream: true)
        write(.data(data), stream: stream, promise: promise)
    }

    func reset(stream: Int) { write(.rstStream(.cancel), stream: stream) }

    func ping() { write(.ping(HTTP2PingData(withInteger: id), ack: false), stream: 0) }

    /// Says GOAWAY when there is somebody to say it to, and closes.
    ///
    /// - Returns: whether there is a socket, whose end will be reported; one that is still being
    ///   connected is not waited for.
    func sayGoodbye() -> Bool {
        isClosing = true
        guard let context else { return false }
        if speaksHTTP2 {
            write(.goAway(lastStreamID: .rootStream, errorCode: .noError, opaqueData: nil), stream: 0)
            context.flush()
        }
        context.close(promise: nil)
        return true
    }

    /// There never was a connection.
    func connectFailed(cause: String) {
        guard !isClosing else { return }
        end(failure ?? cause)
        core.socketClosed()
    }

    private func write(
        _ payload: HTTP2Frame.FramePayload, stream: Int, promise: EventLoopPromise<Void>? = nil
    ) {
        guard let context else { return }
        let frame = HTTP2Frame(streamID: HTTP2StreamID(stream), payload: payload)
        context.write(wrapOutboundOut(frame), promise: promise)
        scheduleFlush()
    }

    /// Flushes once for all that is written in this turn of the event loop.
    private func scheduleFlush() {
        guard !isFlushScheduled, let context else { return }
        isFlushScheduled = true
        context.eventLoop.assumeIsolated().execute {
            self.isFlushScheduled = false
            self.context?.flush()
        }
    }

    // MARK: Events

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelInactive(context: ChannelHandlerContext) {
        end(failure ?? (speaksHTTP2 ? "" : "cannot connect to \(place): ") + ConnectionFailure.closedByServer)
        core.socketClosed()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case TLSUserEvent.handshakeCompleted(let negotiated): startHTTP2(negotiated, context)
        case let event as StreamClosedEvent:
            // Only news when the stream broke on our side; else the frame that ended it came before.
            guard let reason = event.reason else { break }
            report(.reset(stream: Int(event.streamID), code: reason.networkCode))
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A fault of one stream; its end is reported as an event of its own.
        if error is NIOHTTP2Errors.StreamError { return }
        // Closing without the words of TLS is common; the end that follows says enough.
        if !ConnectionFailure.isPlainClose(error) {
            failure = failure ?? ConnectionFailure.words(for: error, connectingTo: place)
        }
        context.close(promise: nil)
    }

    private func startHTTP2(_ negotiated: String?, _ context: ChannelHandlerContext) {
        guard negotiated == "h2" else {
            failure = ConnectionFailure.noHTTP2(negotiated: negotiated, place: place)
            context.close(promise: nil)
            return
        }
        do {
            let handler = NIOHTTP2Handler(
                mode: .client, connectionConfiguration: .tolerant, streamConfiguration: .tolerant)
            try context.pipeline.syncOperations.addHandler(handler, position: .before(self))
            speaksHTTP2 = true
        } catch {
            errorCaught(context: context, error: error)
        }
    }

    private func report(_ event: Event) { core.handle(event, from: id) }

    private func end(_ cause: String) {
        isClosing = true
        report(.ended(cause: cause))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Before HTTP/2 is agreed, or when it never will be, these are bytes and not frames.
        guard speaksHTTP2 else { return }
        let frame = unwrapInboundIn(data)
        let stream = Int(frame.streamID)
        switch frame.payload {
        case .settings(.settings(let settings)):
            let limit = settings.last { $0.parameter == .maxConcurrentStreams }?.value
            report(.settings(maxConcurrentStreams: limit))
        case .headers(let payload):
            report(.head(Self.head(of: payload.headers), stream: stream, isLast: payload.endStream))
        case .data(let payload): receive(payload, stream: stream)
        case .rstStream(let code):
            report(.reset(stream: stream, code: code.networkCode))
        case .goAway(let lastStream, let code, let data):
            let debugData = data.map { Array($0.readableBytesView) }
            let cause = GoAwayReason.words(code: code.networkCode, debugData: debugData)
            report(.goAway(lastStream: Int(lastStream), cause: cause))
        case .ping(_, ack: true): report(.pingAnswer)
        default: break
        }
    }

    private func receive(_ payload: HTTP2Frame.FramePayload.Data, stream: Int) {
        guard case .byteBuffer(let buffer) = payload.data else { return }
        unacknowledgedByteCount += buffer.readableBytes + (payload.paddingBytes.map { $0 + 1 } ?? 0)
        if unacknowledgedByteCount >= Self.windowUpdateByteCount {
            write(.windowUpdate(windowSizeIncrement: unacknowledgedByteCount), stream: 0)
            unacknowledgedByteCount = 0
        }
        report(.body(Array(buffer.readableBytesView), stream: stream, isLast: payload.endStream))
    }

    private static func head(of headers: HPACKHeaders) -> ResponseAccumulator.Head {
        ResponseAccumulator.Head(
            status: headers.first(name: ":status").flatMap { Int($0) } ?? 0,
            apnsID: headers.first(name: APNSHeader.id), uniqueID: headers.first(name: APNSHeader.uniqueID))
    }
}

extension NIOHTTP2Handler.ConnectionConfiguration {
    /// The library's limits against flooding are made for servers; a server may well change its SETTINGS or
    /// refuse requests a thousand times in half a minute, and answers one with a wrong `content-length`.
    fileprivate static var tolerant: Self {
        var configuration = Self()
        configuration.contentLengthValidation = .disabled
        configuration.controlFrameRateLimit.maximumCount = 10_000
        return configuration
    }
}

extension NIOHTTP2Handler.StreamConfiguration {
    fileprivate static var tolerant: Self {
        var configuration = Self()
        configuration.streamResetFrameRateLimit.maximumCount = 10_000
        configuration.streamErrorRateLimit.maximumCount = 10_000
        return configuration
    }
}
