// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOTLS

/// The last handler of a connection: passes bytes between the socket and the pool, and reports when
/// the socket opens and closes. The handler makes no decisions. It belongs to the same event loop
/// as the core, to which it reports.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let id: ConnectionID
    private let core: ClientCore
    private let address: String
    private var context: ChannelHandlerContext?
    private var failure: FailureCause?
    private var isClosing = false
    private var isConnected = false

    init(id: ConnectionID, core: ClientCore, address: String) {
        self.id = id
        self.core = core
        self.address = address
    }

    /// Whether the connection is still needed once it is established.
    var isWanted: Bool { !isClosing }

    // MARK: Commands

    /// Writes and flushes bytes of the connection.
    func write(_ bytes: [UInt8]) {
        guard let context, isConnected, !bytes.isEmpty else { return }
        let buffer = context.channel.allocator.buffer(bytes: bytes)
        context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
    }

    /// Closes the connection.
    ///
    /// - Returns: Whether a socket is connected, so that its end will be reported.
    func close() -> Bool {
        isClosing = true
        guard let context else { return false }
        context.close(promise: nil)
        return true
    }

    /// Reports that the connection could not be opened.
    func connectFailed(cause: FailureCause) {
        guard !isClosing else { return }
        end(failure ?? cause)
        core.socketClosed()
    }

    // MARK: Events

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // No bytes are expected before HTTP/2 is negotiated, or after the negotiation has failed.
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
                        "cannot connect to \(address): \(ConnectionFailure.closedByServer)")))
        core.socketClosed()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted(let negotiated)? = event as? TLSUserEvent {
            if negotiated == "h2" {
                isConnected = true
                core.connected(id)
            } else {
                failure = ConnectionFailure.noHTTP2(negotiated: negotiated, address: address)
                context.close(promise: nil)
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Servers often close a connection without a TLS alert; the event that follows reports the
        // end.
        if !ConnectionFailure.isPlainClose(error) {
            failure =
                failure
                ?? ConnectionFailure.cause(
                    of: error, connectingTo: address, isConnected: isConnected)
        }
        context.close(promise: nil)
    }

    private func end(_ cause: FailureCause) {
        guard !isClosing else { return }
        isClosing = true
        core.ended(id, cause: cause)
    }
}
