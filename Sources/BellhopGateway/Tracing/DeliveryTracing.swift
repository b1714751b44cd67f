// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import Tracing

/// Records a span for each attempt to deliver a single message: from the claim until the outcome is
/// stored. The span of the APNs client is its child.
struct DeliveryTracing: Sendable {
    /// The name of the spans.
    static let name = "delivery attempt"
    /// The outcome of an attempt that the gateway did not finish before it stopped.
    private static let unfinished = "unfinished"

    private let tracer: any Tracer

    /// Returns `nil` if the process has no tracer.
    init?() {
        guard let tracer = ProcessTracer.current() else { return nil }
        self.tracer = tracer
    }

    /// Records a span from the beginning to the end of a body.
    ///
    /// - Parameter body: returns the decision about the delivery; `nil` if there was none.
    func span(
        of delivery: ClaimedDelivery, _ body: () async -> DeliveryDecision?
    ) async {
        await tracer.withSpan(Self.name) { span in
            let decision = await body()
            guard span.isRecording else { return }
            span.updateAttributes { attributes in
                attributes[TraceAttribute.app] = delivery.bundleID
                attributes[TraceAttribute.lane] = delivery.lane.lane.rawValue
                attributes[TraceAttribute.environment] =
                    delivery.lane.destination.environment.rawValue
                attributes[TraceAttribute.delivery] = delivery.id.text
                attributes[TraceAttribute.attempt] = delivery.attempt
                let (outcome, reason) = Self.outcome(decision)
                attributes[TraceAttribute.outcome] = outcome
                if let reason { attributes[TraceAttribute.reason] = MetricReason.label(reason) }
            }
            if let decision, !decision.isSuccess { span.setStatus(SpanStatus(code: .error)) }
        }
    }

    private static func outcome(
        _ decision: DeliveryDecision?
    ) -> (name: String, reason: String?) {
        switch decision?.step {
        case .finish(let state, let reason, _): (state.rawValue, reason)
        // The delivery is in the queue again.
        case .retry(_, let reason, _): (DeliveryState.queued.rawValue, reason)
        case nil: (unfinished, nil)
        }
    }
}

extension DeliveryDecision {
    /// Whether APNs accepted the notification.
    fileprivate var isSuccess: Bool {
        if case .finish(.accepted, _, _) = step { true } else { false }
    }
}
