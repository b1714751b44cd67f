// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Tracing

/// A span for each send, through swift-distributed-tracing: kind client, name `APNs send`.
///
/// Attributes: `server.address`, `server.port`, `apns.push_type`, `apns.topic`, `apns.outcome`
/// (accepted, rejected, unknown), for a rejection also `http.response.status_code` and
/// `apns.reason`, and for an unknown outcome also `error.type`, see ``UnknownOutcome/Code``. A span
/// never contains a device token or the text of a message.
struct SendTracing: Sendable {
    let tracer: any Tracer
    let endpoint: Endpoint

    /// Makes a value for the current tracer; `nil` when the process has none, so that sending has
    /// no additional cost.
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
