// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOTLS

/// The last handler of a connection: carries bytes between the socket and the pool, and tells when
/// the socket comes and goes. It decides nothing. Lives on one event loop, with the core it reports
/// to.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let id: ConnectionID
    private let core: ClientCore
    private let place: String
    private var context: ChannelHandlerContext?
    private var failure: FailureCause?
    private var isClosing = false
    private var isConnected = false

    init(id: ConnectionID, core: ClientCore, place: String) {
        self.id = id
        self.core = core
        self.place = place
    }

    /// Whether the connection is still wanted when it comes about.
    var isWanted: Bool { !isClosing }

    // MARK: Orders

    /// Writes bytes of the connection, at once.
    func write(_ bytes: [UInt8]) {
        guard let context, isConnected, !bytes.isEmpty else { return }
        let buffer = context.channel.allocator.buffer(bytes: bytes)
        context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
    }

    /// Closes.
    ///
    /// - Returns: whether there is a socket, whose end will be reported; one that is still being
    ///   connected is not waited for.
    func close() -> Bool {
        isClosing = true
        guard let context else { return false }
        context.close(promise: nil)
        return true
    }

    /// There never was a connection.
    func connectFailed(cause: FailureCause) {
        guard !isClosing else { return }
        end(failure ?? cause)
        core.socketClosed()
    }

    // MARK: Events

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Before HTTP/2 is agreed, or when it never will be, nothing is expected.
        guard isConnected, !isClosing else { return }
        core.received(unwrapInboundIn(data), on: id)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        core.turn()
        context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        core.setWritable(id, context.channel.isWritable)
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(
            failure
                ?? (isConnected
                    ? FailureCause(.lost, ConnectionFailure.closedByServer)
                    : FailureCause(
                        .unreachable,
                        "cannot connect to \(place): \(ConnectionFailure.closedByServer)")))
        core.socketClosed()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted(let negotiated)? = event as? TLSUserEvent {
            if negotiated == "h2" {
                isConnected = true
                core.connected(id)
            } else {
                failure = ConnectionFailure.noHTTP2(negotiated: negotiated, place: place)
                context.close(promise: nil)
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Closing without the words of TLS is common; the end that follows says enough.
        if !ConnectionFailure.isPlainClose(error) {
            failure =
                failure
                ?? ConnectionFailure.cause(
                    of: error, connectingTo: place, isConnected: isConnected)
        }
        context.close(promise: nil)
    }

    private func end(_ cause: FailureCause) {
        guard !isClosing else { return }
        isClosing = true
        core.ended(id, cause: cause)
    }
}
