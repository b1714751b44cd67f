// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Rests for a moment when no connection can be accepted for want of descriptors or memory.
///
/// NIO delays its next read then, but stays registered for the event that a connection waits, which
/// is reported again at once, without end. Reading is therefore switched off here.
final class AcceptFailureHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    /// How long it rests.
    static let rest = TimeAmount.milliseconds(100)

    private let connections: HTTPConnectionGuard
    private var wake: Scheduled<Void>?

    init(_ connections: HTTPConnectionGuard) { self.connections = connections }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError,
            [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode)
        else { return context.fireErrorCaught(error) }
        connections.makeRoom(because: error)
        guard wake == nil else { return }
        setReading(context, false)
        wake = context.eventLoop.assumeIsolated().scheduleTask(in: Self.rest) {
            self.wake = nil
            self.setReading(context, true)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { wake?.cancel() }

    private func setReading(_ context: ChannelHandlerContext, _ reads: Bool) {
        // It fails only on a channel that is closed.
        try? context.channel.syncOptions?.setOption(.autoRead, value: reads)
    }
}
