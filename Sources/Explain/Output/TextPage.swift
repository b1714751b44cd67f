// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Diagnostics

/// A page of aligned lines, each with a label, a rule, a text and a source.
///
/// In a file or a pipe, each fact is one line. On a terminal, texts are broken between words, and
/// the source is on a separate line.
struct TextPage {
    private struct Line {
        let label: String
        let text: String
        let rule: RuleID?
        /// The source of the text; by default, the source of the rule.
        let source: String?
        let style: TextStyle?
    }

    /// The widths of the columns that contain labels and rules, in columns of the terminal.
    static let labelWidth = 10
    private static let ruleWidth = 9
    /// The maximum width of a text, in columns, for which the source is aligned in one column.
    private static let textWidthMax = 72

    private let paint: TextPaint
    private let width: Int?
    private var lines: [Line] = []

    /// - Parameter width: the terminal's width in columns; `nil` disables line breaking.
    init(width: Int? = nil, paint: @escaping TextPaint) {
        self.width = width
        self.paint = paint
    }

    mutating func add(
        _ label: String, _ text: String, _ rule: RuleID? = nil, source: String? = nil,
        style: TextStyle? = nil
    ) {
        let source = source ?? rule?.rule.map { "\($0.claim.grade.rawValue): \($0.claim.source)" }
        lines.append(
            Line(label: label, text: text, rule: rule, source: source, style: style))
    }

    /// The page. A label is omitted if the previous line has the same label.
    var text: String {
        let widths = lines.filter { $0.rule != nil }.map(\.text.count)
        let column = widths.filter { $0 <= Self.textWidthMax }.max() ?? 0
        var lastLabel = ""
        return lines.flatMap { line in
            let label = line.label == lastLabel ? "" : line.label
            lastLabel = line.label
            let head = paint(Self.pad(label, to: Self.labelWidth), .bold)
            return width.map { broken(line, head, $0) } ?? [head + whole(line, column)]
        }.joined(separator: "\n")
    }

    /// Returns a fact as one line.
    private func whole(_ line: Line, _ column: Int) -> String {
        let start = line.rule.map { Self.pad($0.rawValue, to: Self.ruleWidth) } ?? ""
        guard let source = line.source else { return start + styled(line.text, line) }
        let text = line.rule == nil ? line.text : Self.pad(line.text, to: column)
        return start + text + paint("  " + source, .dim)
    }

    /// Returns a fact as lines for a terminal.
    private func broken(_ line: Line, _ head: String, _ width: Int) -> [String] {
        let rule = line.rule.map { Self.pad($0.rawValue, to: Self.ruleWidth) } ?? ""
        let indent = Self.labelWidth + rule.count
        let gap = String(repeating: " ", count: indent)
        let texts = TextWrap.lines(line.text, width: width, first: indent, rest: indent)
        var lines = texts.enumerated().map { index, text in
            (index == 0 ? head + rule : gap) + styled(text, line)
        }
        if let source = line.source {
            // The source is placed below the text, or below the rule if the terminal is too narrow.
            let isRoomy = source.split(separator: " ").allSatisfy { indent + $0.count <= width }
            let start = isRoomy ? indent : Self.labelWidth
            lines += TextWrap.lines(source, width: width, first: start, rest: start)
                .map { String(repeating: " ", count: start) + paint($0, .dim) }
        }
        return lines
    }

    private func styled(_ text: String, _ line: Line) -> String {
        line.style.map { paint(text, $0) } ?? text
    }

    private static func pad(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
