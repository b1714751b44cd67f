// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
public import Diagnostics

/// Something about payload and headers that a sender should know whatever the phone does; `explain`
/// and `push` say it in the words of lint.
public struct PushHint: Hashable, Sendable {
    public let text: String
    /// What to do; empty when there is nothing to do.
    public let remedy: String
    /// The rule of lint that says so; `nil` when it is none.
    public let rule: String?

    init(_ text: String, remedy: String = "", rule: String? = nil) {
        self.text = text
        self.remedy = remedy
        self.rule = rule
    }

    /// A finding of lint.
    init(_ finding: Diagnostic) {
        self.init(finding.words, remedy: finding.remedy, rule: finding.rule)
    }

    /// How many faults ``hints(for:)`` names.
    public static let countMax = 5

    /// The first faults in words, for a sender who is about to send.
    public static func hints(for push: ExplainedPush) -> [PushHint] { hints(for: push.faults) }

    /// The first of the faults that ``ExplainedPush/faults`` has found.
    public static func hints(for faults: [Diagnostic]) -> [PushHint] {
        var hints = faults.prefix(countMax).map { PushHint($0) }
        if faults.count > countMax {
            hints.append(PushHint("and \(faults.count - countMax) more: bellhop lint shows all"))
        }
        return hints
    }

    /// The hint in one line: what, and what to do.
    public var words: String { text + (remedy.isEmpty ? "" : "; \(remedy)") }
}

extension ExplainedPush {
    /// What is wrong or unwise in payload and headers.
    public var faults: [Diagnostic] { findings.filter(\.isFault) }
}

extension Diagnostic {
    /// Whether something is wrong or unwise, rather than worth knowing.
    var isFault: Bool { severity >= .warning }

    /// Where in the file and what, in one line, with the rule.
    var words: String {
        var place = location.position.map { "\($0.line):\($0.column)" } ?? location.file
        if !location.keyPath.isEmpty { place += " \(OneLine.text(location.keyPath))" }
        return "\(place): \(OneLine.text(message, characterCountMax: 200)) [\(rule)]"
    }
}
