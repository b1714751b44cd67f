// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Changes to a text that mend a finding.
public struct TextFix: Hashable, Sendable {
    /// One replacement.
    public struct Edit: Hashable, Sendable {
        /// Bytes of the original text, from 0, end excluded.
        public var range: Range<Int>
        public var replacement: [UInt8]

        public init(_ range: Range<Int>, _ replacement: some Sequence<UInt8>) {
            self.range = range
            self.replacement = Array(replacement)
        }
    }

    /// What it does, for instance `remove the comma`.
    public var title: String
    /// In order, without overlap.
    public var edits: [Edit]

    public init(_ title: String, _ edits: [Edit]) {
        self.title = title
        self.edits = edits
    }

    /// A fix of one edit.
    public init(_ title: String, replacing range: Range<Int>, with text: String) {
        self.init(title, [Edit(range, text.utf8)])
    }

    /// Applies fixes to a text. A fix that overlaps one before it, or reaches beyond the text, is
    /// left out whole; run again for it.
    ///
    /// - Returns: the new text and how many fixes were applied.
    public static func apply(
        _ fixes: [TextFix], to bytes: [UInt8]
    ) -> (text: [UInt8], count: Int) {
        var taken: [Edit] = []
        var count = 0
        for fix in fixes {
            let isWithin = fix.edits.allSatisfy {
                $0.range.lowerBound >= 0 && $0.range.upperBound <= bytes.count
            }
            let isFree = fix.edits.allSatisfy { edit in
                !taken.contains { overlaps($0.range, edit.range) }
            }
            guard isWithin, isFree else { continue }
            taken += fix.edits
            count += 1
        }
        var text = bytes
        for edit in taken.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            text.replaceSubrange(edit.range, with: edit.replacement)
        }
        return (text, count)
    }

    /// Two insertions at one place overlap too, because their order would be chance.
    private static func overlaps(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        a.lowerBound == b.lowerBound || a.overlaps(b)
    }
}
