// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Tracing

/// Records a span for each send with swift-distributed-tracing. The span's kind is client, and its
/// name is `APNs send`.
///
/// The attributes are `server.address`, `server.port`, `apns.push_type`, `apns.topic` and
/// `apns.outcome` (accepted, rejected, unknown). A rejection also has `http.response.status_code`
/// and `apns.reason`; an unknown outcome also has `error.type`, see ``UnknownOutcome/Code``. A span
/// never contains a device token or the text of a message.
struct SendTracing: Sendable {
    let tracer: any Tracer
    let endpoint: Endpoint

    /// Makes a value for the current tracer. Returns `nil` when the process has no tracer, so that
    /// sending has no additional cost.
    init?(endpoint: Endpoint) {
        let tracer = InstrumentationSystem.tracer
        guard !(tracer is NoOpTracer) else { return nil }
        self.tracer = tracer
        self.endpoint = endpoint
    }

    func send(
        _ request: PushRequest, _ body: () async throws -> PushOutcome
    ) async throws -> PushOutcome {
        try await tracer.withSpan("APNs send", ofKind: .client) { span in
            // Most traces are not recorded, and their spans need no attributes.
            guard span.isRecording else { return try await body() }
            span.attributes["server.address"] = endpoint.host
            span.attributes["server.port"] = endpoint.port
            span.attributes["apns.push_type"] = request.pushType.rawValue
            span.attributes["apns.topic"] = request.topic.text
            let outcome = try await body()
            switch outcome {
            case .accepted: span.attributes["apns.outcome"] = "accepted"
            case .rejected(let rejection):
                span.attributes["apns.outcome"] = "rejected"
                span.attributes["http.response.status_code"] = rejection.status
                span.attributes["apns.reason"] = rejection.reason.rawValue
                span.setStatus(SpanStatus(code: .error, message: rejection.reason.rawValue))
            case .unknown(let unknown):
                span.recordUnknown(unknown)
            }
            return outcome
        }
    }
}

extension Span {
    func recordUnknown(_ unknown: UnknownOutcome) {
        attributes["apns.outcome"] = "unknown"
        attributes["error.type"] = unknown.code.rawValue
        if let status = unknown.status { attributes["http.response.status_code"] = status }
        setStatus(SpanStatus(code: .error, message: unknown.cause))
    }
}
