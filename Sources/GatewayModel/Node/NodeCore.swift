// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DequeModule
package import Simulation

/// The decisions of one node: which units and deliveries it claims, when it sends notifications,
/// when it stores outcomes, and how it reacts to failures of the store, the provider or the
/// machine.
///
/// The input consists of events and the uptime, and the output consists of actions; the type uses
/// no clock, lock or I/O. A node has these responsibilities:
/// - It leases units and deliveries, reads pages ahead, and decides for each recipient whether and
///   when to send.
/// - It sends within the limits of lanes, apps, credentials and channels, in fair turns.
/// - It stores outcomes in groups, one group at a time. A checkpoint is stored in the same
///   transaction as the outcomes before it. If a group fails, the node repeats it unchanged until
///   it is stored, and sends nothing until then.
/// - It stops using a lease before the lease ends, by its own uptime, and releases all its leases
///   when it is drained.
///
/// The node ignores events that arrive too late, and events about units, deliveries or attempts
/// that no longer exist.
package struct NodeCore: Sendable {
    let settings: NodeSettings
    var random: SeededGenerator
    var clock = DatabaseClock()
    var now = Duration.zero

    // The node's work, and the state of its limits. Units and channels have a fixed order, so that
    // a run can be repeated.
    var units: [UnitRun] = []
    var campaigns: [Campaign.Number: CampaignRun] = [:]
    var channels: [ChannelRun] = []
    var attempts = AttemptTable()
    var sentRows = HeldWork<ClaimedRow.Lease, Duration>()
    var lanes: LaneRoom
    var laneShares = FairShares<Lane>()
    var appShares: [FairShares<Int64>]
    var turns = 0
    var laneRates: [RateLimit?]
    var appRates: [Int64: RateLimit] = [:]
    var credentialRates: [Int64: RateLimit] = [:]
    var campaignRates: [Campaign.Number: CampaignRate] = [:]
    var deadEndpoints = RecentEndpoints()

    // Whether the store works, and the state of the requests to the store.
    var health: StoreHealth
    var requests: [StoreTicket: PendingRequest] = [:]
    var lastTicket: StoreTicket = 0
    var isStarted = false
    var isClaiming = false
    /// Whether the node was woken while a claim was in flight. The claim may then have missed new
    /// work.
    var wasWokenWhileClaiming = false
    var isRenewing = false
    var nextClaim = Duration.zero
    var nextRenewal = Duration.zero
    var nextStatus = Duration.zero
    /// The group that is now being stored; `nil` if there is none.
    var group: GroupInFlight?
    var rowRecords: [PendingRow] = []
    var oldestOutcome: Duration?
    /// The number of outcomes that will be stored with the next group.
    var pendingCount = 0

    var drainEnd: Duration?
    var hasEnded = false
    var actions: [NodeAction] = []
    var wakeups: [Duration] = []

    package init(_ settings: NodeSettings, random: SeededGenerator) {
        self.settings = settings
        self.random = random
        lanes = LaneRoom(inFlightMax: settings.inFlightMax)
        appShares = Lane.allCases.map { _ in FairShares<Int64>() }
        laneRates = Lane.allCases.map { lane in
            (settings.laneRates[lane] ?? lane.traits.ratePerSecondMax).map(
                RateLimit.init(perSecond:))
        }
        health = StoreHealth(settings)
    }

    /// The uptime at which ``NodeEvent/tick`` is due; `nil` if only another event can change
    /// anything.
    package private(set) var nextDue: Duration?

    /// The number of notifications that were sent and whose outcome is not yet durable.
    package var unsettledCount: Int {
        attempts.count + pendingCount + (group?.outcomeCount ?? 0)
    }

    /// The number of installations that the node has read and that have no durable outcome yet,
    /// plus the number of claimed deliveries that wait to be sent.
    package var heldCount: Int {
        units.reduce(0) { $0 + $1.windowCount } + channels.reduce(0) { $0 + $1.rows.count }
    }

    /// The state of the node's units, in one line for each unit, for people.
    package var unitLines: [String] { units.map(\.line) }

    /// Whether the store is failing, for the gateway's health status.
    package var isStoreFailing: Bool { health.isFailing }

    /// Whether the node is completing its work before the process ends.
    package var isDraining: Bool { drainEnd != nil }

    /// Processes an event, and returns the actions that follow from it.
    package mutating func handle(_ event: NodeEvent, at uptime: Duration) -> [NodeAction] {
        now = max(now, uptime)
        guard !hasEnded else { return [] }
        switch event {
        case .start: request(.start(settings.node), .start)
        case .tick: break
        case .stored(let ticket, let response): stored(ticket, response)
        case .storeFailed(let ticket, let cause): storeFailed(ticket, cause: cause)
        case .outcomes(let outcomes):
            for (tag, outcome) in outcomes { ended(tag, outcome) }
        case .wake:
            nextClaim = min(nextClaim, now)
            wasWokenWhileClaiming = isClaiming
        case .credentialReplaced(let credential): credentialReplaced(credential)
        case .drain: drain()
        }
        work()
        return take()
    }

    private mutating func take() -> [NodeAction] {
        defer { actions.removeAll() }
        return actions
    }

    /// Performs every step that is possible now.
    private mutating func work() {
        wakeups.removeAll(keepingCapacity: true)
        guard isStarted else {
            if requests.isEmpty, !hasEnded { retryStart() }
            nextDue = wakeups.min()
            return
        }
        judge()
        closeUnits()
        storeGroup()
        sendTurns()
        readPages()
        renew()
        claim()
        endDrain()
        nextDue = hasEnded ? nil : wakeups.min()
    }

    /// Makes sure that ``nextDue`` is not later than the given time. Every step that is possible
    /// now has been performed, so the next tick is at least a millisecond later.
    mutating func wake(at uptime: Duration) {
        wakeups.append(max(uptime, now + .milliseconds(1)))
    }

    private mutating func retryStart() {
        guard health.mayTry(at: now) else { return wake(at: health.nextTry) }
        request(.start(settings.node), .start)
    }

    private mutating func credentialReplaced(_ credential: Int64) {
        for index in channels.indices where channels[index].channel.credential == credential {
            if channels[index].credentialReplaced() != nil {
                actions.append(.report(.channelWorks(channels[index].channel)))
            }
        }
    }

    /// Returns the index of a channel, and adds the channel if it is new. The number of channels is
    /// limited by the credentials, routes and lanes in use.
    mutating func index(of channel: Channel) -> Int {
        if let index = channels.firstIndex(where: { $0.channel == channel }) { return index }
        channels.append(ChannelRun(channel, settings))
        return channels.count - 1
    }

    // MARK: Ending

    private mutating func drain() {
        guard drainEnd == nil else { return }
        drainEnd = now + settings.drainMax
        for index in units.indices { units[index].close() }
        // Claimed deliveries that were not sent become due immediately for other nodes.
        for index in channels.indices {
            for ready in channels[index].rows where ready.leaseEnd > now {
                giveBack(ready.row, after: .zero)
            }
            channels[index].rows.removeAll()
        }
    }

    private mutating func endDrain() {
        guard let drainEnd else { return }
        let isIdle =
            (attempts.count == 0 || Bug.is(.drainForgetsInFlight)) && pendingCount == 0
            && rowRecords.isEmpty && group == nil && units.isEmpty && requests.isEmpty
        guard isIdle || now >= drainEnd else { return wake(at: drainEnd) }
        if !isIdle { actions.append(.report(.drainIncomplete(unsettledCount))) }
        actions.append(.end)
        hasEnded = true
    }
}

/// Endpoints that were found to be dead in the last one or two minutes; their number is limited.
struct RecentEndpoints: Sendable {
    static let span = Duration.seconds(60)
    /// The maximum number of endpoints that are added before older ones are forgotten.
    static let countMax = 100_000

    /// For each endpoint, the uptime at which its verdict became durable.
    private var current: [Int64: Duration] = [:]
    private var previous: [Int64: Duration] = [:]
    private var changedAt = Duration.zero

    /// Returns whether an endpoint was found to be dead at or after the time at which it was read.
    func contains(_ endpoint: Int64, since readAt: Duration) -> Bool {
        if current.isEmpty, previous.isEmpty { return false }
        guard let time = current[endpoint] ?? previous[endpoint] else { return false }
        return time >= readAt
    }

    mutating func add(_ endpoint: Int64, at uptime: Duration) {
        if uptime - changedAt > Self.span || current.count >= Self.countMax {
            previous = current
            current = [:]
            changedAt = uptime
        }
        current[endpoint] = uptime
    }
}
