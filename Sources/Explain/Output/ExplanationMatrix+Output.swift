// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import DeviceModel
import Diagnostics

extension ExplanationMatrix {
    /// Returns the matrix as text. The text has a column for each state, in which numbers show the
    /// order of calls.
    ///
    /// - Parameter width: the terminal's width in columns, at which lines are broken between words;
    ///   `nil` disables line breaking. The table itself is not broken.
    package func text(
        width: Int? = nil, paint: @escaping TextPaint = { text, _ in text }
    ) -> String {
        let first = columns.first?.explanation
        var lines: [String] = []
        if let first {
            var page = TextPage(width: width) { text, _ in text }
            page.add("push", "\(first.push.pushType.rawValue), \(first.push.topic)")
            page.add("APNs", first.service.text)
            first.addFaults(to: &page)
            lines.append(page.text)
            lines.append("")
        }
        let head = row("", columns.map { Self.letter($0.state) })
        lines.append(paint(head, .bold))
        for line in table { lines.append(row(line.name, line.cells)) }
        lines.append("")
        for column in columns {
            lines += Self.labelled(
                Self.letter(column.state) + "  ", column.explanation.shortResult, width)
        }
        lines.append("")
        for rule in deciding {
            let source = rule.rule.map { "\($0.claim.grade.rawValue): \($0.claim.source)" } ?? ""
            let id = rule.rawValue + String(repeating: " ", count: max(1, 9 - rule.rawValue.count))
            let text = rule.rule?.text ?? ""
            if width == nil {
                lines.append(id + text + "  " + paint(source, .dim))
            } else {
                let gap = String(repeating: " ", count: id.count)
                lines += Self.labelled(id, text, width)
                lines += Self.labelled(gap, source, width).map { paint($0, .dim) }
            }
        }
        if !deciding.isEmpty { lines.append("") }
        lines += Self.labelled(
            "",
            "F in the foreground, B in the background, S suspended, T terminated by the system, Q "
                + "force-quit; the numbers are the order of the calls", width
        ).map { paint($0, .dim) }
        return lines.joined(separator: "\n")
    }

    /// Returns a text that follows a label. Continuation lines are aligned with the text.
    private static func labelled(_ label: String, _ text: String, _ width: Int?) -> [String] {
        let gap = String(repeating: " ", count: label.count)
        return TextWrap.lines(text, width: width, first: label.count, rest: label.count)
            .enumerated().map { index, line in (index == 0 ? label : gap) + line }
    }

    private func row(_ name: String, _ cells: [String]) -> String {
        let label = name + String(repeating: " ", count: max(1, 22 - name.count))
        let padded = cells.map { $0 + String(repeating: " ", count: max(1, 9 - $0.count)) }
        let line = label + padded.joined()
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    /// The decisive rules of all states, without duplicates.
    private var deciding: [RuleID] {
        var rules: [RuleID] = []
        for rule in columns.compactMap({ $0.explanation.decision?.reasons.first })
        where !rules.contains(rule) {
            rules.append(rule)
        }
        return rules
    }

    /// The rows of the matrix: the calls in order, the visible effects, and the rule.
    private var table: [(name: String, cells: [String])] {
        var rows: [(name: String, cells: [String])] = []
        let kinds = Callback.Kind.allCases.filter { kind in
            columns.contains { $0.explanation.steps.contains { $0.callback == kind } }
        }
        for kind in kinds {
            rows.append(
                (
                    kind.columnName,
                    columns.map { column in
                        column.explanation.steps.firstIndex { $0.callback == kind }
                            .map { String($0 + 1) } ?? "–"
                    }
                ))
        }
        let places = Explanation.Place.allCases.filter { place in
            columns.contains { $0.explanation.effects.contains { $0.place == place } }
        }
        for place in places {
            rows.append(
                (
                    place.name,
                    columns.map { column in
                        column.explanation.effects.contains { $0.place == place } ? "yes" : "–"
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

    /// The matrix as JSON for programs. It contains an explanation for each state.
    package var json: JSONObject {
        var states = JSONObject()
        for column in columns { states[column.state.rawValue] = .object(column.explanation.json) }
        return ["delivered": .bool(isDelivered), "states": .object(states)]
    }
}

extension Callback.Kind {
    /// The short name of the callback, for a narrow column.
    var columnName: String {
        switch self {
        case .serviceExtension: "service extension"
        case .serviceExtensionWillExpire: "time will expire"
        case .willPresent: "willPresent"
        case .didReceiveRemoteNotification: "background callback"
        default: rawValue
        }
    }
}
