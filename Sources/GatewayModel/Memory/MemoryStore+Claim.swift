// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension MemoryStore {
    mutating func claim(_ request: WorkClaim, at time: DatabaseTime) -> StoreResponse.Claimed {
        var unplanned: [Campaign.Number] = []
        for number in campaigns.keys.sorted() {
            guard let stored = campaigns[number], stored.notBefore <= time else { continue }
            if let state = stored.state.after(.due, isPlanned: stored.isPlanned) {
                campaigns[number]?.state = state
            }
            if campaigns[number]?.state == .planning { unplanned.append(number) }
        }
        let units = claimUnits(request, at: time)
        let rows = claimRows(request, at: time)
        let numbers = Set(units.map(\.lease.unit.campaign) + rows.map(\.campaign)).sorted()
        var later: [DatabaseTime] = []
        for unit in self.units where !unit.isFinished && unit.unit.notBefore > time {
            later.append(unit.unit.notBefore)
        }
        let scheduled = campaigns.values.filter { $0.state == .scheduled }.map(\.notBefore)
        let due = self.rows.values.filter { $0.dueAt > time }.map(\.dueAt)
        return .init(
            time: time, units: units, rows: rows,
            campaigns: numbers.compactMap { campaigns[$0]?.campaign }, statuses: statuses(numbers),
            unplanned: unplanned, nextDue: (later + scheduled + due).min())
    }

    /// Claims units, in the order of their lanes. Within a lane, units of the apps with the fewest
    /// claimed units come first, then units with lower campaign and unit numbers.
    private mutating func claimUnits(_ request: WorkClaim, at time: DatabaseTime) -> [ClaimedUnit] {
        guard request.units > 0 else { return [] }
        var free: [Int] = []
        for index in units.indices where isFree(units[index], request, at: time) {
            free.append(index)
        }
        var held = request.heldCounts
        var claimed: [ClaimedUnit] = []
        while claimed.count < request.units, !free.isEmpty {
            var best = 0
            for place in free.indices.dropFirst()
            where order(units[free[place]], held) < order(units[free[best]], held) {
                best = place
            }
            let index = free.remove(at: best)
            if let app = campaigns[units[index].unit.id.campaign]?.campaign.app {
                held[app, default: 0] += 1
            }
            claimed.append(claim(index, request, at: time))
        }
        return claimed
    }

    private mutating func claim(
        _ index: Int, _ request: WorkClaim, at time: DatabaseTime
    ) -> ClaimedUnit {
        units[index].owner = request.node
        units[index].leaseUntil = time + request.lease
        units[index].fence += 1
        let unit = units[index]
        var sources: Set = [unit.unit.id]
        if !Bug.is(.earlierZonesIgnored) {
            sources.formUnion(earlierUnits(than: unit.unit).map(\.unit.id))
        }
        return ClaimedUnit(
            lease: UnitLease(unit: unit.unit.id, fence: unit.fence), unit: unit.unit,
            mark: unit.mark,
            partsBeyondMark: parts.filter {
                sources.contains($0.unit) && $0.part.last > unit.mark
            }.map(\.part))
    }

    /// Returns the units with the same installation numbers and earlier moments, in order.
    private func earlierUnits(than unit: CampaignUnit) -> [StoredUnit] {
        units.filter {
            $0.unit.id.campaign == unit.id.campaign && $0.unit.id.number < unit.id.number
                && $0.unit.first == unit.first
        }
    }

    /// Returns whether another node sends the campaign. Only one node at a time sends a campaign
    /// with a limit of its own, so that the nodes do not have to share the limit.
    private func isHeld(
        _ campaign: Campaign.Number, byOtherThan node: NodeName, at time: DatabaseTime
    ) -> Bool {
        units.contains {
            $0.unit.id.campaign == campaign && !$0.isFinished && $0.owner != nil
                && $0.owner != node && $0.leaseUntil > time
        }
    }

    private func isFree(
        _ unit: StoredUnit, _ request: WorkClaim, at time: DatabaseTime
    ) -> Bool {
        guard !unit.isFinished, unit.owner == nil || unit.leaseUntil <= time,
            request.heldUnits[unit.unit.id] == nil,
            unit.unit.notBefore <= time || Bug.is(.notBeforeIgnored),
            let stored = campaigns[unit.unit.id.campaign], stored.state == .sending
        else { return false }
        if stored.campaign.isLocal, !Bug.is(.zonesAtOnce),
            earlierUnits(than: unit.unit).contains(where: { !$0.isFinished })
        {
            return false
        }
        if stored.campaign.perMinuteMax != nil,
            isHeld(stored.campaign.number, byOtherThan: request.node, at: time)
        {
            return false
        }
        // A unit is free only if at least one of its campaign's channels is not blocked.
        return !APNSEnvironment.allCases.allSatisfy {
            request.blocked.contains(
                Channel(
                    credential: stored.campaign.credential, environment: $0,
                    lane: stored.campaign.lane))
        }
    }

    /// Returns the sort key of a unit: its lane, then the number of units of the same app that the
    /// node holds. Units with equal keys keep their order in `units`, which is sorted by campaign
    /// and unit number.
    private func order(_ unit: StoredUnit, _ held: [Int64: Int]) -> Int {
        let campaign = campaigns[unit.unit.id.campaign]?.campaign
        return (campaign?.lane.position ?? 0) << 32 | (held[campaign?.app ?? 0] ?? 0)
    }

    private mutating func claimRows(_ request: WorkClaim, at time: DatabaseTime) -> [ClaimedRow] {
        var wanted = request.rows
        var claimed: [ClaimedRow] = []
        let held = Set(request.heldRows)
        let due = rows.values.filter {
            $0.dueAt <= time && ($0.owner == nil || $0.leaseUntil <= time)
                && !held.contains($0.number)
        }.sorted { ($0.dueAt, $0.number) < ($1.dueAt, $1.number) }
        var ended: [Int64] = []
        for row in due {
            guard let stored = campaigns[row.campaign],
                stored.state == .sending || stored.state == .cancelled
            else { continue }
            guard
                let recipient = stored.broadcast?.recipient
                    ?? installations[row.installation]?.recipient
            else {
                ended.append(row.number)
                continue
            }
            let lane = stored.campaign.lane
            let channel = Channel(
                credential: stored.campaign.credential, environment: recipient.environment,
                lane: lane)
            guard wanted[lane] ?? 0 > 0, !request.blocked.contains(channel) else { continue }
            wanted[lane]? -= 1
            rows[row.number]?.owner = request.node
            rows[row.number]?.leaseUntil = time + request.lease
            rows[row.number]?.fence += 1
            claimed.append(
                ClaimedRow(
                    lease: .init(row: row.number, fence: row.fence + 1), campaign: row.campaign,
                    recipient: recipient, variant: row.variant,
                    attempts: row.attempts))
        }
        // Nothing can be sent to an installation that was deleted.
        let code = OutcomeCode(.suppressed, reason: OutcomeCode.Reason.leftAudience)
        end(ended.map { ($0, code, true) })
        return claimed
    }
}
