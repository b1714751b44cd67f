// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel
import Simulation

/// The provider, and what people and devices do.
extension GatewayWorld {
    /// The client's deadline for a request.
    private static let requestDeadline = Duration.seconds(15)

    mutating func provide(
        _ index: Int, _ boot: UInt64, _ channel: Channel, _ attempt: Attempt
    ) {
        let outcome: TransportOutcome
        var delay = random.upTo(profile.providerLatency / 2)
        let trouble = profile.troubles.first { $0.start <= now && now < $0.end }
        let isFaulty = now < profile.faultEnd
        if trouble?.kind == .unreachable
            || isFaulty && random.thousandths(profile.notSentChance)
        {
            outcome = .unknown(reason: "connection_refused", mayHaveBeenProcessed: false)
        } else if trouble?.kind == .silent {
            delay = Self.requestDeadline
            if random.chance(1, outOf: 2) { _ = process(attempt, channel, trouble: nil) }
            outcome = .unknown(reason: "deadline", mayHaveBeenProcessed: true)
        } else if isFaulty, random.thousandths(profile.lostResponseChance) {
            _ = process(attempt, channel, trouble: trouble)
            outcome = .unknown(reason: "lost", mayHaveBeenProcessed: true)
        } else {
            outcome = process(attempt, channel, trouble: trouble)
        }
        if case .rejected(_, .dead(let since), _) = outcome {
            truth.lastDead[attempt.recipient.endpoint] = since
        }
        if outcome.endsNotification { note(attempt) { $0.reportedEnds += 1 } }
        trace.add(
            now, "provider: \(attempt.campaign) to \(attempt.recipient.installation): \(outcome)",
            [attempt.campaign, attempt.recipient.installation])
        agenda.add(
            .toNode(index, boot: boot, .outcomes([(attempt.tag, outcome)])), at: now + delay)
    }

    /// The provider's decision about a request that reached it.
    private mutating func process(
        _ attempt: Attempt, _ channel: Channel, trouble: ProviderTrouble?
    ) -> TransportOutcome {
        let recipient = attempt.recipient
        switch trouble?.kind {
        case .overloaded: return reject(attempt, 503, "ServiceUnavailable")
        case .credentialRefused: return reject(attempt, 403, "InvalidProviderToken")
        case .busy: return reject(attempt, 429, "TooManyRequests")
        case .silent, .unreachable, nil: break
        }
        if now < profile.faultEnd, random.thousandths(profile.busyChance) {
            return reject(attempt, 429, "TooManyRequests")
        }
        if channel.environment != recipient.environment
            || truth.badTokens.contains(recipient.token)
        {
            return reject(attempt, 400, "BadDeviceToken")
        }
        if let since = truth.deadTokens[recipient.token] {
            return reject(attempt, 410, "Unregistered", since: since)
        }
        truth.lastDead[recipient.endpoint] = nil
        truth.tally.accepted += 1
        if now >= profile.faultEnd, truth.firstAcceptedAfterFaults == nil {
            truth.firstAcceptedAfterFaults = now
        }
        note(attempt) { $0.accepted += 1 }
        return .accepted
    }

    private mutating func reject(
        _ attempt: Attempt, _ status: Int, _ reason: String, since: DatabaseTime? = nil
    ) -> TransportOutcome {
        truth.tally.rejected += 1
        note(attempt) { $0.rejections.insert(reason) }
        return .rejected(status: status, reason: RejectionReason(rawValue: reason), since: since)
    }

    private mutating func note(
        _ attempt: Attempt, _ change: (inout GatewayTruth.History) -> Void
    ) {
        let key = GatewayTruth.Key(
            campaign: attempt.campaign, endpoint: attempt.recipient.endpoint)
        guard var history = truth.histories[key] else { return }
        change(&history)
        truth.histories[key] = history
    }

    // MARK: People and devices

    /// A server sends a single message.
    mutating func accept(_ number: Int64) {
        let numbers = store.installations.keys.sorted()
        guard !numbers.isEmpty else { return }
        let installation = numbers[random.below(numbers.count)]
        let lane = [Lane.otp, .transactional, .live][random.below(3)]
        let deadline: Duration = lane == .otp ? .seconds(300) : .seconds(5 * 3600)
        let message = Campaign(
            number: number, app: store.installations[installation]?.app ?? 1,
            credential: Int64(random.below(2)), lane: lane, key: CampaignKey(using: &random),
            deadline: databaseTime + deadline)
        store.accept(message, to: installation, at: databaseTime)
        truth.messages[number] = now
        trace.add(now, "message \(number) (\(lane)) to \(installation)", [number, installation])
        for node in nodes.indices { deliver(.wake, to: node, boot: nodes[node].boot) }
    }

    /// A device registers: the same token again, or a new one.
    mutating func register() {
        let numbers = store.installations.keys.sorted()
        guard !numbers.isEmpty else { return }
        let number = numbers[random.below(numbers.count)]
        guard let installation = store.installations[number] else { return }
        var token = installation.token
        if random.chance(1, outOf: 2), let new = newToken() {
            // The previous token is dead from now on.
            truth.deadTokens[token] = databaseTime
            token = new
        } else {
            truth.deadTokens[token] = nil
        }
        truth.lastDead[number] = nil
        truth.deadSince[number] = nil
        // A 410 that is under way has an earlier timestamp.
        let time = databaseTime + .milliseconds(1)
        store.change(number) {
            $0.token = token
            $0.registeredAt = time
            $0.isDead = false
            $0.isSuspect = false
        }
        trace.add(now, "installation \(number) registers", [number])
    }

    mutating func delete() {
        let numbers = store.installations.keys.sorted()
        guard numbers.count > 1 else { return }
        let number = numbers[random.below(numbers.count)]
        store.remove(number)
        truth.deleted.insert(number)
        trace.add(now, "installation \(number) is deleted", [number])
    }

    /// A person pauses, resumes or cancels a campaign.
    mutating func decide(_ event: CampaignState.Event, _ campaign: Campaign.Number) {
        let isDone = store.apply(event, to: campaign)
        trace.add(now, "campaign \(campaign): \(event) \(isDone)", [campaign])
        guard isDone else { return }
        switch event {
        case .pause, .cancel: truth.pausedAt[campaign] = now
        case .resume: truth.pausedAt[campaign] = nil
        default: break
        }
        // Deliveries of a cancelled campaign end when they are due; a campaign that was stopped
        // goes on only where its setting is right.
    }
}

extension TransportOutcome {
    /// Whether the notification is not sent again after this outcome.
    fileprivate var endsNotification: Bool {
        switch self {
        case .accepted: true
        case .rejected(let failure, _, _): !failure.traits.isRepeated
        case .unknown, .impossible: false
        }
    }
}
