// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import PushLint

/// The findings of lint in a text, in the forms that tables compare.
struct PayloadFindings {
    let text: String
    let all: [Diagnostic]

    /// - Parameters:
    ///   - file: the file's name; `.apns` is a file for the Simulator.
    ///   - headers: lines of front matter, for instance `type: alert`.
    init(_ text: String, file: String = "payload.apns", _ headers: String...) {
        self.text =
            headers.isEmpty ? text : "---\n\(headers.joined(separator: "\n"))\n---\n\(text)"
        all = PayloadLinter().lint(SourceText(name: file, text: self.text))
    }

    /// The identifiers of all rules with findings, sorted and unique.
    var rules: [String] { Set(all.map(\.rule)).sorted() }

    /// The identifiers in `rules` without the note that silent pushes have a budget.
    var rulesOfPayload: [String] { rules.filter { $0 != "silent-push-budget" } }

    /// The identifiers of the rules with errors or warnings, sorted and unique.
    var faults: [String] { Set(all.filter { $0.severity > .note }.map(\.rule)).sorted() }

    /// The findings of one rule.
    func of(_ rule: String) -> [Diagnostic] { all.filter { $0.rule == rule } }

    /// The key paths at which a rule found something.
    func keyPaths(_ rule: String) -> [String] { of(rule).map(\.location.keyPath) }

    /// The text after all fixes.
    var fixed: String {
        let bytes = TextFix.apply(all.compactMap(\.fix), to: Array(text.utf8)).text
        return String(decoding: bytes, as: UTF8.self)
    }
}
