// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

extension Explanation {
    /// The explanation for people: aligned lines, each with its rule and where that is from.
    ///
    /// - Parameter paint: puts colours on; leaves the text alone unless told otherwise.
    public func text(paint: @escaping TextPaint = { text, _ in text }) -> String {
        var page = TextPage(paint: paint)
        page.add("answer", paint(answer, isDelivered ? .green : .yellow))
        page.add("push", pushWords)
        for value in push.inferred {
            page.add("inferred", paint("\(value.header) \(value.value): \(value.because)", .dim))
        }
        page.add("phone", sceneWords)
        page.add("APNs", service.words)
        if decision != nil { addPhone(to: &page) }
        for note in notes { page.add("note", note.text, note.rule) }
        for remedy in remedies { page.add("try", remedy) }
        return page.text
    }

    private func addPhone(to page: inout TextPage) {
        if steps.isEmpty { page.add("runs", "no code of the app") }
        for (index, step) in steps.enumerated() {
            let number = step.isParallel ? "\(index + 1) ∥" : "\(index + 1)"
            page.add("runs", "\(number) \(step.who): \(step.callback.apiName)", step.rule)
        }
        if sights.isEmpty { page.add("sees", "nothing") }
        for sight in sights { page.add("sees", "\(sight.place.words): \(sight.text)", sight.rule) }
        for held in withheld { page.add("why not", "\(held.what): \(held.why)", held.rule) }
    }

    private var pushWords: String {
        "\(push.pushType.rawValue), priority \(push.priority.rawValue), \(push.topic), "
            + "\(byteCount) bytes"
    }

    /// The phone and the app in a few words.
    var sceneWords: String {
        var words = [
            phone.isLocked ? "locked" : "unlocked", "app \(app.state.rawValue)",
            "permission \(app.authorization.rawValue)",
        ]
        if service.result == .stored { words.append("offline") }
        if let focus = phone.focus { words.append("Focus \(OneLine.text(focus.name))") }
        if phone.isMuted { words.append("silenced") }
        if phone.isLowPower { words.append("Low Power Mode") }
        if phone.summary != nil { words.append("in the scheduled summary") }
        if !app.backgroundRefreshEnabled { words.append("no Background App Refresh") }
        return words.joined(separator: ", ")
    }
}

extension ServiceVerdict {
    /// What APNs says, in a line.
    var words: String {
        switch result {
        case .delivered: "accepted (200): APNs took it, which promises no delivery"
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
    /// The place's name in prose.
    var words: String {
        switch self {
        case .lockScreen: "lock screen"
        case .banner: "banner"
        case .notificationCenter: "Notification Center"
        case .sound: "sound"
        case .vibration: "vibration"
        case .badge: "badge"
        case .dynamicIsland: "Dynamic Island"
        }
    }
}

/// Lines of label, text and rule, aligned.
struct TextPage {
    /// The column at which the text starts.
    private static let indentation = 10
    /// The column at which the rule starts, unless the text is longer.
    private static let ruleColumn = 76

    private let paint: TextPaint
    private var lines: [String] = []
    private var lastLabel = ""

    init(paint: @escaping TextPaint) { self.paint = paint }

    var text: String { lines.joined(separator: "\n") }

    /// Adds a line; a label that was the last one's is not repeated.
    mutating func add(_ label: String, _ text: String, _ rule: RuleID? = nil) {
        let shown = label == lastLabel ? "" : label
        lastLabel = label
        var line = shown + String(repeating: " ", count: max(1, Self.indentation - shown.count))
        line = paint(line, .bold) + text
        if let rule {
            let width = Self.indentation + text.count
            line += String(repeating: " ", count: max(2, Self.ruleColumn - width))
            line += rule.rawValue
            if let claim = rule.rule?.claim {
                line += String(repeating: " ", count: max(1, 8 - rule.rawValue.count))
                line += paint("\(claim.grade.rawValue): \(claim.source)", .dim)
            }
        }
        lines.append(line)
    }
}
