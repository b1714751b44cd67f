// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import NIOHTTP2
import Testing
import Tracing

@testable import APNSProvider

/// The span of each send.
@Suite(.timeLimit(.minutes(30)))
struct TracingTests {
    private let tracer = RecordingTracer()

    private var spans: [RecordingSpan] { tracer.spans.values }

    /// Makes a client with the tracer of this test. A tracer of the whole process would also record
    /// the spans of other tests.
    private func client(of server: ScriptedServer) throws -> APNSClient {
        try withTracer(tracer) { try Fixtures.client(of: server) }
    }

    @Test(
        arguments: [
            (1, "accepted", nil, nil), (2, "rejected", 410, "Unregistered"),
            (3, "unknown", nil, nil),
        ] as [(UInt8, String, Int64?, String?)])
    func `a send is a span with its outcome`(
        device: UInt8, outcome: String, status: Int64?, reason: String?
    ) async throws {
        let server = try await ScriptedServer { request in
            switch request.header(":path")?.suffix(2) {
            case "02": [.reject(request, 410, "Unregistered")]
            case "03": [.reset(stream: request.stream, .internalError)]
            default: [.accept(request)]
            }
        }
        let client = try client(of: server)
        let request = try Fixtures.request(device)
        _ = try await client.send(request)
        await client.shutdown()
        let span = try #require(spans.first)
        #expect(spans.count == 1)
        #expect(span.operationName == "APNs send")
        #expect(span.kind == .client)
        #expect(span.attributes.get("server.address") == .string("127.0.0.1"))
        #expect(span.attributes.get("server.port") == .int64(Int64(server.port)))
        #expect(span.attributes.get("apns.push_type") == .string("alert"))
        #expect(span.attributes.get("apns.topic") == .string("com.example.app"))
        #expect(span.attributes.get("apns.outcome") == .string(outcome))
        #expect(span.attributes.get("http.response.status_code") == status.map { .int64($0) })
        #expect(span.attributes.get("apns.reason") == reason.map { .string($0) })
        #expect((span.status?.code == .error) == (outcome != "accepted"))
        var text = "\(span.status?.message ?? "")"
        // `SpanAttributes` is not a sequence.
        // swift-format-ignore: ReplaceForEachWithForLoop
        span.attributes.forEach { name, value in text += "\(name)=\(value);" }
        for secret in [request.deviceToken.hex, "bearer", "Dinner"] {
            #expect(!text.contains(secret))
        }
    }

    @Test func `a send after the shutdown is a span with an error`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try client(of: server)
        await client.shutdown()
        await #expect(throws: APNSClientError.closed) { try await client.send(Fixtures.request()) }
        #expect(spans.map(\.errorCount) == [1])
    }

    @Test func `a span has the service context of the caller`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try client(of: server)
        var context = ServiceContext.topLevel
        context[NameKey.self] = "the caller's"
        try await ServiceContext.withValue(context) {
            _ = try await client.send(Fixtures.request())
        }
        await client.shutdown()
        #expect(spans.map { $0.context[NameKey.self] } == ["the caller's"])
    }

    private enum NameKey: ServiceContextKey {
        typealias Value = String
    }
}
