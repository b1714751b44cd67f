// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The record of a delivery that is to be stored, with the campaign for which the delivery is
/// counted.
struct PendingRow: Sendable {
    let record: RowRecord
    let campaign: Campaign.Number
}

/// The group that is now being stored.
struct GroupInFlight: Sendable {
    let group: OutcomeGroup
    let outcomeCount: Int
    /// The number of outcomes of each campaign.
    let counts: [Campaign.Number: Int]
    /// Whether a request with the group is in flight.
    var isRequested: Bool
}

/// Processes the outcomes of attempts, and stores them in groups.
extension NodeCore {
    mutating func ended(_ tag: AttemptTag, _ outcome: TransportOutcome) {
        guard let flight = attempts.remove(tag) else { return }
        lanes.remove(from: flight.channel.lane)
        campaigns[flight.campaign.number]?.unsettledCount -= 1
        campaigns[flight.campaign.number]?.inFlightCount -= 1
        let channelIndex = index(of: flight.channel)
        let change = channels[channelIndex].ended(outcome, sentAt: flight.sentAt, at: now)
        switch change {
        case .opened(let cause)?:
            actions.append(.report(.channelStopped(flight.channel, cause)))
        case .closed?: actions.append(.report(.channelWorks(flight.channel)))
        case nil: break
        }
        let remaining = clock.latest(at: now).map { flight.campaign.deadline - $0 } ?? .zero
        let step = OutcomePolicy.step(
            after: outcome, attempt: flight.attempt, remaining: remaining, variant: flight.variant,
            using: &random)
        switch flight.work {
        case .unit(let lease, let position):
            record(step, verdict(outcome, flight), ofUnit: lease, position, flight)
        case .row(let row, _): record(step, verdict(outcome, flight), of: row)
        }
    }

    private mutating func record(
        _ step: OutcomePolicy.Step, _ verdict: VerdictRecord?, ofUnit lease: UnitLease,
        _ position: Int, _ flight: AttemptTable.Flight
    ) {
        // Another node may have taken over the unit. That node then sends this notification again.
        guard let index = unitIndex(lease), units[index].isOpen(position) else { return }
        switch step {
        case .finish(let code): units[index].settle(position, code, verdict: verdict)
        case .retry(let delay, let reason):
            units[index].settle(
                position,
                retry: NewRow(
                    installation: flight.installation, endpoint: flight.endpoint,
                    variant: flight.variant, attempts: flight.attempt, after: delay,
                    reason: reason), verdict: verdict)
        }
        counted(1, of: flight.campaign.number)
    }

    private mutating func record(
        _ step: OutcomePolicy.Step, _ verdict: VerdictRecord?, of row: ClaimedRow
    ) {
        switch step {
        case .finish(let code):
            add(
                RowRecord(
                    row: row.lease, step: .finish(code), verdict: verdict,
                    releasesCap: freesPlace(row) && code.kind != .accepted), of: row)
        case .retry(let delay, let reason):
            add(
                RowRecord(
                    row: row.lease,
                    step: .again(after: delay, attempts: row.attempts + 1, reason: reason),
                    verdict: verdict), of: row)
        }
    }

    /// Records the final outcome of a delivery that was not sent.
    mutating func finish(_ row: ClaimedRow, _ code: OutcomeCode) {
        add(
            RowRecord(
                row: row.lease, step: .finish(code), verdict: nil, releasesCap: freesPlace(row)),
            of: row)
    }

    /// Returns whether a delivery that ends without success releases its place below the cap. A
    /// delivery with an earlier attempt keeps its place, because that attempt may have reached the
    /// device.
    private func freesPlace(_ row: ClaimedRow) -> Bool {
        row.attempts == 0 && campaigns[row.campaign]?.campaign.cap != nil
    }

    /// Returns an unsent delivery to the store. The delivery is due again after the delay.
    mutating func giveBack(_ row: ClaimedRow, after delay: Duration) {
        add(
            RowRecord(
                row: row.lease, step: .again(after: delay, attempts: row.attempts, reason: ""),
                verdict: nil), of: row)
    }

    private mutating func add(_ record: RowRecord, of row: ClaimedRow) {
        rowRecords.append(PendingRow(record: record, campaign: row.campaign))
        counted(1, of: row.campaign)
    }

    /// Returns the change to the endpoint's record that must be stored; `nil` if nothing changes.
    /// In a campaign, nearly all endpoints work as before, so nothing is stored about them.
    private mutating func verdict(
        _ outcome: TransportOutcome, _ flight: AttemptTable.Flight
    ) -> VerdictRecord? {
        let verdict: EndpointVerdict
        var reason = ""
        switch outcome {
        case .accepted: verdict = .works
        case .rejected(_, let said, let text): (verdict, reason) = (said, text)
        case .unknown, .impossible: return nil
        }
        switch verdict {
        case .unchanged: return nil
        case .works where !flight.isSuspect: return nil
        case .suspect where flight.isSuspect: return nil
        case .works, .suspect: break
        case .dead:
            if Bug.is(.deadTokenKept) { return nil }
        }
        return VerdictRecord(endpoint: flight.endpoint, verdict: verdict, reason: reason)
    }

    // MARK: Groups

    /// Stores the outcomes collected since the previous group, if there are enough of them or the
    /// oldest one has waited long enough.
    mutating func storeGroup() {
        if group != nil { return repeatGroup() }
        guard hasUnitToStore || pendingCount > 0 else { return }
        guard isGroupDue else {
            return wake(at: (oldestOutcome ?? now) + settings.groupWait)
        }
        guard health.mayTry(at: now) else { return wake(at: health.nextTry) }
        var records: [UnitRecord] = []
        var counts: [Campaign.Number: Int] = [:]
        for index in units.indices {
            let count = units[index].pendingCount
            guard let record = units[index].takeRecord() else { continue }
            units[index].isBeingStored = true
            records.append(record)
            counts[record.lease.unit.campaign, default: 0] += count
        }
        for row in rowRecords { counts[row.campaign, default: 0] += 1 }
        let group = OutcomeGroup(
            node: settings.node, lease: settings.lease, units: records,
            rows: rowRecords.map(\.record))
        rowRecords.removeAll(keepingCapacity: true)
        let count = pendingCount
        pendingCount = 0
        oldestOutcome = nil
        self.group = GroupInFlight(
            group: group, outcomeCount: count, counts: counts, isRequested: true)
        request(.record(group), .record)
    }

    /// Whether a unit must be stored although it has no new outcomes: it is complete, or it has
    /// only released places below the cap to store.
    private var hasUnitToStore: Bool {
        units.contains {
            !$0.isBeingStored && ($0.isComplete && !$0.isClosing || $0.hasOnlyReleases)
        }
    }

    private var isGroupDue: Bool {
        guard let oldestOutcome else { return hasUnitToStore }
        return now >= oldestOutcome + settings.groupWait || pendingCount >= settings.groupSize
            || isDraining || isTrialWaiting
    }

    /// Whether a campaign waits for the stop rule's decision and has no notifications in flight.
    private var isTrialWaiting: Bool {
        campaigns.values.contains { $0.mayBeSent && $0.room == 0 && $0.inFlightCount == 0 }
    }

    private mutating func repeatGroup() {
        guard let group, !group.isRequested else { return }
        guard health.mayTry(at: now) else { return wake(at: health.nextTry) }
        self.group?.isRequested = true
        request(.record(group.group), .record)
    }

    /// Records that storing the group failed. The store may nevertheless have stored the group, so
    /// the node sends it again unchanged; the store detects the repetition.
    mutating func groupFailed() {
        group?.isRequested = false
        if Bug.is(.failedGroupDropped) || Bug.is(.unknownCommitTakenForDone) { endGroup() }
    }

    mutating func take(_ recorded: StoreResponse.Recorded, askedAt: Duration) {
        guard let stored = group?.group else { return }
        endGroup()
        for status in recorded.statuses {
            campaigns[status.campaign]?.take(status, at: recorded.time)
        }
        let leaseEnd = askedAt + settings.lease - settings.leaseMargin
        for record in stored.units where !recorded.refused.contains(record.lease) {
            guard let index = unitIndex(record.lease) else { continue }
            learn(record.verdicts)
            if record.isFinished {
                units.remove(at: index)
            } else if units[index].leaseEnd < leaseEnd {
                units[index].leaseEnd = leaseEnd
            }
        }
        learn(stored.rows.compactMap(\.verdict))
        lose(recorded.refused)
        // A finished unit frees capacity for another one.
        if stored.units.contains(where: \.isFinished) { nextClaim = min(nextClaim, now) }
    }

    private mutating func endGroup() {
        guard let ended = group else { return }
        group = nil
        for (campaign, count) in ended.counts { campaigns[campaign]?.unsettledCount -= count }
        for record in ended.group.rows { sentRows.remove(record.row) }
        for record in ended.group.units {
            if let index = unitIndex(record.lease) { units[index].isBeingStored = false }
        }
    }

    /// Marks endpoints as dead, so that the node does not send to them from pages that it read
    /// before.
    private mutating func learn(_ verdicts: [VerdictRecord]) {
        for verdict in verdicts {
            if case .dead = verdict.verdict { deadEndpoints.add(verdict.endpoint, at: now) }
        }
    }
}
