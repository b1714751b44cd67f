// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel
import Synchronization

/// Requests to APNs that were started together. A batch gathers their outcomes, so that a request
/// needs one short lock and no access to the registry.
final class SendingBatch: Sendable {
    /// The part of an outcome by which requests are counted.
    struct Kind: Hashable, Sendable {
        let outcome: String
        let reason: String

        init(_ outcome: TransportOutcome) {
            switch outcome {
            case .accepted: (self.outcome, reason) = ("accepted", "")
            case .rejected(_, _, let reason): (self.outcome, self.reason) = ("rejected", reason)
            case .unknown(let reason, _): (self.outcome, self.reason) = ("unknown", reason)
            case .impossible(let reason): (self.outcome, self.reason) = ("not_sent", reason)
            }
        }
    }

    /// The gathered outcomes of a batch.
    struct Tally: Sendable {
        var open: Int
        var counts: [Kind: Int] = [:]
        var accepted = 0
        var durations = Histogram()
    }

    let lane: Lane
    /// The environment of APNs, or another transport, as the metrics show it.
    let environment: String
    private let time: TimeSource
    private let start: Duration
    private let state: Mutex<Tally>

    init(lane: Lane, environment: String, count: Int, time: TimeSource) {
        self.lane = lane
        self.environment = environment
        self.time = time
        start = time.uptime
        state = Mutex(Tally(open: count))
    }

    /// Counts a request of the batch that has ended.
    func ended(_ outcome: TransportOutcome) {
        let seconds = (time.uptime - start).inSeconds
        state.withLock { tally in
            tally.open -= 1
            tally.durations.add(seconds)
            if case .accepted = outcome {
                tally.accepted += 1
            } else {
                tally.counts[Kind(outcome), default: 0] += 1
            }
        }
    }

    var tally: Tally { state.withLock { $0 } }
}
