// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// The live connection of the page: server-sent events (HTML Standard section 9.2) that each
/// contain the whole state.
///
/// A slow browser misses intermediate states, but never the latest.
struct ConsoleEvents: Sendable {
    /// The maximum number of open pages.
    static let observerCountMax = 64
    /// The time without a change after which the state is sent again, so that both sides notice a
    /// dead connection. The page considers the server frozen after 12 seconds without an event.
    static let heartbeat = Duration.seconds(5)

    let backend: ConsoleBackend
    private let slots = ConsoleSlots(count: observerCountMax)

    init(backend: ConsoleBackend) { self.backend = backend }

    func response(to request: Request, phone: String?) throws -> Response {
        guard let slot = slots.take() else {
            return try ConsoleRoutes.json(
                ["detail": "\(Self.observerCountMax) pages are open already; close one"],
                status: .tooManyRequests)
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: .init { writer in
                defer { slot.leave() }
                try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
                let (ticks, end) = ticks()
                // This detects a closed page immediately rather than when the next state is
                // written.
                try await request.body.consumeWithInboundCloseHandler { _ in
                    for await _ in ticks.cancelOnGracefulShutdown() {
                        let state = try await ConsoleState(backend, phone: phone)
                        var buffer = ByteBuffer(string: "event: state\ndata: ")
                        buffer.writeBytes(try APIJSON.encode(state))
                        buffer.writeString("\n\n")
                        try await writer.write(buffer)
                    }
                } onInboundClosed: {
                    end()
                }
                try await writer.finish(nil)
            })
    }

    /// Returns a stream that yields immediately, after every change, and at least every
    /// ``heartbeat``, and a function that ends the stream.
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
