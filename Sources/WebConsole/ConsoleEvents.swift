// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// The live connection of a page: server-sent events (HTML Standard section 9.2) that each contain
/// the whole state.
///
/// A slow browser misses intermediate states, but always receives the latest one.
struct ConsoleEvents: Sendable {
    /// The maximum number of open pages.
    static let observerCountMax = 64
    /// The time after which the state is sent again if there is no change, so that both sides
    /// notice a broken connection. The page considers the server frozen after 12 seconds without an
    /// event.
    static let heartbeat = Duration.seconds(5)

    let backend: ConsoleBackend
    /// The minimum time between sending two states.
    let pause: Duration
    private let slots = ObserverSlots(count: observerCountMax)

    init(backend: ConsoleBackend, pause: Duration = .zero) {
        self.backend = backend
        self.pause = pause
    }

    /// - Parameter state: a function that returns the state to send.
    func response(
        to request: Request, state: @escaping @Sendable () async throws -> any Encodable & Sendable
    ) throws -> Response {
        guard let slot = slots.take() else {
            return try ConsoleRoutes.json(
                [
                    "detail": "\(Self.observerCountMax) pages are already open, which is the "
                        + "limit; close one"
                ],
                status: .tooManyRequests)
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: .init { writer in
                defer { slot.leave() }
                try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
                let (ticks, end) = ticks()
                // This call detects immediately that the page was closed. Otherwise, the server
                // would notice the closed page only when it writes the next state.
                try await request.body.consumeWithInboundCloseHandler { _ in
                    for await _ in ticks.cancelOnGracefulShutdown() {
                        var buffer = ByteBuffer(string: "event: state\ndata: ")
                        buffer.writeBytes(try APIJSON.encode(try await state()))
                        buffer.writeString("\n\n")
                        try await writer.write(buffer)
                        if pause > .zero { try await backend.time.sleep(for: pause) }
                    }
                } onInboundClosed: {
                    end()
                }
                try await writer.finish(nil)
            })
    }

    /// Returns a stream and a function that ends it. The stream yields an element immediately,
    /// after every change, and at least every ``heartbeat``.
    private func ticks() -> (stream: AsyncStream<Void>, end: @Sendable () -> Void) {
        let backend = backend
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let changes = Task {
            for await _ in backend.changes() { continuation.yield() }
            continuation.finish()
        }
        let beats = Task {
            while !Task.isCancelled {
                continuation.yield()
                do { try await backend.time.sleep(for: Self.heartbeat) } catch { return }
            }
        }
        continuation.onTermination = { _ in
            changes.cancel()
            beats.cancel()
        }
        return (stream, { continuation.finish() })
    }
}
