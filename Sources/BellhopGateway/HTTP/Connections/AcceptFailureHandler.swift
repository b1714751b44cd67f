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

/// Stops accepting connections for a short time when the process has no descriptors or memory left
/// for another connection.
///
/// After such an error, NIO delays its next read but stays registered for waiting connections. The
/// system then reports the waiting connection again and again without a pause. The handler
/// therefore switches reading off.
final class AcceptFailureHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    /// The length of the pause.
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
        // Setting the option fails only on a closed channel.
        try? context.channel.syncOptions?.setOption(.autoRead, value: reads)
    }
}
