// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// Reports the events of one connection to the ``HTTPConnectionGuard``, and closes the connection
/// if its client takes too long.
final class HTTPConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let connections: HTTPConnectionGuard
    private var id: UInt64?
    private var watch: HTTPConnectionWatch?
    private var timer: (task: Scheduled<Void>, date: NIODeadline)?

    init(_ connections: HTTPConnectionGuard) { self.connections = connections }

    func channelActive(context: ChannelHandlerContext) {
        let address = ClientAddress(context.channel.remoteAddress)
        id = connections.open(context.channel, from: address)
        context.fireChannelActive()
        guard id != nil else { return context.close(promise: nil) }
        let now = context.eventLoop.now
        watch = HTTPConnectionWatch(limits: connections.limits, openedAt: now)
        setTimer(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        forget()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { forget() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let now = context.eventLoop.now
        switch unwrapInboundIn(data) {
        case .head: update(context) { $0.headRead(at: now) }
        case .body: break
        case .end: update(context) { $0.requestEnded(at: now) }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            let now = context.eventLoop.now
            update(context) { $0.responseEnded(at: now) }
        }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        let now = context.eventLoop.now
        let isWritable = context.channel.isWritable
        update(context) { $0.writabilityChanged(to: isWritable, at: now) }
        context.fireChannelWritabilityChanged()
    }

    private func update(
        _ context: ChannelHandlerContext, _ change: (inout HTTPConnectionWatch) -> Void
    ) {
        guard var watch, let id else { return }
        let waited = watch.due != nil
        change(&watch)
        self.watch = watch
        let waits = watch.due != nil
        if waits != waited { waits ? connections.waits(id) : connections.works(id) }
        setTimer(context)
    }

    /// Sets the timer. There is only one: if it fires early, because the client has done something
    /// in the meantime, it is set again.
    private func setTimer(_ context: ChannelHandlerContext) {
        guard let due = watch?.due?.date else { return }
        if let timer {
            guard due < timer.date else { return }
            timer.task.cancel()
        }
        let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: due) {
            self.timer = nil
            guard let due = self.watch?.due else { return }
            if due.date <= context.eventLoop.now {
                context.close(promise: nil)
            } else {
                self.setTimer(context)
            }
        }
        timer = (task, due)
    }

    private func forget() {
        timer?.task.cancel()
        timer = nil
        watch = nil
        if let id { connections.closed(id) }
        id = nil
    }
}
