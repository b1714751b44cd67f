// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Metrics
import MetricsTestKit
import NIOHTTP2
import Testing

@testable import APNSProvider

/// The metrics system of this test process. A process has only one, which cannot be replaced, so
/// the tests distinguish their clients by the port in the dimensions.
private enum ProcessMetrics {
    static let metrics: TestMetrics = {
        let metrics = TestMetrics()
        MetricsSystem.bootstrap(metrics)
        return metrics
    }()
}

/// What a client counts.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct MetricsTests {
    private let metrics = ProcessMetrics.metrics

    private func count(_ outcome: String, _ server: ScriptedServer) throws -> Int64 {
        try metrics.expectCounter(
            "apns_client_requests",
            [("endpoint", "127.0.0.1:\(server.port)"), ("outcome", outcome)]
        ).totalValue
    }

    private func rejections(_ reason: String, _ server: ScriptedServer) throws -> [Int64] {
        try metrics.expectCounter(
            "apns_client_rejections",
            [("endpoint", "127.0.0.1:\(server.port)"), ("reason", reason)]
        ).values
    }

    @Test func `outcomes, reasons and durations are counted, each request once`() async throws {
        let server = try await ScriptedServer { request in
            switch request.header(":path")?.suffix(2) {
            case "02": [.reject(request, 410, "Unregistered")]
            case "03": [.reject(request, 400, "MadeUpToday\(request.stream)")]
            case "04": [.reset(stream: request.stream, .internalError)]
            case "05" where request.stream < 13: [.reset(stream: request.stream, .refusedStream)]
            default: [.accept(request)]
            }
        }
        let client = try Fixtures.client(of: server)
        for device: UInt8 in [1, 1, 2, 3, 4, 5, 1] {
            _ = try await client.send(Fixtures.request(device))
        }
        var long = try Fixtures.request()
        long.body = [UInt8](repeating: 0x20, count: 9000)
        let tooLong = long
        await #expect(throws: PushRequestError.self) { try await client.send(tooLong) }
        await client.shutdown()
        await #expect(throws: APNSClientError.closed) { try await client.send(Fixtures.request()) }

        #expect(try count("accepted", server) == 4)
        #expect(try count("rejected", server) == 2)
        #expect(try count("unknown", server) == 1)
        #expect(try rejections("Unregistered", server) == [1])
        #expect(
            try rejections("other", server) == [1], "unknown reasons have no counters of their own")
        let dimensions = [("endpoint", "127.0.0.1:\(server.port)")]
        let durations = try metrics.expectTimer("apns_client_duration", dimensions).values
        #expect(durations.count == 7)
    }

    @Test func `the requests of a bulk send are counted like single requests`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server)
        let request = try Fixtures.request()
        let pushes = (0..<300).lazy.map { IdentifiedPush(id: $0, request: request) }
        for try await _ in client.send(contentsOf: pushes, inFlightMax: 50) {}
        await client.shutdown()
        #expect(try count("accepted", server) == 300)
        let dimensions = [("endpoint", "127.0.0.1:\(server.port)")]
        #expect(try metrics.expectTimer("apns_client_duration", dimensions).values.count == 300)
    }

    @Test func `no dimension contains a token or a text`() async throws {
        let server = try await ScriptedServer { [.reject($0, 400, "BadDeviceToken")] }
        let client = try Fixtures.client(of: server)
        let request = try Fixtures.request()
        _ = try await client.send(request)
        await client.shutdown()
        let counters = metrics.counters.filter { $0.label.hasPrefix("apns_client") }
        #expect(!counters.isEmpty)
        for counter in counters {
            let text = counter.dimensions.map { "\($0.0)=\($0.1)" }.joined()
            for secret in [request.deviceToken.hex, "bearer", "Dinner"] {
                #expect(!text.contains(secret))
            }
        }
    }
}
