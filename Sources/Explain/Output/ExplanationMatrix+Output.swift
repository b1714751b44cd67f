// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import DeviceModel

extension ExplanationMatrix {
    /// The table for people: a column for each state, the order of calls in numbers.
    public func text(paint: @escaping TextPaint = { text, _ in text }) -> String {
        let first = columns.first?.explanation
        var lines: [String] = []
        if let first {
            lines.append("push      \(first.push.pushType.rawValue), \(first.push.topic)")
            lines.append("APNs      \(first.service.words)")
            lines += first.faultLines
            lines.append("")
        }
        let head = row("", columns.map { Self.letter($0.state) })
        lines.append(paint(head, .bold))
        for line in table { lines.append(row(line.name, line.cells)) }
        lines.append("")
        for column in columns {
            lines.append("\(Self.letter(column.state))  \(column.explanation.shortAnswer)")
        }
        lines.append("")
        for rule in deciding {
            let source = rule.rule.map { "\($0.claim.grade.rawValue): \($0.claim.source)" } ?? ""
            let id = rule.rawValue + String(repeating: " ", count: max(1, 9 - rule.rawValue.count))
            lines.append(id + (rule.rule?.text ?? "") + "  " + paint(source, .dim))
        }
        lines.append("")
        lines.append(
            paint(
                "F in use, B in the background, S suspended, T ended by the system, "
                    + "Q force-quit; numbers are the order of calls", .dim))
        return lines.joined(separator: "\n")
    }

    private func row(_ name: String, _ cells: [String]) -> String {
        let label = name + String(repeating: " ", count: max(1, 22 - name.count))
        let padded = cells.map { $0 + String(repeating: " ", count: max(1, 9 - $0.count)) }
        let line = label + padded.joined()
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    /// The rules that decide, each once.
    private var deciding: [RuleID] {
        var rules: [RuleID] = []
        for rule in columns.compactMap({ $0.explanation.decision?.reasons.first })
        where !rules.contains(rule) {
            rules.append(rule)
        }
        return rules
    }

    /// The calls in order, then what is seen, then what the rule is.
    private var table: [(name: String, cells: [String])] {
        var rows: [(name: String, cells: [String])] = []
        let kinds = Callback.Kind.allCases.filter { kind in
            columns.contains { $0.explanation.steps.contains { $0.callback == kind } }
        }
        for kind in kinds {
            rows.append(
                (
                    kind.words,
                    columns.map { column in
                        column.explanation.steps.firstIndex { $0.callback == kind }
                            .map { String($0 + 1) } ?? "–"
                    }
                ))
        }
        let places = Explanation.Place.allCases.filter { place in
            columns.contains { $0.explanation.sights.contains { $0.place == place } }
        }
        for place in places {
            rows.append(
                (
                    place.words,
                    columns.map { column in
                        column.explanation.sights.contains { $0.place == place } ? "yes" : "–"
                    }
                ))
        }
        rows.append(
            (
                "decided by",
                columns.map { $0.explanation.decision?.reasons.first?.rawValue ?? "–" }
            ))
        return rows
    }

    /// The table for programs: an explanation for each state.
    public var json: JSONObject {
        var states = JSONObject()
        for column in columns { states[column.state.rawValue] = .object(column.explanation.json) }
        return ["delivered": .bool(isDelivered), "states": .object(states)]
    }
}

extension Callback.Kind {
    /// The callback's name in a narrow column.
    var words: String {
        switch self {
        case .serviceExtension: "service extension"
        case .serviceExtensionWillExpire: "time will expire"
        case .willPresent: "willPresent"
        case .didReceiveRemoteNotification: "background callback"
        default: rawValue
        }
    }
}
