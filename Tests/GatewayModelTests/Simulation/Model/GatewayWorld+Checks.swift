// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel

/// The invariants.
extension GatewayWorld {
    /// What must be true when a notification is sent.
    mutating func checkSend(_ attempt: Attempt, _ channel: Channel, by index: Int) {
        let recipient = attempt.recipient
        let name = "\(attempt.campaign) to \(recipient.installation)"
        truth.tally.sends += 1
        guard let stored = store.campaigns[attempt.campaign] else {
            return truth.addProblem("\(name): an unknown campaign")
        }
        let campaign = stored.campaign
        if databaseTime >= campaign.deadline + .seconds(1) {
            truth.addProblem("I2: \(name) is sent after its deadline")
        }
        let installation = store.installations[recipient.installation]
        if databaseTime < dueTime(of: recipient, in: stored), !isRow(attempt) {
            truth.addProblem("I2: \(name) is sent before its time")
        }
        if campaign.isControl(recipient.installation) {
            truth.addProblem("\(name) is sent to the control group")
        }
        checkCampaignRate(campaign, attempt, name)
        if let installation, installation.token != recipient.token,
            databaseTime > installation.registeredAt + profile.settings.pageAgeMax + .seconds(2)
        {
            truth.addProblem("\(name) is sent to a token that was replaced long ago")
        }
        if now == nodes[index].wokeAt {
            truth.addProblem("\(name) is sent by node \(index), which slept beyond its leases")
        }
        if let dead = truth.deadSince[recipient.installation],
            installation?.isDead == true,
            now > dead + profile.settings.pageAgeMax + .seconds(1)
        {
            truth.addProblem("I3: \(name) is sent to a token that has been dead since \(dead)")
        }
        if let quiet = campaign.quietHours, campaign.lane.traits.obeysQuietHours,
            [Duration.zero, .seconds(3)].allSatisfy({
                quiet.remaining(at: databaseTime + $0, utcOffset: recipient.utcOffset) != nil
            })
        {
            truth.addProblem("I4: \(name) is sent in quiet hours")
        }
        if nodes[index].core?.isStoreFailing == true {
            truth.addProblem("\(name) is sent while the store fails")
        }
        checkPause(attempt, name, by: index)
        checkIdentifier(attempt, name)
        checkRate(channel, by: index)
        if truth.firstSent[attempt.campaign] == nil { truth.firstSent[attempt.campaign] = now }
    }

    /// A pause takes effect within a second, unless the node sleeps or the store does not respond.
    private mutating func checkPause(_ attempt: Attempt, _ name: String, by index: Int) {
        guard let paused = truth.pausedAt[attempt.campaign], now > paused + .seconds(1),
            profile.storeOutages == 0, profile.storeFailureChance == 0,
            profile.storeUnknownChance == 0, profile.storeLateCommitChance == 0,
            profile.sleepCount == 0
        else { return }
        truth.addProblem("\(name) is sent by node \(index) although it was paused at \(paused)")
    }

    /// All attempts of a notification have one identifier, which no other notification has, and
    /// there are not too many repeats.
    private mutating func checkIdentifier(_ attempt: Attempt, _ name: String) {
        let key = GatewayTruth.Key(
            campaign: attempt.campaign, endpoint: attempt.recipient.endpoint)
        var history = truth.histories[key] ?? GatewayTruth.History(apnsID: attempt.apnsID)
        if history.apnsID != attempt.apnsID {
            truth.addProblem("I5: \(name) is repeated with another apns-id")
        }
        if let owner = truth.owners[attempt.apnsID], owner != key {
            truth.addProblem("J2: \(name) has the apns-id of \(owner)")
        }
        truth.owners[attempt.apnsID] = key
        if history.reportedEnds > history.repeats {
            history.repeats = history.reportedEnds
            truth.repeats += 1
            truth.tally.repeats += 1
            if truth.repeats > truth.repeatsAllowed {
                truth.addProblem(
                    "I5: \(name) is repeated, and \(truth.repeats) repeats are more than "
                        + "\(truth.repeatsAllowed)")
            }
        }
        if attempt.number > 1 { truth.tally.retries += 1 }
        history.sends += 1
        truth.histories[key] = history
    }

    private mutating func checkRate(_ channel: Channel, by index: Int) {
        guard let rate = profile.settings.laneRates[channel.lane] else { return }
        let second = Int64(now.components.seconds)
        let name = "\(index) \(channel.lane)"
        var sends = truth.sendsInSecond[name] ?? (second, 0)
        if sends.second != second { sends = (second, 0) }
        sends.count += 1
        truth.sendsInSecond[name] = sends
        if sends.count > rate * 12 / 10 + 2 {
            truth.addProblem("N8: lane \(channel.lane) sends \(sends.count) in a second")
        }
    }

    /// Nothing grows beyond its limit.
    mutating func checkLoad(of index: Int) {
        guard let core = nodes[index].core else { return }
        let settings = profile.settings
        let pages = settings.unitsMax * settings.unitWindowMax
        let rows = settings.rowsPerClaimMax * Lane.allCases.count
        if core.heldCount > pages + rows {
            truth.addProblem("I8: node \(index) holds \(core.heldCount) installations")
        }
        if core.unsettledCount > settings.unsettledMax + pages + rows {
            truth.addProblem("I8: node \(index) has \(core.unsettledCount) outcomes to store")
        }
    }

    // MARK: The end

    mutating func checkEnd() {
        for number in store.campaigns.keys.sorted() {
            guard let stored = store.campaigns[number] else { continue }
            checkOutcomes(of: stored)
        }
        checkStops()
        checkTokens()
        checkCaps()
        checkCodes()
    }

    /// I1 and I6: every installation has exactly one outcome, which agrees with the provider's log,
    /// and all sums agree.
    private mutating func checkOutcomes(of stored: MemoryStore.StoredCampaign) {
        let number = stored.campaign.number
        var final: [Int64: OutcomeCode] = [:]
        var inUnits: Set<Int64> = []
        for part in store.parts where part.unit.campaign == number {
            guard let entries = try? part.part.entries() else {
                truth.addProblem("a part of campaign \(number) cannot be read")
                continue
            }
            for entry in entries {
                let isRetry = part.unit == .retries(of: number)
                if !isRetry, !inUnits.insert(entry.installation).inserted {
                    truth.addProblem(
                        "I1: \(number) to \(entry.installation) has two outcomes in its unit")
                }
                if isRetry || final[entry.installation] == nil {
                    final[entry.installation] = entry.code
                }
            }
        }
        var sums = OutcomeSums()
        for code in final.values { sums.add(1, to: code) }
        if sums != stored.totals {
            truth.addProblem(
                "I6: campaign \(number) has \(stored.totals.entries), its parts \(sums.entries)")
        }
        let units = store.units.filter { $0.unit.id.campaign == number }
        if units.reduce(0, { $0 + $1.sums.total }) != inUnits.count {
            truth.addProblem("I6: the units of campaign \(number) have other sums than its parts")
        }
        for (installation, code) in final { check(code, number, installation) }
        guard stored.state == .done, truth.messages[number] == nil else { return }
        for installation in store.installations.values
        where installation.app == stored.campaign.app && final[installation.number] == nil {
            truth.addProblem("I1: \(number) to \(installation.number) has no outcome")
        }
        if sums.count(of: .retrying) > 0 {
            truth.addProblem("I1: campaign \(number) is done and has open deliveries")
        }
    }

    /// Only what the provider accepted or rejected counts as accepted or rejected.
    private mutating func check(
        _ code: OutcomeCode, _ campaign: Campaign.Number, _ installation: Int64
    ) {
        let history = truth.histories[.init(campaign: campaign, endpoint: installation)]
        switch code.kind {
        case .accepted where history?.accepted ?? 0 == 0:
            truth.addProblem("I1: \(campaign) to \(installation) was never accepted")
        case .rejected where history?.rejections.contains(code.reason) != true:
            truth.addProblem("I1: \(campaign) to \(installation) was never \(code.reason)")
        case .rejected where code.reason == "BadDeviceToken":
            // The provider knows the token in the environment in which it was registered.
            let token = store.installations[installation]?.token
            if let token, !truth.badTokens.contains(token), truth.badTokens.isEmpty {
                truth.addProblem("\(campaign) to \(installation) went to the wrong environment")
            }
        case .expired: truth.tally.expired += 1
        case .cancelled: truth.tally.cancelled += 1
        case .suppressed where code.reason == OutcomeCode.Reason.capped: truth.tally.capped += 1
        case .suppressed where code.reason == OutcomeCode.Reason.controlGroup:
            truth.tally.controls += 1
        case .suppressed where code.reason == OutcomeCode.Reason.leftAudience:
            if !truth.deleted.contains(installation) {
                truth.addProblem("I1: \(campaign) to \(installation) left no audience")
            }
        default: break
        }
    }

    /// A campaign with a wrong setting is stopped after a few notifications.
    private mutating func checkStops() {
        // Responses that a node did not store are not counted.
        guard truth.tally.crashes == 0, truth.tally.lostUnits == 0 else { return }
        for stored in store.campaigns.values where stored.state == .stopped {
            let number = stored.campaign.number
            let sent = truth.histories.count {
                $0.key.campaign == number && $0.value.sends == 1
            }
            // Devices that are tried again have no response yet.
            let limit =
                nodes.count * profile.settings.stopRule.responseCount
                + stored.totals.count(of: .retrying)
            if sent > limit {
                truth.addProblem("campaign \(number) was stopped after \(sent) devices")
            }
        }
    }

    /// I3, J3: a token that the provider called dead is dead in the store, unless it was registered
    /// again, and no other token is.
    private mutating func checkTokens() {
        for installation in store.installations.values {
            let number = installation.number
            let since = truth.lastDead[number]
            let shouldBeDead = since.map { installation.registeredAt < $0 } ?? false
            // A node that ended may have lost the 410, and nothing is sent again if the campaign
            // has expired or was cancelled.
            let isStored = truth.tally.crashes == 0 && truth.tally.lostUnits == 0
            if shouldBeDead, isStored, !installation.isDead {
                truth.addProblem("I3: the token of \(number) is dead and the store uses it")
            }
            if installation.isDead, truth.deadTokens[installation.token] == nil {
                truth.addProblem("J3: the registration of \(number) was lost")
            }
        }
    }

    /// I4: an installation gets no more campaigns of a class than its cap, and no place is kept
    /// without a notification.
    private mutating func checkCaps() {
        var accepted: [Int64: (count: Int, max: Int)] = [:]
        for (key, history) in truth.histories where history.accepted > 0 {
            guard let cap = store.campaigns[key.campaign]?.campaign.cap else { continue }
            let before = accepted[key.endpoint] ?? (0, 0)
            accepted[key.endpoint] = (before.count + 1, max(before.max, cap.perDayMax))
        }
        for (endpoint, uses) in accepted where uses.count > uses.max {
            truth.addProblem("I4: \(endpoint) got \(uses.count) of at most \(uses.max)")
        }
        for (key, uses) in store.capUses {
            for campaign in uses where store.campaigns[campaign]?.state == .done {
                let history = truth.histories[
                    .init(campaign: campaign, endpoint: key.installation)]
                // A reservation that is carried out after its time-out keeps its place.
                guard profile.storeLateCommitChance == 0 else { continue }
                // An attempt without an outcome may have reached the device.
                if outcomes(of: campaign, for: key.installation).count > 1 { continue }
                if history?.accepted ?? 0 == 0, !truth.deleted.contains(key.installation) {
                    truth.addProblem(
                        "I4: \(campaign) keeps a place of \(key.installation), whose outcomes are "
                            + "\(outcomes(of: campaign, for: key.installation))")
                }
            }
        }
    }

    /// Whether more one-time codes were accepted within ten seconds than their lane's minimum.
    private func isBusyWithCodes(at time: Duration) -> Bool {
        let recent = truth.messages.filter { message, acceptedAt in
            acceptedAt <= time && acceptedAt > time - .seconds(10)
                && store.campaigns[message]?.campaign.lane == .otp
        }
        return recent.count > max(1, profile.settings.inFlightMax / 10)
    }

    /// The outcomes in the parts of a campaign.
    private func outcomes(of campaign: Campaign.Number, for installation: Int64) -> [String] {
        store.parts.filter { $0.unit.campaign == campaign }.flatMap { stored in
            ((try? stored.part.entries()) ?? []).filter { $0.installation == installation }.map {
                "\(stored.unit.number): \($0.code.kind) \($0.code.reason)"
            }
        }
    }

    /// Codes are sent at once, whatever else is being sent, when nothing disturbs the gateway.
    private mutating func checkCodes() {
        guard profile.isCalm else { return }
        for (message, acceptedAt) in truth.messages {
            guard let stored = store.campaigns[message], stored.campaign.lane == .otp,
                let sent = truth.firstSent[message], !isBusyWithCodes(at: acceptedAt)
            else { continue }
            let waited = sent - max(acceptedAt, .seconds(2))
            if waited > .milliseconds(500) {
                truth.addProblem("N8: code \(message) waited for \(waited)")
            }
        }
    }
}
