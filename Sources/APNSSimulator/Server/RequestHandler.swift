// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import NIOCore
import NIOHPACK
import NIOHTTP2

/// One stream: collects a request, lets the connection judge it and writes the answer.
///
/// A body is read no further than it takes to see that it is too long; it is answered at once and
/// the stream ended (RFC 9113 section 8.1).
final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private let connection: ConnectionHandler
    private var request: ServiceRequest?
    private var isAnswered = false
    private var deadline: Scheduled<Void>?

    init(connection: ConnectionHandler) { self.connection = connection }

    /// The deadline runs until the stream is closed, so that a client that does not read its answer
    /// cannot hold the stream open either.
    func handlerAdded(context: ChannelHandlerContext) {
        let time = TimeAmount(connection.limits.requestTime)
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            context.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isAnswered else { return }
        switch unwrapInboundIn(data) {
        case .headers(let head):
            // A second block of headers is trailers, which carry nothing here.
            if request == nil { request = Self.request(head.headers) }
            if head.endStream { answer(context, isRequestComplete: true) }
        case .data(let body):
            append(body.data)
            let isTooLong = (request?.body.count ?? 0) >= connection.limits.bodyByteCountRead
            if body.endStream || isTooLong { answer(context, isRequestComplete: body.endStream) }
        default: break
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func append(_ data: IOData) {
        guard case .byteBuffer(let buffer) = data, let count = request?.body.count else { return }
        let room = connection.limits.bodyByteCountRead - count
        request?.body.append(contentsOf: buffer.readableBytesView.prefix(max(0, room)))
    }

    private static func request(_ fields: HPACKHeaders) -> ServiceRequest {
        var request = ServiceRequest(method: "", path: "", headers: [], body: [])
        for field in fields {
            switch field.name {
            case ":method": request.method = field.value
            case ":path": request.path = field.value
            default:
                if !field.name.hasPrefix(":") {
                    request.headers.append(.init(field.name, field.value))
                }
            }
        }
        return request
    }

    private func answer(_ context: ChannelHandlerContext, isRequestComplete: Bool) {
        guard let request else { return }
        isAnswered = true
        let answer = connection.answer(request)
        var fields = HPACKHeaders([(":status", String(answer.status))])
        for header in answer.headers { fields.add(name: header.name, value: header.value) }
        let head = HTTP2Frame.FramePayload.headers(
            .init(headers: fields, endStream: answer.body.isEmpty))
        let last = context.eventLoop.makePromise(of: Void.self)
        if answer.body.isEmpty {
            context.writeAndFlush(wrapOutboundOut(head), promise: last)
        } else {
            context.write(wrapOutboundOut(head), promise: nil)
            let body = IOData.byteBuffer(ByteBuffer(bytes: answer.body))
            context.writeAndFlush(
                wrapOutboundOut(.data(.init(data: body, endStream: true))), promise: last)
        }
        guard !isRequestComplete else { return }
        // Data may wait for room in the flow window; a reset must not overtake it.
        last.futureResult.assumeIsolated().whenSuccess {
            context.writeAndFlush(self.wrapOutboundOut(.rstStream(.noError)), promise: nil)
        }
    }
}
