// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

/// Lines of label, rule, text and source, aligned.
struct TextPage {
    private struct Line {
        let label: String
        let text: String
        let rule: RuleID?
    }

    /// The columns that labels and rules take.
    private static let labelWidth = 10
    private static let ruleWidth = 9
    /// The longest text that the sources of all lines make room for.
    private static let textWidthMax = 72

    private let paint: TextPaint
    private var lines: [Line] = []

    init(paint: @escaping TextPaint) { self.paint = paint }

    mutating func add(_ label: String, _ text: String, _ rule: RuleID? = nil) {
        lines.append(Line(label: label, text: text, rule: rule))
    }

    /// The page; a label that is the last line's, too, is not repeated.
    var text: String {
        let widths = lines.filter { $0.rule != nil }.map(\.text.count)
        let width = widths.filter { $0 <= Self.textWidthMax }.max() ?? 0
        var lastLabel = ""
        return lines.map { line in
            let label = line.label == lastLabel ? "" : line.label
            lastLabel = line.label
            return paint(Self.pad(label, to: Self.labelWidth), .bold) + body(of: line, width)
        }.joined(separator: "\n")
    }

    private func body(of line: Line, _ width: Int) -> String {
        guard let rule = line.rule else { return line.text }
        let start = Self.pad(rule.rawValue, to: Self.ruleWidth)
        guard let claim = rule.rule?.claim else { return start + line.text }
        let source = paint("\(claim.grade.rawValue): \(claim.source)", .dim)
        return start + Self.pad(line.text, to: width) + "  " + source
    }

    private static func pad(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
