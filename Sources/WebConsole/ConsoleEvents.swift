// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Synchronization

/// The live link of the page: server-sent events (HTML Standard section 9.2), each the whole state.
///
/// A slow browser misses states in between, never the newest.
struct ConsoleEvents: Sendable {
    /// How many pages may be open at a time.
    static let observerCountMax = 64
    /// After this long without a change the state is sent again, so that a dead connection is
    /// noticed at both ends. The page takes 12 seconds of silence for a server that is frozen.
    static let heartbeat = Duration.seconds(5)

    private final class Observers: Sendable {
        let count = Mutex(0)
    }

    let backend: ConsoleBackend
    private let observers = Observers()

    init(backend: ConsoleBackend) { self.backend = backend }

    func response(phone: String?) throws -> Response {
        let isAdmitted = observers.count.withLock { count in
            guard count < Self.observerCountMax else { return false }
            count += 1
            return true
        }
        guard isAdmitted else {
            return try ConsoleRoutes.json(
                ["detail": "\(Self.observerCountMax) pages are open already; close one"],
                status: .tooManyRequests)
        }
        let observers = observers
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: .init { writer in
                defer { observers.count.withLock { $0 -= 1 } }
                try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
                for await _ in ticks().cancelOnGracefulShutdown() {
                    let json = try ControlJSON.encode(try await ConsoleState(backend, phone: phone))
                    var buffer = ByteBuffer(string: "event: state\ndata: ")
                    buffer.writeBytes(json)
                    buffer.writeString("\n\n")
                    try await writer.write(buffer)
                }
                try await writer.finish(nil)
            })
    }

    /// Yields at once, after every change, and at least once a ``heartbeat``.
    private func ticks() -> AsyncStream<Void> {
        let backend = backend
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
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
        }
    }
}
