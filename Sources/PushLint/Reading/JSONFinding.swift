// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A JSON error at a range of a text, before it is assigned to a file.
struct JSONFinding: Hashable {
    let rule: DiagnosticRule
    var message: String
    var remedy: String
    let range: Range<Int>
    let keyPath: String
    var fix: TextFix?
}

/// The errors in the order in which they were found. Many errors of the same kind are combined, so
/// that a text in single quotation marks does not produce a page of findings.
struct SyntaxErrorList {
    /// The maximum number of findings for each rule. The last of these findings also states the
    /// number of further errors.
    static let countMaxPerRule = 5

    private(set) var findings: [JSONFinding] = []
    private var indicesByRule: [String: [Int]] = [:]
    private var foldedByRule: [String: Int] = [:]

    mutating func add(_ finding: JSONFinding) {
        let indices = indicesByRule[finding.rule.id] ?? []
        guard indices.count == Self.countMaxPerRule, let last = indices.last else {
            indicesByRule[finding.rule.id] = indices + [findings.count]
            findings.append(finding)
            return
        }
        foldedByRule[finding.rule.id, default: 0] += 1
        if let more = finding.fix?.edits {
            if findings[last].fix == nil {
                findings[last].fix = finding.fix
            } else {
                findings[last].fix?.edits += more
            }
        }
    }

    /// All findings. A finding that represents several errors states their number.
    var all: [JSONFinding] {
        var all = findings
        for (id, count) in foldedByRule {
            guard let last = indicesByRule[id]?.last else { continue }
            all[last].message += ", and \(count) more of the same kind"
        }
        return all
    }
}

/// A step on the path to a value: a key or an array index.
enum JSONPathStep: Hashable {
    case key(String)
    case index(Int)

    /// Returns a path as text, for instance `aps.alert.loc-args[1]`.
    static func text(_ steps: [JSONPathStep]) -> String {
        var text = ""
        for step in steps {
            switch step {
            case .key(let key): text += (text.isEmpty ? "" : ".") + key
            case .index(let index): text += "[\(index)]"
            }
        }
        return text
    }
}
