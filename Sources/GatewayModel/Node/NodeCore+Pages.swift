// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Reads pages ahead, and decides for each recipient whether and when to send.
extension NodeCore {
    mutating func readPages() {
        guard !isDraining else { return }
        guard !health.isFailing else { return }
        for index in units.indices where units[index].leaseEnd > now {
            guard
                let page = units[index].nextPage(
                    size: settings.pageSize, windowMax: settings.unitWindowMax)
            else { continue }
            request(.page(page), .page(page.lease, after: page.after))
        }
    }

    mutating func take(
        _ page: StoreResponse.Page, _ lease: UnitLease, _ after: Int64, askedAt: Duration
    ) {
        guard let index = unitIndex(lease) else { return }
        let campaign = units[index].campaign
        var candidates: [PendingRequest.Candidate] = []
        let before = units[index].pendingCount
        for (position, recipient) in units[index].take(page, after: after) {
            var hold: (delay: Duration, reason: String)?
            switch RecipientPolicy.decide(recipient, campaign, clock: clock, at: now) {
            case .finish(let code):
                units[index].settle(
                    position, code.of(variant: campaign.variant(for: recipient.installation)))
                continue
            case .hold(let delay, let reason): hold = (delay, reason)
            case .send: break
            }
            guard let cap = campaign.cap, cap.applies(to: campaign.lane) else {
                accept(recipient, position, of: index, readAt: askedAt, hold: hold)
                continue
            }
            let time = clock.latest(at: now) ?? DatabaseTime(milliseconds: 0)
            candidates.append(
                .init(
                    recipient: recipient, position: position, readAt: askedAt, hold: hold,
                    day: cap.place(
                        at: time + (hold?.delay ?? .zero), utcOffset: recipient.utcOffset)))
        }
        counted(units[index].pendingCount - before, of: campaign.number)
        reserve(candidates, for: index)
    }

    /// Queues the recipient's notification to be sent, or turns it into a delivery that is due
    /// later.
    private mutating func accept(
        _ recipient: Recipient, _ position: Int, of index: Int, readAt: Duration,
        hold: (delay: Duration, reason: String)?
    ) {
        guard let hold else {
            return units[index].makeReady(recipient, at: position, readAt: readAt)
        }
        let variant = units[index].campaign.variant(for: recipient.installation)
        units[index].settle(
            position,
            retry: NewRow(
                installation: recipient.installation, endpoint: recipient.endpoint,
                variant: variant, attempts: 0, after: hold.delay, reason: hold.reason))
    }

    private mutating func reserve(_ candidates: [PendingRequest.Candidate], for index: Int) {
        let campaign = units[index].campaign
        guard !candidates.isEmpty, let cap = campaign.cap else { return }
        units[index].beginReserving()
        let places = candidates.map {
            CapRequest.Place(installation: $0.recipient.installation, day: $0.day)
        }
        request(
            .reserve(CapRequest(campaign: campaign.number, cap: cap, places: places)),
            .reserve(units[index].lease, candidates))
    }

    mutating func take(
        _ reserved: StoreResponse.Reserved, _ lease: UnitLease,
        _ candidates: [PendingRequest.Candidate]
    ) {
        guard let index = unitIndex(lease) else { return }
        units[index].endReserving()
        let before = units[index].pendingCount
        var granted = reserved.installations[...]
        let reason = units[index].campaign.cap?.reason ?? OutcomeCode.Reason.capped
        for candidate in candidates {
            let installation = candidate.recipient.installation
            while let first = granted.first, first < installation { granted.removeFirst() }
            if granted.first == installation {
                accept(
                    candidate.recipient, candidate.position, of: index, readAt: candidate.readAt,
                    hold: candidate.hold)
            } else {
                units[index].settle(
                    candidate.position,
                    OutcomeCode(
                        .suppressed, variant: units[index].campaign.variant(for: installation),
                        reason: reason))
            }
        }
        counted(units[index].pendingCount - before, of: units[index].campaign.number)
    }

    /// Increases the number of outcomes that are to be stored.
    mutating func counted(_ count: Int, of campaign: Campaign.Number) {
        guard count > 0 else { return }
        pendingCount += count
        campaigns[campaign]?.unsettledCount += count
        if oldestOutcome == nil { oldestOutcome = now }
    }
}
