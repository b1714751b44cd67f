// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel
import NIOCore
import NIOHTTP1
import Synchronization

/// One request to a webhook and its response, on one connection.
final class WebhookExchange: Sendable {
    private struct State {
        var outcome: WebhookPolicy.Outcome?
        var byteCount = 0
        var isClosed = false
        var channel: (any NIOCore.Channel)?
        var ended: CheckedContinuation<WebhookPolicy.Outcome, any Error>?
        /// The result, if it arrived before the caller waited for it.
        var result: Result<WebhookPolicy.Outcome, any Error>?
    }

    /// The connection was closed before the response.
    struct NoResponse: Error {}

    private let state = Mutex(State())

    /// The outcome, as soon as the status of the response is known.
    var outcome: WebhookPolicy.Outcome? { state.withLock { $0.outcome } }

    /// Sends the request and waits for the end of the response.
    func run(
        _ call: WebhookCall, _ url: WebhookURL, on channel: any NIOCore.Channel
    ) async throws -> WebhookPolicy.Outcome {
        let isClosed = state.withLock { state in
            state.channel = channel
            return state.isClosed
        }
        if isClosed { channel.close(promise: nil) }
        var headers = HTTPHeaders([("Host", url.authority)])
        for (name, value) in call.headers { headers.add(name: name, value: value) }
        headers.add(name: "Content-Length", value: "\(call.body.count)")
        headers.add(name: "Connection", value: "close")
        let head = HTTPRequestHead(
            version: .http1_1, method: .POST, uri: url.target, headers: headers)
        channel.write(HTTPClientRequestPart.head(head), promise: nil)
        channel.write(
            HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: call.body))), promise: nil)
        channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
        return try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state in
                if state.result == nil { state.ended = continuation }
                return state.result
            }
            if let result { continuation.resume(with: result) }
        }
    }

    /// Closes the connection, even if it is opened only later.
    func close() {
        let channel = state.withLock { state in
            state.isClosed = true
            return state.channel
        }
        channel?.close(promise: nil)
    }

    private func end(_ result: Result<WebhookPolicy.Outcome, any Error>) {
        let ended = state.withLock { state in
            guard state.result == nil else {
                return nil as CheckedContinuation<WebhookPolicy.Outcome, any Error>?
            }
            state.result = result
            defer { state.ended = nil }
            return state.ended
        }
        ended?.resume(with: result)
    }

    /// Ends with the response that was received, or with an error if there was none.
    private func ended(with error: any Error) {
        end(outcome.map { .success($0) } ?? .failure(error))
    }

    /// Returns whether the rest of the body need not be read.
    private func read(_ byteCount: Int) -> Bool {
        state.withLock { state in
            state.byteCount += byteCount
            return state.byteCount >= WebhookSender.responseByteCountMax
        }
    }

    /// Reads the response.
    final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart

        private let exchange: WebhookExchange

        init(_ exchange: WebhookExchange) { self.exchange = exchange }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head):
                guard head.status.code >= 200 else { return }
                let retryAfter = head.headers.first(name: "Retry-After").flatMap { Int($0) }
                exchange.state.withLock {
                    $0.outcome = .response(
                        status: Int(head.status.code), retryAfter: retryAfter)
                }
            case .body(let buffer):
                if exchange.read(buffer.readableBytes) { finish(context) }
            case .end: finish(context)
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            exchange.ended(with: error)
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            exchange.ended(with: NoResponse())
            context.fireChannelInactive()
        }

        private func finish(_ context: ChannelHandlerContext) {
            exchange.ended(with: NoResponse())
            context.close(promise: nil)
        }
    }
}
