// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Simulation

/// The response of `GET /v1/requests/stream`. It consists of server-sent events (HTML Standard
/// section 9.2), one for each matching request. The identifier of an event is the number of its
/// request.
///
/// A client that reads slowly misses a request only if the log drops the request before the client
/// has read it.
struct RequestStream: Sendable {
    /// The maximum number of open streams. Any further stream is rejected.
    static let observerCountMax = 64
    /// The time without a request after which the server sends a comment, so that both sides notice
    /// a broken connection.
    static let heartbeat = Duration.seconds(10)
    /// The maximum number of requests that are read from the log at a time.
    static let pageMax = 100

    private let control: any SimulatorControl
    private let slots = ObserverSlots(count: observerCountMax)

    init(_ control: any SimulatorControl) { self.control = control }

    /// - Parameter countMax: the number of events after which the stream ends; `nil` if the stream
    ///   has no such limit.
    func response(
        to request: Request, _ query: RequestQuery, countMax: Int?
    ) throws -> Response {
        guard let slot = slots.take() else {
            throw ControlProblem(
                .tooMany,
                "\(Self.observerCountMax) streams are already open, which is the limit; close one")
        }
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: .init { writer in
                defer { slot.leave() }
                let end = ChangeSignal()
                var query = query
                query.limit = Self.pageMax
                query.wait = Self.heartbeat
                var left = countMax ?? .max
                try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
                // This handler detects a closed connection immediately; without it, only the next
                // event would detect the closed connection.
                try await withGracefulShutdownHandler {
                    try await request.body.consumeWithInboundCloseHandler { _ in
                        while left > 0, let page = await self.page(query, until: end) {
                            let requests = page.requests.prefix(left)
                            try await writer.write(Self.events(requests))
                            left -= requests.count
                            query.after = page.next
                        }
                    } onInboundClosed: {
                        end.signal()
                    }
                } onGracefulShutdown: {
                    end.signal()
                }
                try await writer.finish(nil)
            })
    }

    /// Waits for requests. Returns `nil` after the signal or an error.
    private func page(_ query: RequestQuery, until end: ChangeSignal) async -> RequestPage? {
        await withTaskGroup(of: RequestPage?.self) { group in
            group.addTask {
                for await count in end.stream() where count > 0 { break }
                return nil
            }
            group.addTask { try? await control.requests(query) }
            let first = await group.next() ?? nil
            group.cancelAll()
            return end.count > 0 ? nil : first
        }
    }

    private static func events(_ requests: ArraySlice<RequestReport>) throws -> ByteBuffer {
        guard !requests.isEmpty else { return ByteBuffer(string: ":\n\n") }
        var buffer = ByteBuffer()
        for request in requests {
            buffer.writeString("id: \(request.sequence)\nevent: request\ndata: ")
            buffer.writeBytes(try APIJSON.encode(request))
            buffer.writeString("\n\n")
        }
        return buffer
    }
}
