// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
package import Diagnostics

/// Information about the payload and the headers that is useful to a sender regardless of the
/// phone's state. `bellhop explain` and `bellhop push` show it with the text of the lint finding.
package struct PushHint: Hashable, Sendable {
    package let text: String
    /// The remedy; empty if the hint has none.
    package let remedy: String
    /// The lint rule that reports the problem; `nil` if the hint does not come from lint.
    package let rule: String?

    init(_ text: String, remedy: String = "", rule: String? = nil) {
        self.text = text
        self.remedy = remedy
        self.rule = rule
    }

    /// Makes a hint from a finding of lint.
    init(_ finding: Diagnostic) {
        self.init(finding.oneLine, remedy: finding.remedy, rule: finding.rule)
    }

    /// The maximum number of findings in ``hints(for:)``.
    package static let countMax = 5

    /// Returns hints for the first problems of a push that is about to be sent.
    package static func hints(for push: ExplainedPush) -> [PushHint] { hints(for: push.faults) }

    /// Returns hints for the first findings in ``ExplainedPush/faults``.
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
    /// The problems in the payload and the headers.
    package var faults: [Diagnostic] { findings.filter(\.isFault) }
}

extension Diagnostic {
    /// Whether this is a warning or an error, not only a note.
    var isFault: Bool { severity >= .warning }

    /// The position in the file, the problem and the rule, in one line.
    var oneLine: String {
        var prefix = location.position.map { "\($0.line):\($0.column)" } ?? location.file
        if !location.keyPath.isEmpty { prefix += " \(OneLine.text(location.keyPath))" }
        return "\(prefix): \(OneLine.text(message, characterCountMax: 200)) [\(rule)]"
    }
}
