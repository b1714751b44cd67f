// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHPACK
import NIOHTTP2

/// One connection of a ``ScriptedServer``.
final class ScriptHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let recorders: ScriptedServer.Recorders
    private let script: ScriptedServer.Script
    private var context: ChannelHandlerContext?
    private var number = -1
    private var open: [Int: (headers: HPACKHeaders, body: [UInt8])] = [:]
    private var streamsWithoutResponse: Set<Int> = []

    init(_ recorders: ScriptedServer.Recorders, _ script: @escaping ScriptedServer.Script) {
        self.recorders = recorders
        self.script = script
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        let stream = Int(frame.streamID)
        switch frame.payload {
        case .settings(.settings): begin(context)
        case .headers(let payload):
            open[stream] = (payload.headers, [])
            streamsWithoutResponse.insert(stream)
            if payload.endStream { finish(stream, context) }
        case .data(let payload):
            guard case .byteBuffer(let buffer) = payload.data else { return }
            open[stream]?.body += Array(buffer.readableBytesView)
            write(.windowUpdate(windowSizeIncrement: max(1, buffer.readableBytes)), 0, context)
            if payload.endStream { finish(stream, context) }
        case .rstStream:
            streamsWithoutResponse.remove(stream)
            recorders.resets.record(stream)
        case .ping(_, ack: false): recorders.pings.record(number)
        case .goAway: recorders.goAways.record(number)
        default: break
        }
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelInactive(context: ChannelHandlerContext) { recorders.closed.record(number) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The script may respond on a stream that the client has just reset, which is an error for
        // the library.
        if error is NIOHTTP2Errors.StreamError || error is NIOHTTP2Errors.NoSuchStream { return }
        context.close(promise: nil)
    }

    private func begin(_ context: ChannelHandlerContext) {
        guard number < 0 else { return }
        number = recorders.channels.count
        let bound = NIOLoopBound(WeakReference(self), eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        recorders.channels.record { actions in
            eventLoop.execute { bound.value.object?.perform(actions) }
        }
        recorders.connections.record(number)
    }

    private func perform(_ actions: [ScriptedServer.Action]) {
        if let context { perform(actions, context) }
    }

    private func finish(_ stream: Int, _ context: ChannelHandlerContext) {
        guard let (headers, body) = open.removeValue(forKey: stream) else { return }
        let request = ScriptedServer.Request(
            connection: number, stream: stream, headers: headers.map { ($0.name, $0.value) },
            body: body,
            openCount: streamsWithoutResponse.count)
        let actions = script(request)
        // The request is recorded first, so that a test finds it as soon as the client has the
        // response.
        recorders.requests.record(request)
        perform(actions, context)
    }

    private func perform(_ actions: [ScriptedServer.Action], _ context: ChannelHandlerContext) {
        for action in actions { perform(action, context) }
        context.flush()
    }

    private func perform(_ action: ScriptedServer.Action, _ context: ChannelHandlerContext) {
        switch action {
        case .respond(let stream, let status, let headers, let body):
            streamsWithoutResponse.remove(stream)
            var block = HPACKHeaders([(":status", "\(status)")])
            for (name, value) in headers { block.add(name: name, value: value) }
            write(.headers(.init(headers: block, endStream: body.isEmpty)), stream, context)
            for (index, piece) in body.enumerated() {
                let buffer = context.channel.allocator.buffer(string: piece)
                let isLast = index == body.count - 1
                write(.data(.init(data: .byteBuffer(buffer), endStream: isLast)), stream, context)
            }
        case .headersOnly(let stream, let status):
            let block = HPACKHeaders([(":status", "\(status)")])
            write(.headers(.init(headers: block, endStream: false)), stream, context)
        case .maxConcurrentStreams(let limit):
            write(
                .settings(.settings([.init(parameter: .maxConcurrentStreams, value: limit)])), 0,
                context)
        case .reset(let stream, let code):
            streamsWithoutResponse.remove(stream)
            write(.rstStream(code), stream, context)
        case .goAway(let lastStream, let code, let data):
            let buffer = data.map { context.channel.allocator.buffer(string: $0) }
            let last = HTTP2StreamID(lastStream)
            write(.goAway(lastStreamID: last, errorCode: code, opaqueData: buffer), 0, context)
        case .close:
            context.flush()
            context.close(promise: nil)
        }
    }

    private func write(
        _ payload: HTTP2Frame.FramePayload, _ stream: Int, _ context: ChannelHandlerContext
    ) {
        context.write(
            wrapOutboundOut(HTTP2Frame(streamID: HTTP2StreamID(stream), payload: payload)),
            promise: nil)
    }
}
