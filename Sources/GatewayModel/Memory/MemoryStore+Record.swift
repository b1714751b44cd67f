// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension MemoryStore {
    mutating func record(_ group: OutcomeGroup, at time: DatabaseTime) -> StoreResponse.Recorded {
        var refused: [UnitLease] = []
        for record in group.units where !store(record, of: group, at: time) {
            refused.append(record.lease)
        }
        store(group.rows, at: time)
        let campaigns = group.units.map(\.lease.unit.campaign)
        for number in Set(campaigns) { finishIfDone(number) }
        return .init(time: time, refused: refused, statuses: statuses(campaigns))
    }

    /// Stores the outcomes of a unit; returns `false` if another node owns the unit.
    private mutating func store(
        _ record: UnitRecord, of group: OutcomeGroup, at time: DatabaseTime
    ) -> Bool {
        let id = record.lease.unit
        guard let index = units.firstIndex(where: { $0.unit.id == id }),
            units[index].fence == record.lease.fence || Bug.is(.fenceNotChecked)
        else { return false }
        let isKnown = parts.contains {
            $0.unit == id && $0.writer == record.lease.fence && $0.number == record.partNumber
        }
        if isKnown, !Bug.is(.unknownCommitAppliedTwice) { return true }
        if let part = record.part {
            parts.append(
                StoredPart(
                    unit: id, writer: record.lease.fence, number: record.partNumber, part: part))
        }
        units[index].mark = max(units[index].mark, record.mark)
        units[index].sums.add(record.sums)
        if units[index].owner == group.node { units[index].leaseUntil = time + group.lease }
        if record.isFinished { units[index].isFinished = true }
        campaigns[id.campaign]?.totals.add(record.sums)
        campaigns[id.campaign]?.trial.add(record.sums)
        for row in record.retries {
            addRow(
                StoredRow(
                    number: 0, campaign: id.campaign, installation: row.installation,
                    variant: row.variant,
                    countedAs: OutcomeCode(.retrying, variant: row.variant, reason: row.reason),
                    attempts: row.attempts, dueAt: time + row.after))
        }
        for verdict in record.verdicts { apply(verdict) }
        for installation in record.capReleases { freePlace(of: installation, id.campaign) }
        return true
    }

    private mutating func store(_ records: [RowRecord], at time: DatabaseTime) {
        var ended: [(Int64, OutcomeCode, Bool)] = []
        for record in records {
            guard let row = rows[record.row.row],
                row.fence == record.row.fence || Bug.is(.rowFenceNotChecked)
            else { continue }
            if let verdict = record.verdict { apply(verdict) }
            switch record.step {
            case .finish(let code): ended.append((row.number, code, record.releasesCap))
            case .again(let delay, let attempts, _):
                rows[row.number]?.owner = nil
                // The new fence ends this claim, so the store ignores the same record if it arrives
                // again.
                rows[row.number]?.fence += 1
                rows[row.number]?.attempts = attempts
                rows[row.number]?.dueAt = time + delay
            }
        }
        end(ended)
    }

    /// Ends deliveries and stores their final outcomes as a new part of the campaign.
    mutating func end(_ ended: [(row: Int64, code: OutcomeCode, releasesCap: Bool)]) {
        var builders: [Campaign.Number: OutcomePartBuilder] = [:]
        for (number, code, releasesCap) in ended {
            guard let row = rows.removeValue(forKey: number) else { continue }
            builders[row.campaign, default: OutcomePartBuilder()].add(row.installation, code)
            campaigns[row.campaign]?.totals.add(1, to: code)
            if let before = row.countedAs { campaigns[row.campaign]?.totals.add(-1, to: before) }
            var sums = OutcomeSums()
            sums.add(1, to: code)
            campaigns[row.campaign]?.trial.add(sums)
            if releasesCap { freePlace(of: row.installation, row.campaign) }
        }
        for number in builders.keys.sorted() {
            if let part = builders[number]?.finish() {
                parts.append(
                    StoredPart(
                        unit: .retries(of: number), writer: lastTransaction, number: 1, part: part))
            }
            finishIfDone(number)
        }
    }

    private mutating func apply(_ record: VerdictRecord) {
        guard let installation = installations[record.endpoint] else { return }
        switch record.verdict {
        case .unchanged: break
        case .works: installations[record.endpoint]?.isSuspect = false
        case .suspect:
            if !installation.isDead { installations[record.endpoint]?.isSuspect = true }
        case .dead(let since):
            // A registration at or after the timestamp of the response 410 takes precedence.
            guard installation.registeredAt < since || Bug.is(.newerRegistrationLost) else {
                return
            }
            installations[record.endpoint]?.isDead = true
            installations[record.endpoint]?.isSuspect = false
        }
    }

    private mutating func freePlace(of installation: Int64, _ campaign: Campaign.Number) {
        for key in capUses.keys where key.installation == installation {
            capUses[key]?.remove(campaign)
        }
    }
}
