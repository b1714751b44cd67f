// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import Diagnostics

/// Formats rules for a terminal, either as a list of all rules, or as one rule with its examples.
package enum RuleText {
    /// Returns a list with one line for each rule.
    package static func list(_ rules: [DiagnosticRule]) -> String {
        let width = rules.map(\.id.count).max() ?? 0
        return rules.map { rule in
            let gap = String(repeating: " ", count: width - rule.id.count + 2)
            let word = rule.severity.rawValue
            let severity = word + String(repeating: " ", count: 9 - word.count)
            return Console.styled(rule.id, .bold) + gap + severity + rule.title
        }.joined(separator: "\n")
    }

    /// Returns the full description of a rule.
    ///
    /// - Throws: ``CommandFailure`` with status 64 if there is no such rule. Its message contains
    ///   similar identifiers.
    package static func page(_ id: String, of rules: [DiagnosticRule], listedBy flag: String) throws
        -> String
    {
        guard let rule = rules.first(where: { $0.id == id }) else {
            let near = DiagnosticRule.nearest(to: id, in: rules).map(\.id)
            let hint =
                near.isEmpty
                ? "\(flag) lists them" : "did you mean \(near.joined(separator: ", "))?"
            throw CommandFailure(.usage, "there is no rule \"\(id)\"; \(hint)")
        }
        var lines = [
            "\(Console.styled(rule.id, .bold))  \(rule.severity.rawValue): \(rule.title)", "",
        ]
        lines += TextWrap.lines(rule.why, width: Console.width) + [""]
        lines += labelled("try", rule.remedy)
        lines += labelled("source", "\(rule.claim.grade.rawValue): \(rule.claim.source)")
        lines += example("wrong", rule.wrong) + example("right", rule.right)
        return lines.joined(separator: "\n")
    }

    /// The width of a label, in columns.
    private static let labelWidth = 8

    private static func labelled(_ label: String, _ text: String) -> [String] {
        let gap = String(repeating: " ", count: labelWidth)
        return TextWrap.lines(text, width: Console.width, first: labelWidth, rest: labelWidth)
            .enumerated().map { index, line in
                index == 0 ? label + gap.dropFirst(label.count) + line : gap + line
            }
    }

    private static func example(_ title: String, _ example: RuleExample) -> [String] {
        var lines: [String] = []
        for file in example.files {
            let name =
                example.files.count > 1 || !file.path.hasPrefix("payload.") ? ", \(file.path)" : ""
            lines += ["", Console.styled(title + name, .dim)]
            lines += file.text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { "    " + TerminalText.text(String($0)) }
        }
        return lines
    }
}
