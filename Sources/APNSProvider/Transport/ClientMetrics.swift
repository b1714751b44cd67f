// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Metrics

/// The metrics of a client, reported through swift-metrics; nothing is counted unless the process
/// has installed a metrics system.
///
/// | name | kind | dimensions |
/// |---|---|---|
/// | `apns_client_requests` | counter | `outcome`: accepted, rejected, unknown |
/// | `apns_client_rejections` | counter | `reason` |
/// | `apns_client_unknowns` | counter | `code`, see ``UnknownOutcome/Code`` |
/// | `apns_client_duration` | timer | |
struct ClientMetrics {
    private final class Instruments: Sendable {
        let accepted: Counter
        let rejected: Counter
        let unknown: Counter
        let duration: Metrics.Timer
        let dimensions: [(String, String)]

        init(dimensions: [(String, String)]) {
            func counter(_ outcome: String) -> Counter {
                Counter(
                    label: "apns_client_requests", dimensions: dimensions + [("outcome", outcome)])
            }
            accepted = counter("accepted")
            rejected = counter("rejected")
            unknown = counter("unknown")
            duration = Metrics.Timer(label: "apns_client_duration", dimensions: dimensions)
            self.dimensions = dimensions
        }
    }

    private let instruments: Instruments?

    init(_ configuration: APNSClient.Configuration) {
        instruments =
            MetricsSystem.factory is NOOPMetricsHandler
            ? nil : Instruments(dimensions: [("endpoint", configuration.endpoint.address)])
    }

    /// Records the outcome of one request, before its caller continues, because the caller may read
    /// the metrics.
    func record(_ outcome: borrowing EngineOutcome, nanoseconds: Int64) {
        guard let instruments else { return }
        switch outcome.kind {
        case .accepted: instruments.accepted.increment()
        case .rejected(let reason):
            instruments.rejected.increment()
            // A server can send any number of different unknown reasons, each of which would create
            // a counter.
            let name = reason.row == nil ? "other" : reason.rawValue
            Counter(
                label: "apns_client_rejections",
                dimensions: instruments.dimensions + [("reason", name)]
            ).increment()
        case .unknown(let code):
            instruments.unknown.increment()
            Counter(
                label: "apns_client_unknowns",
                dimensions: instruments.dimensions + [("code", code.rawValue)]
            ).increment()
        case .closed: return
        }
        instruments.duration.recordNanoseconds(nanoseconds)
    }
}

extension EngineOutcome {
    fileprivate enum Kind {
        case accepted, closed
        case rejected(RejectionReason)
        case unknown(UnknownOutcome.Code)
    }

    fileprivate var kind: Kind {
        switch self {
        // The status is 201 for a created channel and 204 for a deleted one.
        case .response(let response) where (200..<300).contains(response.status): .accepted
        case .response(let response):
            if let reason = RejectionBody(response.body)?.reason {
                .rejected(reason)
            } else if response.apnsID != nil || response.requestID != nil {
                .rejected(Rejection.reason(forStatus: response.status))
            } else {
                .unknown(.notFromAPNs)
            }
        case .unknown(let unknown): .unknown(unknown.code)
        case .closed: .closed
        }
    }
}
