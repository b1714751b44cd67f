// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
package import Diagnostics

/// Information about payload and headers that is useful to a sender regardless of the phone's
/// state. `bellhop explain` and `bellhop push` show it in the words of lint.
package struct PushHint: Hashable, Sendable {
    package let text: String
    /// The remedy; empty if there is none.
    package let remedy: String
    /// The rule of lint that reports the problem; `nil` if the hint is not from lint.
    package let rule: String?

    init(_ text: String, remedy: String = "", rule: String? = nil) {
        self.text = text
        self.remedy = remedy
        self.rule = rule
    }

    /// Creates a hint from a finding of lint.
    init(_ finding: Diagnostic) {
        self.init(finding.oneLine, remedy: finding.remedy, rule: finding.rule)
    }

    /// The maximum number of findings in ``hints(for:)``.
    package static let countMax = 5

    /// Returns hints for the first problems of a push that is about to be sent.
    package static func hints(for push: ExplainedPush) -> [PushHint] { hints(for: push.faults) }

    /// Returns hints for the first of the findings in ``ExplainedPush/faults``.
    package static func hints(for faults: [Diagnostic]) -> [PushHint] {
        var hints = faults.prefix(countMax).map { PushHint($0) }
        if faults.count > countMax {
            hints.append(
                PushHint(
                    "there are \(faults.count - countMax) more; bellhop lint shows all of them"))
        }
        return hints
    }

    /// The hint in one line: the problem and the remedy.
    package var summary: String { text + (remedy.isEmpty ? "" : "; \(remedy)") }
}

extension ExplainedPush {
    /// The problems in payload and headers.
    package var faults: [Diagnostic] { findings.filter(\.isFault) }
}

extension Diagnostic {
    /// Whether this is a warning or an error, not only a note.
    var isFault: Bool { severity >= .warning }

    /// The position in the file and the problem, in one line, with the rule.
    var oneLine: String {
        var prefix = location.position.map { "\($0.line):\($0.column)" } ?? location.file
        if !location.keyPath.isEmpty { prefix += " \(OneLine.text(location.keyPath))" }
        return "\(prefix): \(OneLine.text(message, characterCountMax: 200)) [\(rule)]"
    }
}
