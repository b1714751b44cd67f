// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A sentence, the rule that it cites, and a second sentence with details or a suggestion.
struct CitedSentence {
    /// The sentence, without a full stop.
    let text: String
    let rule: RuleID?
    /// The second sentence, with or without a full stop.
    let more: String?

    init(_ text: String, _ rule: RuleID? = nil, more: String? = nil) {
        self.text = text
        self.rule = rule
        self.more = more
    }

    /// The ends of a quotation after which the sentence needs no full stop.
    private static let quotedStops = [".”", "!”", "?”", "…”"]

    /// The text in one line: `Text (RULE). More.`
    var line: String {
        var line = text
        if let rule { line += " (\(rule))" }
        if !Self.quotedStops.contains(where: line.hasSuffix) { line += "." }
        if let more { line += " \(more)" + (more.hasSuffix(".") ? "" : ".") }
        return line
    }
}
