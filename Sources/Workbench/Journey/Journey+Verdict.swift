// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DeviceModel
import Explain
import GatewayAPI

extension Journey {
    /// The assessment of a notification. It consists of the notification's status, the reason why
    /// it did not arrive, and the remedies.
    package struct Verdict: Sendable {
        /// The current status, in one line.
        package let status: String
        /// The reason why the notification has not arrived; `nil` if it has arrived.
        package var why: String?
        package var remedies: [String] = []
        /// Whether the notification has arrived or may still arrive.
        package let isGood: Bool
    }

    package var verdict: Verdict {
        if let report { return verdict(report) }
        if let sending { return verdict(sending.delivery) }
        return Verdict(
            status: "unknown", why: unknownReason,
            remedies: [
                "check the apns-id, and whether --state-dir names the servers' state directory"
            ],
            isGood: false)
    }

    private var unknownReason: String {
        var facts: [String] = []
        if gateway == .notFound { facts.append("the gateway has no delivery with this apns-id") }
        if simulator == .notFound {
            facts.append("the simulated APNs has no record of the notification")
        }
        return facts.joined(separator: "; ")
    }

    private var phone: String { phoneName.map { OneLine.text($0) } ?? "the phone" }

    private func verdict(_ report: DeliveryReport) -> Verdict {
        switch report.stage {
        case .rejected: return rejected(report)
        case .underWay:
            return Verdict(
                status: "on its way from APNs to \(phone)", why: report.note,
                remedies: ["try again in a moment"], isGood: true)
        case .stored:
            return Verdict(
                status: "at APNs, which stores it for \(phone)", why: report.note,
                remedies: ["bring the phone online: bellhop device network on"],
                isGood: true)
        case .discarded:
            return Verdict(
                status: "not delivered: APNs accepted it and discarded it", why: report.note,
                remedies: Self.remedies(afterDiscarding: report.note), isGood: false)
        case .delivered: return arrived(report)
        }
    }

    /// Returns the remedies for a note in the log. If the note is unknown, returns general
    /// remedies.
    private static func remedies(afterDiscarding note: String) -> [String] {
        let known = [
            ("switched off", "ask the person to allow notifications in Settings"),
            ("no longer registered", "let the app send its token again at its next launch"),
            ("not a JSON object", "find the error with: bellhop lint FILE"),
            ("expir", "send a later apns-expiration, or none"),
            ("one attempt", "send a later apns-expiration, or none"),
        ]
        return [known.first { note.contains($0.0) }?.1 ?? "bellhop explain --symptom late"]
    }

    private func arrived(_ report: DeliveryReport) -> Verdict {
        guard let arrival = report.arrival else {
            return Verdict(status: "sent to the followers of the channel", isGood: true)
        }
        guard !arrival.isDelivered else {
            return Verdict(
                status: "on \(phone): \(arrival.summary)",
                remedies: arrival.outcome == .listedQuietly ? Self.remedies(arrival) : [],
                isGood: true)
        }
        return Verdict(
            status: arrival.outcome == .held
                ? "on \(phone), which has not shown it yet"
                : "on \(phone), which neither showed it nor ran the app",
            why: arrival.summary, remedies: Self.remedies(arrival), isGood: false)
    }

    private static func remedies(_ arrival: Arrival) -> [String] {
        RuleAdvice.remedy(for: arrival.reasons).map { [$0] } ?? []
    }

    private func rejected(_ report: DeliveryReport) -> Verdict {
        let reason = report.reason
        if let delivery = sending?.delivery, !delivery.state.isTerminal {
            return Verdict(
                status: "at the gateway, which will send it again",
                why: GatewayText.state(delivery), remedies: Self.remedies(reason), isGood: true)
        }
        return Verdict(
            status: "not delivered: APNs rejected it",
            why: "\(report.status) \(reason?.rawValue ?? "without a reason"): \(report.note)",
            remedies: Self.remedies(reason), isGood: false)
    }

    private static func remedies(_ reason: RejectionReason?) -> [String] {
        guard let reason, let row = reason.row else { return [] }
        return [row.remedy, "bellhop explain --reason \(reason.rawValue.printable)"]
    }

    /// Returns the verdict that results from the gateway's information alone.
    private func verdict(_ delivery: DeliveryResource) -> Verdict {
        let state = GatewayText.state(delivery)
        var remedies = delivery.reason.flatMap(GatewayText.remedy).map { [$0] } ?? []
        if let reason = delivery.reason.map(RejectionReason.init(rawValue:)), reason.row != nil {
            remedies.append("bellhop explain --reason \(reason.rawValue.printable)")
        }
        if let diagnosis = sending?.diagnosis { remedies.insert(diagnosis, at: 0) }
        switch delivery.state {
        case .queued, .sending:
            return Verdict(
                status: "at the gateway", why: state, remedies: remedies, isGood: true)
        case .accepted:
            return Verdict(
                status: "at Apple: APNs accepted it, which does not guarantee delivery",
                why: appleDetails, remedies: ["bellhop explain --symptom nothing-arrives"],
                isGood: true)
        case .rejected:
            return Verdict(
                status: "not delivered: APNs rejected it", why: state, remedies: remedies,
                isGood: false)
        case .expired, .cancelled, .suppressed:
            return Verdict(
                status: "not delivered: the gateway never sent it to APNs, or APNs did not accept "
                    + "it", why: state,
                remedies: remedies, isGood: false)
        }
    }

    /// The information that is available when Apple's APNs has accepted the notification.
    private var appleDetails: String {
        let reports = sending?.message?.receipts ?? [:]
        let counts = reports.keys.sorted().map { "\($0) \(reports[$0] ?? 0)" }
        if !counts.isEmpty {
            return "receipts from apps for the message: " + counts.joined(separator: ", ")
        }
        let log =
            sending?.delivery.environment == .sandbox
            ? "the delivery log of Apple's Push Notifications Console has details for 7 days, "
                + "under the apns-unique-id of the response"
            : "for production, Apple shows only totals, not single notifications"
        return simulator == .notFound
            ? "the simulated APNs has no record of the notification; if it was sent to Apple: "
                + log : log
    }
}
