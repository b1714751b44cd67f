// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DequeModule

/// Notifications that could be sent now: the waiting installations of a unit in one environment, or
/// the waiting deliveries of a channel.
private struct Source {
    enum Kind {
        case unit(Int, Route)
        case rows
    }

    let kind: Kind
    let channelIndex: Int
    let app: Int64
    /// The number of the turn in which notifications from this source were last sent.
    let turn: Int
    /// The number of notifications that the limits of this source allow.
    let room: Int
}

/// Sends notifications, in fair turns.
extension NodeCore {
    mutating func sendTurns() {
        guard !isDraining else { return }
        guard !health.isFailing || Bug.is(.sendsWhileStoreFails) else { return }
        dropLateUnits()
        dropLateRows()
        while unsettledCount < settings.unsettledMax {
            let sources = sources()
            let usable = Set(sources.map { channels[$0.channelIndex].channel.lane })
            guard let lane = laneShares.next(of: usable) else { return }
            let ofLane = sources.filter { channels[$0.channelIndex].channel.lane == lane }
            guard
                let app = appShares[lane.position].next(of: Set(ofLane.map(\.app))),
                let source = ofLane.filter({ $0.app == app }).min(by: { $0.turn < $1.turn })
            else { return }
            let count = send(
                from: source, atMost: min(settings.turnSize, lanes.free(in: lane)))
            laneShares.use(max(1, count), by: lane, weight: lane.traits.weight)
            appShares[lane.position].use(max(1, count), by: app, weight: 1)
        }
    }

    /// Returns every source that has notifications to send and that no limit holds back.
    private mutating func sources() -> [Source] {
        var sources: [Source] = []
        for index in units.indices where !units[index].isClosing && units[index].leaseUsable(now) {
            let campaign = units[index].campaign
            guard let room = campaigns[campaign.number]?.room, room > 0 else { continue }
            for route in Route.all where units[index].readyCount(route) > 0 {
                let target =
                    Bug.is(.wrongEnvironment)
                    ? Route(route.transport, route.environment.other) : route
                let channel = Channel(
                    credential: campaign.credential, target, lane: campaign.lane)
                let channelIndex = self.index(of: channel)
                let free = min(
                    self.room(of: channelIndex, app: campaign.app), rateRoom(of: campaign))
                guard free > 0 else { continue }
                sources.append(
                    Source(
                        kind: .unit(index, route), channelIndex: channelIndex,
                        app: campaign.app, turn: units[index].turns, room: min(free, room)))
            }
        }
        for index in channels.indices {
            guard let first = channels[index].rows.first,
                let run = campaigns[first.row.campaign]
            else { continue }
            let free = room(of: index, app: run.campaign.app)
            guard free > 0 else { continue }
            // Deliveries take precedence over units, because they have already waited once.
            sources.append(
                Source(
                    kind: .rows, channelIndex: index, app: run.campaign.app, turn: -1, room: free))
        }
        return sources
    }

    /// Returns the number of notifications that the limits of lane, app, credential and channel
    /// allow. If they will allow more notifications later, the function schedules a wake-up for
    /// that time.
    private mutating func room(of channelIndex: Int, app: Int64) -> Int {
        let channel = channels[channelIndex].channel
        var room = min(
            lanes.free(in: channel.lane), unsettledRoom(in: channel.lane),
            channels[channelIndex].room(at: now))
        if let next = channels[channelIndex].nextTry, next > now { wake(at: next) }
        guard room > 0 else { return 0 }
        let limits = [
            laneRates[channel.lane.position],
            rate(in: &appRates, of: app, settings.appRate),
            rate(in: &credentialRates, of: channel.credential, settings.credentialRate),
        ]
        for limit in limits.compactMap({ $0 }) {
            let available = limit.available(at: now)
            if available == 0 { wake(at: limit.nextDue) }
            room = min(room, available)
        }
        return room
    }

    /// Returns the number of notifications of a lane that may be sent before earlier outcomes are
    /// durable. Lanes without a floor use at most three quarters of the total, so that a slow store
    /// does not delay one-time codes.
    func unsettledRoom(in lane: Lane) -> Int {
        let reserved = lane.traits.floorThousandths == 0 ? settings.unsettledMax / 4 : 0
        return max(0, settings.unsettledMax - reserved - unsettledCount)
    }

    private func rate(
        in limits: inout [Int64: RateLimit], of name: Int64, _ perSecond: Int?
    ) -> RateLimit? {
        guard let perSecond else { return nil }
        if let limit = limits[name] { return limit }
        let limit = RateLimit(perSecond: perSecond)
        limits[name] = limit
        return limit
    }

    /// Sends notifications from a source, and returns their number.
    private mutating func send(from source: Source, atMost limit: Int) -> Int {
        let room = min(source.room, limit)
        var sent: [Attempt] = []
        turns += 1
        switch source.kind {
        case .unit(let index, let route):
            units[index].turns = turns
            while sent.count < room, let ready = units[index].popReady(route) {
                if let attempt = attempt(ready, of: index, source.channelIndex) {
                    sent.append(attempt)
                }
            }
        case .rows:
            while sent.count < room, let ready = channels[source.channelIndex].rows.popFirst() {
                if let attempt = attempt(ready, source.channelIndex) { sent.append(attempt) }
            }
        }
        guard !sent.isEmpty else { return 0 }
        let channel = channels[source.channelIndex].channel
        channels[source.channelIndex].started(sent.count, at: now)
        lanes.add(sent.count, to: channel.lane)
        laneRates[channel.lane.position]?.take(sent.count, at: now)
        appRates[source.app]?.take(sent.count, at: now)
        credentialRates[channel.credential]?.take(sent.count, at: now)
        actions.append(.send(channel, sent))
        return sent.count
    }

    /// Returns the attempt for an installation of a unit; `nil` if the node must no longer send to
    /// it.
    private mutating func attempt(
        _ ready: UnitRun.Ready, of index: Int, _ channelIndex: Int
    ) -> Attempt? {
        let campaign = units[index].campaign
        let recipient = ready.recipient
        let variant = campaign.variant(for: recipient.installation)
        // The token that the node read is known to be dead, but the app may have registered a newer
        // token.
        guard !deadEndpoints.contains(recipient.endpoint, since: ready.readAt) else {
            units[index].makeStale(ready.position)
            return nil
        }
        switch RecipientPolicy.decide(recipient, campaign, clock: clock, at: now) {
        case .send: break
        case .finish(let code):
            units[index].settle(ready.position, code.of(variant: variant))
            counted(1, of: campaign.number)
            return nil
        case .hold(let delay, let reason):
            units[index].settle(
                ready.position,
                retry: NewRow(
                    installation: recipient.installation, endpoint: recipient.endpoint,
                    variant: variant, attempts: 0, after: delay, reason: reason))
            counted(1, of: campaign.number)
            return nil
        }
        campaigns[campaign.number]?.unsettledCount += 1
        campaigns[campaign.number]?.inFlightCount += 1
        return attempt(
            recipient, campaign, variant: variant, number: 1, channelIndex,
            .unit(units[index].lease, position: ready.position))
    }

    /// Returns the attempt for a delivery; `nil` if the node must no longer send it.
    private mutating func attempt(
        _ ready: ChannelRun.ReadyRow, _ channelIndex: Int
    ) -> Attempt? {
        let row = ready.row
        guard let run = campaigns[row.campaign] else { return nil }
        let campaign = run.campaign
        guard run.mayBeSent || run.status.state == .cancelled else {
            giveBack(row, after: settings.pollInterval)
            return nil
        }
        guard !deadEndpoints.contains(row.recipient.endpoint, since: ready.readAt) else {
            giveBack(row, after: .zero)
            return nil
        }
        switch RecipientPolicy.decide(row.recipient, campaign, clock: clock, at: now) {
        case .send where run.status.state == .cancelled && !Bug.is(.cancelledRowsSent):
            finish(row, OutcomeCode(.cancelled, variant: row.variant))
            return nil
        case .send:
            if let delay = delay(of: campaign) {
                giveBack(row, after: delay)
                return nil
            }
        case .finish(let code):
            finish(row, OutcomeCode(code.kind, variant: row.variant, reason: code.reason))
            return nil
        case .hold(let delay, _):
            giveBack(row, after: delay)
            return nil
        }
        campaigns[campaign.number]?.unsettledCount += 1
        campaigns[campaign.number]?.inFlightCount += 1
        sentRows.add(row.lease, leaseEnd: ready.leaseEnd)
        return attempt(
            row.recipient, campaign, variant: row.variant, number: row.attempts + 1, channelIndex,
            .row(row, leaseEnd: ready.leaseEnd))
    }

    private mutating func attempt(
        _ recipient: Recipient, _ campaign: Campaign, variant: UInt8, number: Int,
        _ channelIndex: Int, _ work: AttemptTable.Work
    ) -> Attempt {
        let channel = channels[channelIndex].channel
        campaignRates[campaign.number]?.limit.take(1, at: now)
        let tag = attempts.add(
            .init(
                work: work, campaign: campaign, installation: recipient.installation,
                endpoint: recipient.endpoint, variant: variant, isSuspect: recipient.isSuspect,
                attempt: number, channel: channel, sentAt: now))
        let salt = Bug.is(.retryHasNewID) && number > 1 ? UInt16(truncatingIfNeeded: number) : 0
        return Attempt(
            tag: tag, campaign: campaign.number, recipient: recipient, variant: variant,
            apnsID: campaign.key.apnsID(
                step: campaign.step ^ salt, endpoint: recipient.endpoint),
            number: number)
    }

    /// Marks installations that were read too long ago, so that the node reads them again.
    private mutating func dropLateUnits() {
        guard !Bug.is(.oldPageSent) else { return }
        for index in units.indices {
            units[index].dropReady(readBefore: now - settings.pageAgeMax)
        }
    }

    /// Removes deliveries whose lease may have ended, because another node may own them, and
    /// returns deliveries of blocked channels to the store.
    private mutating func dropLateRows() {
        for index in channels.indices where !channels[index].rows.isEmpty {
            if !Bug.is(.sleeperSends) {
                channels[index].rows.removeAll { $0.leaseEnd <= now }
            }
            guard channels[index].isBlocked(at: now) else { continue }
            let pause = max(settings.pollInterval, (channels[index].nextTry ?? now) - now)
            for ready in channels[index].rows { giveBack(ready.row, after: pause) }
            channels[index].rows.removeAll()
        }
    }
}

extension UnitRun {
    fileprivate func leaseUsable(_ uptime: Duration) -> Bool {
        leaseEnd > uptime || Bug.is(.sleeperSends)
    }
}
