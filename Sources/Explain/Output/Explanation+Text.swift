// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Diagnostics

extension Explanation {
    /// Returns the explanation as text for people. The text consists of aligned lines, each with
    /// its rule and the rule's source.
    ///
    /// - Parameters:
    ///   - width: the terminal's width in columns, at which lines are broken between words; `nil`
    ///     disables line breaking.
    ///   - paint: a function that adds styles; by default, it returns the text unchanged.
    package func text(
        width: Int? = nil, paint: @escaping TextPaint = { text, _ in text }
    ) -> String {
        var page = TextPage(width: width, paint: paint)
        page.add("result", result, style: isDelivered ? .green : .yellow)
        page.add("push", pushSummary)
        for value in push.inferred {
            page.add("inferred", "\(value.header) \(value.value): \(value.because)", style: .dim)
        }
        page.add("phone", phoneSummary)
        page.add("APNs", service.text, service.rule, source: service.source)
        addFaults(to: &page)
        if decision != nil { addPhone(to: &page) }
        for note in notes { page.add("note", note.text) }
        for remedy in remedies { page.add("try", remedy) }
        return page.text
    }

    /// The maximum number of findings in the text. The JSON form contains all findings.
    private static let faultCountMax = 8

    func addFaults(to page: inout TextPage) {
        for fault in faults.prefix(Self.faultCountMax) {
            page.add(fault.severity.rawValue, fault.oneLine)
        }
        if let more = moreFaults { page.add("", more) }
    }

    private var moreFaults: String? {
        let count = faults.count - Self.faultCountMax
        return count > 0 ? "there are \(count) more; bellhop lint shows all of them" : nil
    }

    private func addPhone(to page: inout TextPage) {
        if steps.isEmpty { page.add("runs", "no code of the app") }
        for (index, step) in steps.enumerated() {
            let number = step.isParallel ? "\(index + 1) ∥" : "\(index + 1)"
            page.add("runs", "\(number) \(step.who): \(step.callback.apiName)", step.rule)
        }
        if effects.isEmpty { page.add("sees", "nothing") }
        var lastText = ""
        for effect in effects {
            let text = effect.text == lastText ? "the same" : effect.text
            lastText = effect.text
            page.add("sees", "\(effect.place.name): \(text)", effect.rule)
        }
        for passedObstacle in passedObstacles {
            page.add(
                "despite", "\(passedObstacle.obstacle): \(passedObstacle.rule.rule?.text ?? "")",
                passedObstacle.rule)
        }
        for held in withheld { page.add("why not", "\(held.what): \(held.why)", held.rule) }
    }

    private var pushSummary: String {
        "\(push.pushType.rawValue), priority \(push.priority.rawValue), \(push.topic), "
            + "\(byteCount) bytes"
    }

    /// A short description of the phone and the app.
    var phoneSummary: String {
        var parts = [
            phone.isLocked ? "locked" : "unlocked", "app \(app.state.rawValue)",
            "permission \(app.authorization.rawValue)",
        ]
        if service.result == .stored { parts.append("offline") }
        if let focus = phone.focus { parts.append("Focus \(OneLine.text(focus.name))") }
        if phone.isMuted { parts.append("silenced") }
        if phone.isLowPower { parts.append("Low Power Mode") }
        if phone.summary != nil { parts.append("in the scheduled summary") }
        if !app.backgroundRefreshEnabled { parts.append("no Background App Refresh") }
        return parts.joined(separator: ", ")
    }
}

extension ServiceVerdict {
    /// The source of the reason for a rejection.
    var source: String? {
        guard case .refused(let reason) = result, let claim = reason.row?.claim else { return nil }
        return "\(claim.grade.rawValue): \(claim.source)"
    }

    /// The rule about storage at APNs, if that rule determines the result.
    var rule: RuleID? {
        switch result {
        case .stored: "SF-1"
        case .discarded: isUnreadable ? "ARR-2" : isDisabled ? "LC-24" : "SF-2"
        case .delivered, .refused: nil
        }
    }

    /// The response of APNs, in one line.
    var text: String {
        switch result {
        case .delivered: "accepted (200), which does not guarantee delivery"
        case .stored: "accepted (200), \(because)"
        case .discarded: "accepted (200), then discarded: \(because)"
        case .refused(let reason):
            reason.row.map { row in
                "rejected: \(status) \(reason.rawValue): \(row.meaning)"
                    + (because == row.meaning ? "" : " (\(because))")
            } ?? "rejected: \(status) \(reason.rawValue)"
        }
    }
}

extension Explanation.Place {
    /// The name of the place, for use in sentences.
    var name: String {
        switch self {
        case .lockScreen: "lock screen"
        case .banner: "banner"
        case .notificationCenter: "Notification Center"
        case .sound: "sound"
        case .vibration: "vibration"
        case .badge: "badge"
        case .summary: "scheduled summary"
        case .liveActivity: "Live Activity"
        case .dynamicIsland: "Dynamic Island"
        }
    }
}
