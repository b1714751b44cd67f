// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import GatewayModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CampaignSettings {
    init(_ stored: StoredCampaign, _ sums: OutcomeSums) {
        self.init()
        let (rules, extras) = (stored.rules, stored.rules.extras)
        name = stored.name
        template = stored.template
        if stored.state != .draft {
            // For a campaign that waits for approval, both times are those that its request states.
            startsAt = Date(storedMilliseconds: stored.notBefore)
            expiresAt = Date(storedMilliseconds: stored.deadline)
        }
        if let quiet = rules.quietHours {
            quietHours = QuietHoursText(start: quiet.start, end: quiet.end).text
            quietRule = quiet.rule.rawValue
        }
        switch rules.cap?.period {
        case .day:
            messageClass = rules.cap?.name
            perDay = rules.cap?.perDayMax
        case .hour: perHour = rules.cap?.perDayMax
        case nil: break
        }
        perMinute = extras?.perMinuteMax
        controlPercent = extras?.controlThousandths.map { $0 / 10 }
        testCampaign = extras?.testCampaign
        series = extras?.series
        dryRun = extras?.isDryRun
        devices = extras?.devices
        approval = extras?.approval.map {
            CampaignApproval(
                hash: $0.hash, by: $0.by,
                at: $0.at.map { Date(storedMilliseconds: $0) }, authors: extras?.authors)
        }
        refusal = extras?.refusal.map {
            CampaignRefusal(by: $0.by, at: Date(storedMilliseconds: $0.at), note: $0.note)
        }
        if let percent = extras?.testPercent, let minutes = extras?.testMinutes {
            winner = Winner(
                testPercent: percent, afterMinutes: minutes, variant: extras?.winner,
                campaign: extras?.winnerCampaign, problem: extras?.winnerProblem)
        }
        if let time = extras?.localTime {
            func date(_ milliseconds: Int64?) -> Date? {
                milliseconds.map { Date(storedMilliseconds: $0) }
            }
            localTime = LocalTime(
                time: time, defaultTimeZone: extras?.defaultTimeZone ?? "UTC",
                zones: extras?.zoneCount ?? 0, firstAt: date(extras?.firstAt),
                lastAt: date(extras?.lastAt), endsAt: date(rules.dueTimes.max()))
        }
        if let names = extras?.variantNames, names.count == rules.variantShares.count {
            variants = names.indices.map {
                Variant(
                    name: names[$0], share: rules.variantShares[$0],
                    totals: .init(sums, variant: UInt8(truncatingIfNeeded: $0)))
            }
        }
    }
}

extension CampaignResource.Totals {
    /// The totals of a campaign without outcomes.
    static let none = CampaignResource.Totals(
        accepted: 0, rejected: 0, expired: 0, suppressed: 0, cancelled: 0, retrying: 0)

    mutating func set(_ kind: OutcomeCode.Kind, to count: Int) {
        switch kind {
        case .accepted: accepted = count
        case .rejected: rejected = count
        case .expired: expired = count
        case .suppressed: suppressed = count
        case .cancelled: cancelled = count
        case .retrying: retrying = count
        }
    }

    /// - Parameter variant: the number of the variant whose installations are counted, without the
    ///   control group; `nil` for all installations.
    init(_ sums: OutcomeSums, variant: UInt8? = nil) {
        func count(_ kind: OutcomeCode.Kind) -> Int {
            guard let variant else { return sums.count(of: kind) }
            return sums.entries.reduce(0) { count, entry in
                let isCounted =
                    entry.code.kind == kind && entry.code.variant == variant
                    && entry.code.reason != OutcomeCode.Reason.controlGroup
                return count + (isCounted ? entry.count : 0)
            }
        }
        self.init(
            accepted: count(.accepted), rejected: count(.rejected), expired: count(.expired),
            suppressed: count(.suppressed), cancelled: count(.cancelled),
            retrying: count(.retrying))
    }
}

extension OutcomeSums {
    /// The reasons of outcomes other than `accepted`, of all variants together.
    var reasons: [CampaignResource.Reason] {
        var counts: [OutcomeCode: Int] = [:]
        for (code, count) in entries where code.kind != .accepted {
            counts[OutcomeCode(code.kind, reason: code.reason), default: 0] += count
        }
        return counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map {
            CampaignResource.Reason(
                outcome: $0.key.kind.name, reason: $0.key.reason, count: $0.value)
        }
    }
}
