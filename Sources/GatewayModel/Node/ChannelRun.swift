// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DequeModule

/// The state of one channel in a node: the waiting deliveries, the limits and the circuit breaker.
struct ChannelRun: Sendable {
    /// A delivery that waits to be sent.
    struct ReadyRow: Sendable {
        let row: ClaimedRow
        /// The uptime at which the lease ends. From then on, the node must not use the delivery.
        let leaseEnd: Duration
        /// The uptime at which the delivery was claimed.
        let readAt: Duration
    }

    let channel: Channel
    var inFlightCount = 0
    /// The claimed deliveries; at most as many as one claim returns.
    var rows = Deque<ReadyRow>()
    private var limit: AdaptiveLimit
    private var breaker: Breaker

    init(_ channel: Channel, _ settings: NodeSettings) {
        self.channel = channel
        limit = AdaptiveLimit(settings.limit)
        breaker = Breaker(settings.breaker)
    }

    /// Returns the number of requests that may be started.
    func room(at uptime: Duration) -> Int {
        let free = max(0, limit.limit - inFlightCount)
        return breaker.room(at: uptime).map { min(free, $0) } ?? free
    }

    /// Returns whether the circuit breaker prevents all sending.
    func isBlocked(at uptime: Duration) -> Bool { breaker.room(at: uptime) == 0 }

    var nextTry: Duration? { breaker.nextDue }

    mutating func started(_ count: Int, at uptime: Duration) {
        inFlightCount += count
        breaker.started(count, at: uptime)
    }

    /// Adapts the limits to the outcome of a request that was started at `sentAt`.
    mutating func ended(
        _ outcome: TransportOutcome, sentAt: Duration, at uptime: Duration
    ) -> Breaker.Change? {
        limit.ended(
            outcome.limitSign, latency: uptime - sentAt, inFlight: inFlightCount, at: uptime)
        inFlightCount -= 1
        return breaker.ended(outcome.breakerSign, at: uptime)
    }

    mutating func credentialReplaced() -> Breaker.Change? { breaker.reset() }
}

extension TransportOutcome {
    /// What the outcome shows about the load on the destination.
    fileprivate var limitSign: AdaptiveLimit.Sign {
        switch self {
        case .accepted: .good
        case .rejected(let failure, _, _):
            switch failure {
            case .provider, .deviceBusy, .credentialBusy, .lost: .overloaded
            case .endpoint, .request: .good
            case .connection, .credentialRefused, .notSent: .neutral
            }
        case .unknown(_, let mayHaveBeenProcessed): mayHaveBeenProcessed ? .overloaded : .neutral
        case .impossible: .neutral
        }
    }

    /// What the outcome shows about the state of the destination and of the credential.
    fileprivate var breakerSign: Breaker.Sign {
        switch self {
        case .accepted: .works
        case .rejected(let failure, _, let reason):
            switch failure {
            case .endpoint, .request, .deviceBusy: .works
            case .credentialRefused: .credentialRefused(reason)
            case .provider, .lost, .notSent: .failing(reason)
            case .connection, .credentialBusy: .neutral
            }
        case .unknown(let reason, _): .failing(reason)
        case .impossible: .neutral
        }
    }
}
