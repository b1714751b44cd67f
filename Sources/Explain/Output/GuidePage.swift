// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// Lays out the page of a reason or a symptom.
struct GuidePage {
    /// The terminal's width in columns; `nil` disables line breaking.
    let width: Int?
    let paint: TextPaint

    private static let labelWidth = 10

    /// Returns the first lines of the page: the name of the reason or symptom, its meaning, and the
    /// source.
    func title(_ name: String, _ meaning: String, source: String) -> [String] {
        let lines = TextWrap.lines(meaning, width: width, first: name.count + 2)
        return lines.enumerated().map { index, line in
            index == 0 ? paint(name, .bold) + ": " + line : line
        } + TextWrap.lines(source, width: width).map { paint($0, .dim) }
    }

    /// Returns a label followed by a text. Continuation lines are aligned with the text.
    func line(_ label: String, _ text: String, indent: Int = 0) -> [String] {
        let start = Self.labelWidth + indent
        let head = label + String(repeating: " ", count: max(1, Self.labelWidth - label.count))
        let gap = String(repeating: " ", count: start)
        return TextWrap.lines(text, width: width, first: Self.labelWidth, rest: start)
            .enumerated().map { index, line in
                index == 0 ? (label.isEmpty ? head : paint(head, .bold)) + line : gap + line
            }
    }

    /// Returns the lines for each cause: the cause, its source, how to recognize the cause, and the
    /// remedy.
    func lines(of causes: [LikelyCause]) -> [String] {
        causes.enumerated().flatMap { index, cause in
            let source = "\(cause.claim.grade.rawValue): \(cause.claim.source)"
            var what = line(index == 0 ? "likely" : "", "\(index + 1)  \(cause.what)", indent: 3)
            if width == nil {
                what[what.count - 1] += paint("  \(source)", .dim)
            } else {
                what += line("", "   \(source)", indent: 3).map { paint($0, .dim) }
            }
            return what + line("", "   check \(cause.check)", indent: 9)
                + line("", "   try   \(cause.remedy)", indent: 9)
        }
    }
}
