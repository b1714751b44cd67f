// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import GatewayAPI
import GatewayEngine
import GatewayModel
import GatewayTracing
import HTTPTypes
import Simulation
import Testing
import Tracing

@testable import BellhopGateway

/// The spans of deliveries and of campaigns.
@Suite(.timeLimit(.minutes(30))) struct SendingTracingTests {
    private typealias Row = (outcome: PushOutcome, state: String, reason: String?)

    private static let rows: [Row] = [
        (.accepted(Acceptance()), "accepted", nil),
        (
            .rejected(Rejection(status: 400, reason: .badDeviceToken)), "rejected", "BadDeviceToken"
        ),
        (
            .rejected(Rejection(status: 503, reason: .serviceUnavailable)), "queued",
            "ServiceUnavailable"
        ),
    ]

    @Test(arguments: rows.indices)
    func `an attempt to deliver is a span with its outcome`(index: Int) async throws {
        let (outcome, state, reason) = Self.rows[index]
        let traces = try TraceScene()
        try await traces.run {
            let scene = try await GatewayScene(sender: RecordingSender(outcome))
            try await scene.register()
            let message = try await scene.post()
            try await scene.running {
                try await scene.until("the attempt has ended") { !traces.spans.isEmpty }
            }
            let span = try #require(traces.spans.first)
            #expect(span.name == "delivery attempt")
            #expect(span.kind == .internal)
            #expect(span.parent == nil, "a delivery is a trace of its own")
            var wanted = [
                "bellhop.app": GatewayScene.app, "bellhop.lane": "transactional",
                "bellhop.environment": "sandbox", "bellhop.attempt": "1", "bellhop.outcome": state,
                "bellhop.delivery": try #require(message.deliveries.first).id,
            ]
            wanted["bellhop.reason"] = reason
            #expect(span.values == wanted)
            #expect((span.status?.code == .error) == (state != "accepted"))
            for secret in ["alex", "Dinner", String(GatewayScene.tokenHex.prefix(12))] {
                #expect(!traces.text.contains(secret))
            }
        }
    }

    @Test func `the parent of the client's span is the span of the attempt`() async throws {
        let traces = try TraceScene()
        try await traces.run {
            let sender = SpanMakingSender()
            let scene = try await GatewayScene(pushing: sender)
            try await scene.register()
            try await scene.post()
            try await scene.running {
                try await scene.until("both have ended") { traces.spans.count == 2 }
            }
        }
        let attempt = try #require(traces.spans(named: "delivery attempt").first)
        let client = try #require(traces.spans(named: "client").first)
        #expect(client.parent == attempt.identity.spanID)
        #expect(client.identity.traceID == attempt.identity.traceID)
    }

    @Test func `a batch of a campaign is one span with the number of each outcome`() async throws {
        let traces = try TraceScene()
        let outcomes: [TransportOutcome] = [
            .accepted, .accepted, .rejected(.request, .unchanged, reason: "BadTopic"),
            .rejected(.request, .unchanged, reason: "BadMessageId"),
            .unknown(reason: "timeout", mayHaveBeenProcessed: true), .impossible(reason: "x"),
        ]
        let attempts = try outcomes.indices.map { try Self.attempt($0) }
        try await traces.run {
            let transport = MeteredTransport(
                ScriptedTransport(outcomes: outcomes), GatewayMetrics(time: .system)
            ) { $0 == 7 ? "com.example.app" : nil }
            let channel = Channel(credential: 7, environment: .production, lane: .bulk)
            await transport.send(attempts, to: channel) { _, _ in }
        }
        #expect(traces.spans.count == 1)
        let span = try #require(traces.spans.first)
        #expect(span.name == "campaign batch")
        #expect(
            span.values == [
                "bellhop.app": "com.example.app", "bellhop.lane": "bulk",
                "bellhop.environment": "production", "bellhop.notifications": "6",
                "bellhop.outcomes.accepted": "2", "bellhop.outcomes.rejected": "2",
                "bellhop.outcomes.unknown": "1", "bellhop.outcomes.not_sent": "1",
            ])
        #expect(span.status?.code == .error)
    }

    @Test func `without a tracer there are no spans`() {
        withTracer(NoOpTracer()) {
            #expect(DeliveryTracing() == nil)
            #expect(BatchTracing() == nil)
        }
    }

    @Test func `a gateway with traces reports the number of dropped spans as a metric`()
        async throws
    {
        try await HTTPScene.run { http in
            let name = "bellhop_trace_spans_dropped_total"
            let before = try await http.ask(.get, "/metrics").text
            #expect(!before.contains(name))
            http.scene.gateway.observe(droppedSpanCount: { 3 })
            let after = try await http.ask(.get, "/metrics").text
            #expect(after.contains("\(name) 3\n"))
        }
    }

    private static func attempt(_ index: Int) throws -> Attempt {
        var generator = SeededGenerator(seed: 1)
        let recipient = Recipient(
            installation: Int64(index), endpoint: 1, environment: .production,
            token: try DeviceToken(bytes: Array(repeating: 7, count: 32)))
        return Attempt(
            tag: AttemptTag(index: index, generation: 0), campaign: 1, recipient: recipient,
            variant: 0, apnsID: CampaignKey(using: &generator).apnsID(step: 0, endpoint: 1),
            number: 1)
    }
}

/// A sender that makes a span, as the APNs client does.
private struct SpanMakingSender: PushSending {
    func send(
        _ request: PushRequest, app: AppCredential, in lane: SendingLane
    ) async throws -> PushOutcome {
        let span = startSpan("client")
        defer { span.end() }
        return .accepted(Acceptance())
    }

    func shutdown() async {}
}

/// A transport that reports the given outcomes.
private struct ScriptedTransport: CampaignTransport {
    let outcomes: [TransportOutcome]

    func send(
        _ attempts: [Attempt], to channel: Channel,
        report: @escaping @Sendable (AttemptTag, TransportOutcome) -> Void
    ) async {
        for (attempt, outcome) in zip(attempts, outcomes) { report(attempt.tag, outcome) }
    }

    func shutdown() async {}
}
