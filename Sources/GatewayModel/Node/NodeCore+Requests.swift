// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DequeModule

/// A request to the store for which no response has arrived yet.
struct PendingRequest: Sendable {
    enum Purpose: Sendable {
        case start
        case claim
        case plan
        case page(UnitLease, after: Int64)
        case reserve(UnitLease, [Candidate])
        case record
        case renew(extends: Bool)
        case release(UnitLease)
        case judge(Campaign.Number, StopReason?)
    }

    /// A recipient for which the node is reserving a place below a cap.
    struct Candidate: Sendable {
        let recipient: Recipient
        let position: Int
        let readAt: Duration
        /// The time for which the notification is held back once the place is reserved.
        let hold: (delay: Duration, reason: String)?
        let day: Int64
    }

    let purpose: Purpose
    let askedAt: Duration
}

/// Sends requests for claims, pages and leases to the store, and processes the responses.
extension NodeCore {
    mutating func request(_ request: StoreRequest, _ purpose: PendingRequest.Purpose) {
        lastTicket += 1
        requests[lastTicket] = PendingRequest(purpose: purpose, askedAt: now)
        actions.append(.store(lastTicket, request))
    }

    mutating func stored(_ ticket: StoreTicket, _ response: StoreResponse) {
        guard let request = requests.removeValue(forKey: ticket) else { return }
        clock.observe(response.time, askedAt: request.askedAt, receivedAt: now)
        if health.worked() { actions.append(.report(.storeWorks)) }
        switch (request.purpose, response) {
        case (.start, .started):
            isStarted = true
        case (.claim, .claimed(let claimed)): take(claimed, askedAt: request.askedAt)
        case (.page(let lease, let after), .page(let page)):
            take(page, lease, after, askedAt: request.askedAt)
        case (.reserve(let lease, let candidates), .reserved(let reserved)):
            take(reserved, lease, candidates)
        case (.record, .recorded(let recorded)): take(recorded, askedAt: request.askedAt)
        case (.renew(let extends), .renewed(let renewed)):
            take(renewed, extends: extends, askedAt: request.askedAt)
        case (.release(let lease), .done): units.removeAll { $0.lease == lease }
        case (.judge(let campaign, let stop), .done(let done)):
            take(judged: campaign, stop, at: done.time)
        case (.plan, .done): nextClaim = now
        default: break
        }
    }

    mutating func storeFailed(_ ticket: StoreTicket, cause: String) {
        guard let request = requests.removeValue(forKey: ticket) else { return }
        if health.failed(at: now) { actions.append(.report(.storeFails(cause: cause))) }
        switch request.purpose {
        case .start, .plan: break
        case .claim: isClaiming = false
        case .page(let lease, _):
            if let index = unitIndex(lease) { units[index].readingFailed() }
        case .reserve(let lease, let candidates):
            guard let index = unitIndex(lease) else { return }
            units[index].endReserving()
            for candidate in candidates { units[index].makeStale(candidate.position) }
        case .record: groupFailed()
        case .renew: isRenewing = false
        case .release(let lease):
            if let index = unitIndex(lease) { units[index].isBeingStored = false }
        case .judge(let campaign, _): campaigns[campaign]?.isBeingJudged = false
        }
    }

    func unitIndex(_ lease: UnitLease) -> Int? { units.firstIndex { $0.lease == lease } }

    // MARK: Claims

    mutating func claim() {
        guard !isDraining, !isClaiming else { return }
        guard health.mayTry(at: now) else { return wake(at: health.nextTry) }
        // While the store fails, the node sends claims in order to detect when the store works
        // again.
        guard now >= nextClaim || health.isFailing else { return wake(at: nextClaim) }
        let wanted = rowsWanted()
        let unitCount = settings.unitsMax - units.count
        guard unitCount > 0 || !wanted.isEmpty || health.isFailing else {
            return wake(at: now + settings.pollInterval)
        }
        isClaiming = true
        var held: [CampaignUnit.ID: Int64] = [:]
        var heldRows: [Int64] = []
        if !Bug.is(.ownWorkClaimedAgain) {
            for unit in units { held[unit.lease.unit] = unit.campaign.app }
            // A slow store may receive the claim after a part of a lease has passed.
            heldRows = sentRows.ending(before: now + settings.lease / 2).map(\.row).sorted()
        }
        let blocked = channels.filter { $0.isBlocked(at: now) }.map(\.channel)
        request(
            .claim(
                WorkClaim(
                    node: settings.node, lease: settings.lease, units: max(0, unitCount),
                    heldUnits: held, rows: wanted, heldRows: heldRows, blocked: Set(blocked))),
            .claim)
    }

    /// Returns the number of deliveries of each lane that the node can send soon.
    private func rowsWanted() -> [Lane: Int] {
        guard !health.isFailing else { return [:] }
        var wanted: [Lane: Int] = [:]
        for lane in Lane.allCases {
            let waiting = channels.reduce(0) {
                $0 + ($1.channel.lane == lane ? $1.rows.count : 0)
            }
            let rate = laneRates[lane.position].map { max(1, $0.available(at: now)) } ?? .max
            let count =
                min(
                    lanes.free(in: lane), settings.rowsPerClaimMax, unsettledRoom(in: lane), rate)
                - waiting
            if count > 0 { wanted[lane] = count }
        }
        return wanted
    }

    private mutating func take(_ claimed: StoreResponse.Claimed, askedAt: Duration) {
        isClaiming = false
        let leaseEnd = askedAt + settings.lease - settings.leaseMargin
        for campaign in claimed.campaigns where campaigns[campaign.number] == nil {
            guard let status = claimed.statuses.first(where: { $0.campaign == campaign.number })
            else { continue }
            campaigns[campaign.number] = CampaignRun(
                campaign: campaign, status: status, stopRule: settings.stopRule)
        }
        for status in claimed.statuses {
            campaigns[status.campaign]?.take(status, at: claimed.time)
        }
        for unit in claimed.units { take(unit, leaseEnd: leaseEnd) }
        for row in claimed.rows { take(row, leaseEnd: leaseEnd, readAt: askedAt) }
        for campaign in claimed.unplanned { request(.plan(campaign), .plan) }
        let gotWork = !claimed.units.isEmpty || !claimed.rows.isEmpty
        nextClaim = now + (gotWork ? settings.claimPause : settings.pollInterval)
        if !gotWork, let due = claimed.nextDue, let latest = clock.latest(at: now) {
            nextClaim = min(nextClaim, now + max(settings.claimPause, due - latest))
        }
        if wasWokenWhileClaiming {
            wasWokenWhileClaiming = false
            nextClaim = now
        }
        forgetCampaigns()
    }

    private mutating func take(_ claimed: ClaimedUnit, leaseEnd: Duration) {
        guard let run = campaigns[claimed.lease.unit.campaign] else { return }
        // The claim has excluded the units that the node holds. Should the store return one of them
        // nevertheless, only the new lease is valid.
        units.removeAll { $0.lease.unit == claimed.lease.unit }
        var done: Set<Int64> = []
        for part in claimed.partsBeyondMark where !Bug.is(.partsIgnoredAfterClaim) {
            do {
                for entry in try part.entries() where entry.installation > claimed.mark {
                    done.insert(entry.installation)
                }
            } catch {
                actions.append(.report(.partUnreadable(claimed.unit.id, error)))
            }
        }
        var unit = UnitRun(claimed, campaign: run.campaign, done: done, leaseEnd: leaseEnd)
        unit.turns = turns
        if isDraining { unit.close() }
        units.append(unit)
    }

    private mutating func take(_ row: ClaimedRow, leaseEnd: Duration, readAt: Duration) {
        guard let run = campaigns[row.campaign] else { return }
        let campaign = run.campaign
        guard !isDraining else { return giveBack(row, after: .zero) }
        if run.status.state == .cancelled, !Bug.is(.cancelledRowsSent) {
            return finish(row, OutcomeCode(.cancelled, variant: row.variant))
        }
        let channel = Channel(
            credential: campaign.credential, row.recipient.route, lane: campaign.lane)
        channels[index(of: channel)].rows.append(
            .init(row: row, leaseEnd: leaseEnd, readAt: readAt))
    }

    /// Removes campaigns for which the node has no more work.
    private mutating func forgetCampaigns() {
        guard campaigns.count > 2 * (settings.unitsMax + 1) else { return }
        var used = Set(units.map { $0.campaign.number })
        for channel in channels { used.formUnion(channel.rows.map { $0.row.campaign }) }
        campaigns = campaigns.filter { used.contains($0.key) || $0.value.unsettledCount > 0 }
        campaignRates = campaignRates.filter { campaigns[$0.key] != nil }
    }

    // MARK: Leases

    mutating func renew() {
        guard !isRenewing else { return }
        let waiting = channels.flatMap { $0.rows.map(\.row.campaign) }
        guard !units.isEmpty || !waiting.isEmpty else { return }
        guard health.mayTry(at: now) else { return wake(at: health.nextTry) }
        let extends = now >= nextRenewal && !Bug.is(.leaseNotRenewed)
        guard extends || now >= nextStatus else {
            wake(at: nextRenewal)
            return wake(at: nextStatus)
        }
        isRenewing = true
        nextStatus = now + settings.statusInterval
        if extends { nextRenewal = now + settings.renewInterval }
        request(
            .renew(
                LeaseRenewal(
                    node: settings.node, leases: units.map(\.lease).sorted(),
                    campaigns: Set(units.map(\.campaign.number) + waiting).sorted(),
                    lease: extends ? settings.lease : nil)), .renew(extends: extends))
    }

    private mutating func take(
        _ renewed: StoreResponse.Renewed, extends: Bool, askedAt: Duration
    ) {
        isRenewing = false
        lose(renewed.refused)
        for status in renewed.statuses {
            campaigns[status.campaign]?.take(status, at: renewed.time)
        }
        guard extends else { return }
        let leaseEnd = askedAt + settings.lease - settings.leaseMargin
        for index in units.indices where units[index].leaseEnd < leaseEnd {
            units[index].leaseEnd = leaseEnd
        }
    }

    /// Removes units that other nodes have taken over. The node ignores the outcomes of their
    /// requests that are still in flight.
    mutating func lose(_ leases: [UnitLease]) {
        for lease in leases {
            guard let index = unitIndex(lease) else { continue }
            let unit = units.remove(at: index)
            pendingCount -= unit.pendingCount
            campaigns[lease.unit.campaign]?.unsettledCount -= unit.pendingCount
            actions.append(.report(.unitLost(lease)))
        }
    }

    // MARK: Campaigns

    /// Stores the stop rule's decisions.
    mutating func judge() {
        guard health.mayTry(at: now) else { return }
        for number in campaigns.keys.sorted() {
            guard let verdict = campaigns[number]?.verdictToStore else { continue }
            campaigns[number]?.isBeingJudged = true
            var stop: StopReason?
            if case .stops(let reason) = verdict { stop = reason }
            request(.judge(number, stop: stop), .judge(number, stop))
        }
    }

    private mutating func take(
        judged campaign: Campaign.Number, _ stop: StopReason?, at time: DatabaseTime
    ) {
        campaigns[campaign]?.judged(stop: stop, at: time)
        if let stop { actions.append(.report(.campaignStopped(campaign, stop))) }
    }

    /// Releases the units of campaigns that are no longer being sent.
    mutating func closeUnits() {
        for index in units.indices {
            let run = campaigns[units[index].campaign.number]
            if run?.mayBeSent != true, !units[index].isClosing { units[index].close() }
            guard units[index].isClosing, units[index].isIdle, !units[index].isReading else {
                continue
            }
            guard health.mayTry(at: now) else {
                wake(at: health.nextTry)
                continue
            }
            // The node keeps the unit until the store has confirmed the release.
            units[index].isBeingStored = true
            request(.release([units[index].lease]), .release(units[index].lease))
        }
    }
}
