// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOExtras
import NIOHTTP1

/// Requests a tunnel from a proxy, on a socket that is already connected to the proxy.
struct ProxyTunnel {
    let proxy: Proxy
    let endpoint: Endpoint
    let timeout: Duration

    /// Opens the tunnel. The future succeeds when the socket is connected to the endpoint and the
    /// handlers of the proxy's protocol are removed.
    func open(on channel: any Channel) -> EventLoopFuture<Void> {
        let promise = channel.eventLoop.makePromise(of: Void.self)
        var headers = HTTPHeaders()
        if let authorization = proxy.authorization {
            headers.add(name: "proxy-authorization", value: authorization)
        }
        let encoder = HTTPRequestEncoder()
        let decoder = ByteToMessageHandler(HTTPResponseDecoder(leftOverBytesStrategy: .dropBytes))
        let connect = NIOHTTP1ProxyConnectHandler(
            targetHost: endpoint.host, targetPort: endpoint.port, headers: headers,
            deadline: .now() + TimeAmount(timeout), promise: promise)
        let listener = ProxyErrorListener(promise)
        do {
            try channel.pipeline.syncOperations.addHandlers([encoder, decoder, connect, listener])
        } catch {
            promise.fail(error)
            return promise.futureResult
        }
        let bound = NIOLoopBound((encoder, decoder, listener), eventLoop: channel.eventLoop)
        return promise.futureResult.flatMap {
            let sync = channel.pipeline.syncOperations
            let (encoder, decoder, listener) = bound.value
            return sync.removeHandler(listener).and(sync.removeHandler(encoder))
                .and(sync.removeHandler(decoder)).map { _ in }
        }
    }

    /// Describes in one line the reason why there is no tunnel.
    func text(for error: any Error) -> String {
        let address = proxy.address
        guard let error = error as? NIOHTTP1ProxyConnectHandler.Error else {
            return error is HTTPParserError
                ? "the proxy \(address) opened no tunnel: it does not speak HTTP; "
                    + "check host and port"
                : "the proxy \(address) opened no tunnel: it closed the connection"
        }
        if error == .remoteConnectionClosed() {
            return "the proxy \(address) opened no tunnel: it closed the connection"
        }
        if error == .proxyAuthenticationRequired() {
            return "the proxy \(address) requires a user name and password"
        }
        if error == .httpProxyHandshakeTimeout() {
            return "the proxy \(address) did not respond within \(TextFormat.seconds(timeout))"
        }
        return "the proxy \(address) refused a tunnel to \(endpoint.address)"
    }
}

/// Ends the attempt when the proxy's response cannot be parsed.
private final class ProxyErrorListener: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let promise: EventLoopPromise<Void>

    init(_ promise: EventLoopPromise<Void>) { self.promise = promise }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        promise.fail(error)
        context.close(promise: nil)
    }
}
