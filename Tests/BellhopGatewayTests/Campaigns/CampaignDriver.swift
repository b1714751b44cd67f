// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel
import Simulation

@testable import BellhopGateway

/// Runs nodes on a database in virtual time, with a provider that accepts everything at once,
/// unless a test sets other outcomes.
struct CampaignDriver {
    /// A notification that was sent.
    struct Sent: Hashable {
        let campaign: Campaign.Number
        let installation: Int64
        let variant: UInt8
        /// When it was sent, in milliseconds since 1970.
        let at: Int64
        let apnsID: APNSID
    }

    private let store: SQLCampaignStore
    private let clock: VirtualClock
    private var cores: [NodeCore]
    private var queues: [[NodeEvent]]
    private(set) var sent: [Sent] = []
    /// The outcome of an attempt; `nil` if it has none until ``respond(_:)`` is called.
    var outcome: (Attempt) -> TransportOutcome? = { _ in .accepted }
    /// For each node, the attempts that have no outcome yet.
    private var open: [[AttemptTag]]

    init(
        _ store: SQLCampaignStore, _ clock: VirtualClock, nodeCount: Int = 1,
        name: String = "node", seed: UInt64 = 1,
        _ change: (inout NodeSettings) -> Void = { _ in }
    ) {
        self.store = store
        self.clock = clock
        cores = (0..<nodeCount).map { index in
            var settings = NodeSettings(node: NodeName("\(name) \(index)", boot: UInt64(index + 1)))
            // Idle nodes need not poll, because each response says when work is due next.
            settings.pollInterval = .seconds(600)
            change(&settings)
            return NodeCore(settings, random: SeededGenerator(seed: seed + UInt64(index)))
        }
        queues = cores.map { _ in [.start] }
        open = cores.map { _ in [] }
    }

    /// Gives an outcome to all attempts that have none yet.
    mutating func respond(_ outcome: TransportOutcome) {
        for index in cores.indices {
            queues[index].append(.outcomes(open[index].map { ($0, outcome) }))
            open[index] = []
        }
    }

    /// Lets the nodes work in turn until none of them has anything to do, then moves the clock to
    /// the next due time, and repeats this until the time span is over.
    mutating func run(for span: Duration) async throws {
        let end = clock.timeSource.uptime + span
        while true {
            var hasWorked = false
            for index in cores.indices where !queues[index].isEmpty {
                hasWorked = true
                let event = queues[index].removeFirst()
                try await handle(event, by: index)
            }
            if hasWorked { continue }
            let now = clock.timeSource.uptime
            guard let due = cores.compactMap(\.nextDue).min(), due <= end else { break }
            if due > now { clock.advance(by: due - now) }
            for index in cores.indices where cores[index].nextDue.map({ $0 <= due }) ?? false {
                queues[index].append(.tick)
            }
        }
        let now = clock.timeSource.uptime
        if end > now { clock.advance(by: end - now) }
    }

    private mutating func handle(_ event: NodeEvent, by index: Int) async throws {
        for action in cores[index].handle(event, at: clock.timeSource.uptime) {
            switch action {
            case .store(let ticket, let request):
                queues[index].append(.stored(ticket, try await store.perform(request)))
            case .send(_, let attempts):
                let now = clock.now.storedMilliseconds
                sent += attempts.map {
                    Sent(
                        campaign: $0.campaign, installation: $0.recipient.installation,
                        variant: $0.variant, at: now, apnsID: $0.apnsID)
                }
                var outcomes: [(AttemptTag, TransportOutcome)] = []
                for attempt in attempts {
                    if let outcome = outcome(attempt) {
                        outcomes.append((attempt.tag, outcome))
                    } else {
                        open[index].append(attempt.tag)
                    }
                }
                if !outcomes.isEmpty { queues[index].append(.outcomes(outcomes)) }
            case .report, .end: break
            }
        }
    }
}
