// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CampaignReport {
    typealias Entry = SQLReceiptSums.Entry

    /// Makes the report of a campaign from its sums.
    init(_ campaign: StoredCampaign, _ outcomes: OutcomeSums, _ receipts: [Entry]) {
        let isBroadcast = campaign.broadcast != nil
        let accepted = outcomes.count(of: .accepted)
        let all = Reported(receipts.filter { $0.dimension == .all })
        let entries = outcomes.entries.filter { $0.count > 0 }
        self.init(
            campaign: campaign.id, app: campaign.bundleID, state: campaign.state.rawValue,
            // No app reports events of a broadcast, because its payload is the same for everybody.
            funnel: Step.allCases.filter { !isBroadcast || !$0.isReported }.map { step in
                let count = step.count(considered: outcomes.total, accepted: accepted, all)
                let share = accepted > 0 ? Double(count) / Double(accepted) : nil
                return StepCount(
                    step: step, count: count, ofAccepted: step.isReported ? share : nil,
                    meaning: isBroadcast ? step.meaningForBroadcast : step.meaning)
            },
            reasons: entries.filter { $0.code.kind != .accepted }.map {
                CampaignResource.Reason(
                    outcome: $0.code.kind.name, reason: $0.code.reason, count: $0.count)
            }.summed,
            variants: Self.variants(entries, receipts.filter { $0.dimension == .variant }),
            locales: Self.groups(receipts, .locale),
            appVersions: Self.groups(receipts, .appVersion), hours: Self.hours(receipts),
            actions: receipts.filter { $0.dimension == .action }.map {
                Action(action: $0.value, count: $0.estimate)
            }.sorted { ($1.count, $0.action) < ($0.count, $1.action) },
            storedReceipts: receipts.filter { $0.dimension == .all }.reduce(0) { $0 + $1.count })
        broadcast = CampaignBroadcast(campaign, outcomes)
    }

    private static func variants(
        _ outcomes: [(code: OutcomeCode, count: Int)], _ receipts: [Entry]
    ) -> [Variant] {
        let reported = Dictionary(grouping: receipts, by: \.value)
        let numbers = Set(outcomes.map { Int($0.code.variant) })
            .union(reported.keys.compactMap { Int($0) })
        return numbers.sorted().map { number in
            let own = outcomes.filter { Int($0.code.variant) == number }
            return Variant(
                variant: number, considered: own.reduce(0) { $0 + $1.count },
                accepted: own.reduce(0) { $0 + ($1.code.kind == .accepted ? $1.count : 0) },
                reported: Reported(reported[String(number)] ?? []))
        }
    }

    private static func groups(
        _ receipts: [Entry], _ dimension: SQLReceiptSums.Dimension
    ) -> [Group] {
        Dictionary(grouping: receipts.filter { $0.dimension == dimension }, by: \.value).map {
            Group(value: $0.key, reported: Reported($0.value))
        }.sorted { ($1.reported.opened, $0.value) < ($0.reported.opened, $1.value) }
    }

    private static func hours(_ receipts: [Entry]) -> [Hour] {
        let hours = Dictionary(grouping: receipts.filter { $0.dimension == .hour }) {
            Int64($0.value) ?? -1
        }
        return hours.filter { $0.key >= 0 }.sorted { $0.key < $1.key }.map {
            Hour(
                hour: Date(storedMilliseconds: $0.key &* 3_600_000),
                reported: Reported($0.value))
        }
    }
}

extension [CampaignResource.Reason] {
    /// The reasons of all variants together.
    fileprivate var summed: [CampaignResource.Reason] {
        var sums: [[String]: Int] = [:]
        for reason in self { sums[[reason.outcome, reason.reason], default: 0] += reason.count }
        return sums.map { .init(outcome: $0.key[0], reason: $0.key[1], count: $0.value) }
            .sorted { ($1.count, $0.outcome, $0.reason) < ($0.count, $1.outcome, $1.reason) }
    }
}

extension CampaignReport.Reported {
    init(_ entries: [SQLReceiptSums.Entry]) {
        self.init()
        for entry in entries {
            switch entry.event {
            case .delivered: delivered += entry.estimate
            case .opened: opened += entry.estimate
            case .action: action += entry.estimate
            case .dismissed: dismissed += entry.estimate
            }
        }
    }
}

extension CampaignReport.Step {
    fileprivate var isReported: Bool { self != .considered && self != .accepted }

    fileprivate func count(
        considered: Int, accepted: Int, _ reported: CampaignReport.Reported
    ) -> Int {
        switch self {
        case .considered: considered
        case .accepted: accepted
        case .delivered: reported.delivered
        case .opened: reported.opened
        case .action: reported.action
        case .dismissed: reported.dismissed
        }
    }

    /// What the number of a step means for a broadcast, which has no steps after `accepted`.
    fileprivate var meaningForBroadcast: String {
        self == .considered
            ? "1 if the broadcast has an outcome; nobody knows how many devices follow the channel"
            : "1 if APNs accepted the broadcast; APNs does not report how many devices received it"
    }

    /// What the number of a step can and cannot mean.
    var meaning: String {
        switch self {
        case .considered:
            "installations of the audience for which the campaign has an outcome; while it is "
                + "being sent, more follow"
        case .accepted:
            "notifications that APNs accepted; APNs does not report whether a device received or "
                + "showed a notification, so this is not the number of people who saw it"
        case .delivered:
            "installations whose app reported the arrival; only an app with a notification service "
                + "extension or a background handler can, and iOS does not always run these, so "
                + "the true number lies between this one and accepted"
        case .opened:
            "installations whose app reported that the person tapped the notification; a person "
                + "who saw the notification and opened the app by its icon is not included"
        case .action:
            "installations whose app reported that the person chose a button of the notification; "
                + "several buttons count once"
        case .dismissed:
            "installations whose app reported that the person cleared the notification; iOS "
                + "reports this only to apps whose category requests it, so most of these "
                + "installations are missing"
        }
    }
}
