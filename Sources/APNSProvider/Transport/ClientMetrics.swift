// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Metrics

/// What a client counts, through swift-metrics; nothing while no metrics system is installed.
///
/// | name | kind | dimensions |
/// |---|---|---|
/// | `apns_client_requests` | counter | `outcome`: accepted, rejected, unknown |
/// | `apns_client_rejections` | counter | `reason` |
/// | `apns_client_duration` | timer | |
struct ClientMetrics {
    private struct Instruments {
        let accepted: Counter
        let rejected: Counter
        let unknown: Counter
        let duration: Metrics.Timer
        let dimensions: [(String, String)]
    }

    private let instruments: Instruments?

    init(_ configuration: APNSClient.Configuration) {
        guard !(MetricsSystem.factory is NOOPMetricsHandler) else {
            instruments = nil
            return
        }
        let place = [("endpoint", configuration.endpoint.place)]
        func counter(_ outcome: String) -> Counter {
            Counter(label: "apns_client_requests", dimensions: place + [("outcome", outcome)])
        }
        instruments = Instruments(
            accepted: counter("accepted"), rejected: counter("rejected"),
            unknown: counter("unknown"),
            duration: Metrics.Timer(label: "apns_client_duration", dimensions: place),
            dimensions: place)
    }

    func record(_ completions: Batch<PushPool<Caller>.Completion>) {
        guard let instruments else { return }
        var acceptedCount = 0
        completions.forEach { completion in
            switch completion.outcome {
            // A channel that was created is a 201, one that was deleted a 204.
            case .answered(let answer) where (200..<300).contains(answer.status):
                acceptedCount += 1
            case .answered(let answer):
                instruments.rejected.increment()
                let reason =
                    RejectionBody(answer.body)?.reason ?? Rejection.reason(forStatus: answer.status)
                // Unknown words of a server would make endless rows.
                let word = reason.row == nil ? "other" : reason.rawValue
                Counter(
                    label: "apns_client_rejections",
                    dimensions: instruments.dimensions + [("reason", word)]
                ).increment()
            case .unknown: instruments.unknown.increment()
            case .closed: return
            }
            instruments.duration.recordNanoseconds(completion.duration.nanoseconds)
        }
        if acceptedCount > 0 { instruments.accepted.increment(by: acceptedCount) }
    }
}
