// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import Simulation

/// Nodes: their events, what they do, and how they fail.
extension GatewayWorld {
    mutating func deliver(_ event: NodeEvent, to index: Int, boot: UInt64) {
        guard nodes[index].boot == boot, nodes[index].core != nil else { return }
        if nodes[index].isAsleep {
            nodes[index].inbox.append(event)
            return
        }
        if case .outcomes(let outcomes) = event {
            truth.inFlight[index, default: 0] -= outcomes.count
        }
        let uptime = now - nodes[index].bootedAt
        let actions = nodes[index].core?.handle(event, at: uptime) ?? []
        checkLoad(of: index)
        for action in actions { perform(action, of: index) }
        guard let core = nodes[index].core, let due = core.nextDue else { return }
        let time = max(now, due + nodes[index].bootedAt)
        if nodes[index].nextTick.map({ time < $0 }) ?? true {
            nodes[index].nextTick = time
            agenda.add(.tick(node: index, boot: boot), at: time)
        }
    }

    private mutating func perform(_ action: NodeAction, of index: Int) {
        let boot = nodes[index].boot
        switch action {
        case .store(let ticket, let request): ask(index, boot, ticket, request)
        case .send(let channel, let attempts):
            for attempt in attempts {
                checkSend(attempt, channel, by: index)
                trace.add(
                    now,
                    "node \(index) sends \(attempt.campaign) to "
                        + "\(attempt.recipient.installation), attempt \(attempt.number)",
                    [Int64(index), attempt.campaign, attempt.recipient.installation])
                agenda.add(
                    .provide(index, boot: boot, channel, attempt),
                    at: later(profile.providerLatency / 2))
            }
            truth.inFlight[index, default: 0] += attempts.count
        case .report(let report):
            note(report)
            trace.add(now, "node \(index) reports \(report)", [Int64(index)])
        case .end:
            trace.add(now, "node \(index) has drained", [Int64(index)])
            if truth.inFlight[index, default: 0] > 0, !truth.incompleteDrains.contains(index) {
                truth.addProblem(
                    "drain: node \(index) ended with \(truth.inFlight[index] ?? 0) in flight")
            }
            stop(index)
            agenda.add(.start(index), at: later(.seconds(30)))
        }
        if case .report(.drainIncomplete) = action { truth.incompleteDrains.insert(index) }
    }

    private mutating func note(_ report: NodeReport) {
        switch report {
        case .unitLost:
            truth.repeatsAllowed += profile.settings.unsettledMax
            truth.tally.lostUnits += 1
        case .drainIncomplete(let count): truth.repeatsAllowed += count
        case .campaignStopped: truth.tally.stopped += 1
        default: break
        }
    }

    // MARK: The life of a node

    mutating func start(_ index: Int) {
        guard nodes[index].core == nil else { return }
        var settings = profile.settings
        let boot = random.next()
        settings.node = NodeName("node \(index)", boot: boot)
        nodes[index].boot = boot
        nodes[index].isDraining = false
        nodes[index].bootedAt = now - random.upTo(.seconds(1000))
        nodes[index].core = NodeCore(settings, random: SeededGenerator(seed: random.next()))
        truth.inFlight[index] = 0
        truth.incompleteDrains.remove(index)
        trace.add(now, "node \(index) starts", [Int64(index)])
        deliver(.start, to: index, boot: boot)
    }

    private mutating func stop(_ index: Int) {
        nodes[index].core = nil
        nodes[index].isAsleep = false
        nodes[index].inbox = []
        nodes[index].nextTick = nil
        truth.inFlight[index] = 0
    }

    mutating func crash(_ index: Int) {
        guard nodes[index].core != nil else { return }
        trace.add(now, "node \(index) crashes", [Int64(index)])
        truth.repeatsAllowed += nodes[index].core?.unsettledCount ?? 0
        truth.tally.crashes += 1
        stop(index)
        agenda.add(.start(index), at: later(.seconds(50)))
    }

    mutating func sleep(_ index: Int) {
        guard nodes[index].core != nil, !nodes[index].isAsleep else { return }
        nodes[index].isAsleep = true
        nodes[index].fellAsleepAt = now
        // After the node's lease, another node sends again what has no durable outcome.
        if nodes.count > 1 { truth.repeatsAllowed += nodes[index].core?.unsettledCount ?? 0 }
        let span = random.chance(1, outOf: 2) ? Duration.seconds(90) : random.upTo(.seconds(40))
        trace.add(now, "node \(index) sleeps for \(span)", [Int64(index)])
        agenda.add(.wakeUp(index), at: now + span)
    }

    mutating func wakeUp(_ index: Int) {
        guard nodes[index].isAsleep else { return }
        nodes[index].isAsleep = false
        let slept = now - nodes[index].fellAsleepAt
        if slept > profile.settings.lease { nodes[index].wokeAt = now }
        trace.add(now, "node \(index) wakes up", [Int64(index)])
        let boot = nodes[index].boot
        let inbox = nodes[index].inbox
        nodes[index].inbox = []
        deliver(.tick, to: index, boot: boot)
        for event in inbox { deliver(event, to: index, boot: boot) }
    }

    mutating func drain(_ index: Int) {
        guard nodes[index].core != nil, !nodes[index].isDraining else { return }
        nodes[index].isDraining = true
        trace.add(now, "node \(index) drains", [Int64(index)])
        deliver(.drain, to: index, boot: nodes[index].boot)
    }

    // MARK: The store

    private mutating func ask(
        _ index: Int, _ boot: UInt64, _ ticket: StoreTicket, _ request: StoreRequest
    ) {
        let arrives = later(profile.storeLatency)
        let responds = arrives + random.upTo(profile.storeLatency)
        let isFaulty = now < profile.faultEnd
        func fail(_ cause: String, at time: Duration) -> GatewayEvent {
            .toNode(index, boot: boot, .storeFailed(ticket, cause: cause))
        }
        if storeOutages.contains(where: { $0.contains(arrives) })
            || isFaulty && random.thousandths(profile.storeFailureChance)
        {
            trace.add(now, "node \(index): \(request.name) fails", [Int64(index)])
            agenda.add(fail("the store is away", at: responds), at: responds)
        } else if isFaulty, random.thousandths(profile.storeUnknownChance) {
            trace.add(now, "node \(index): \(request.name) has no response", [Int64(index)])
            agenda.add(
                .execute(index, boot: boot, ticket, request, responds: nil), at: arrives)
            agenda.add(fail("no response", at: responds), at: responds)
        } else if isFaulty, random.thousandths(profile.storeLateCommitChance) {
            trace.add(now, "node \(index): \(request.name) comes late", [Int64(index)])
            let late = responds + random.upTo(.seconds(20))
            agenda.add(.execute(index, boot: boot, ticket, request, responds: nil), at: late)
            agenda.add(fail("timeout", at: responds), at: responds)
        } else {
            agenda.add(
                .execute(index, boot: boot, ticket, request, responds: responds), at: arrives)
        }
    }

    mutating func execute(
        _ index: Int, _ boot: UInt64, _ ticket: StoreTicket, _ request: StoreRequest,
        _ responds: Duration?
    ) {
        let response = store.perform(request, at: databaseTime)
        trace.add(now, "store: \(request.summary) of node \(index)", [Int64(index)])
        if case .record(let group) = request { noteDead(group) }
        guard let responds else { return }
        agenda.add(.toNode(index, boot: boot, .stored(ticket, response)), at: max(now, responds))
    }
}

extension GatewayWorld {
    /// Remembers since when endpoints are known to be dead.
    private mutating func noteDead(_ group: OutcomeGroup) {
        let verdicts = group.units.flatMap(\.verdicts) + group.rows.compactMap(\.verdict)
        for verdict in verdicts where store.installations[verdict.endpoint]?.isDead == true {
            if truth.deadSince[verdict.endpoint] == nil { truth.deadSince[verdict.endpoint] = now }
        }
    }
}

extension StoreRequest {
    /// The name of the call.
    var name: String { String("\(self)".prefix { $0 != "(" }) }

    fileprivate var summary: String {
        switch self {
        case .record(let group):
            "record \(group.units.map(\.summary)), \(group.rows.count) rows"
        case .page(let page): "page of \(page.lease.unit.number) after \(page.after)"
        case .reserve(let cap):
            "reserve for \(cap.campaign): \(cap.places.map(\.installation))"
        default: name
        }
    }
}

extension UnitRecord {
    fileprivate var summary: String {
        "\(lease.unit.number)#\(lease.fence)/\(partNumber): \(sums.total) to \(mark)"
            + (capReleases.isEmpty ? "" : ", frees \(capReleases)")
    }
}
