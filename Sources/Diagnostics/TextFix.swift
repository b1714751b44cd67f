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
        let fixes = compatible(fixes, in: bytes.count)
        let edits = fixes.flatMap(\.edits).sorted { $0.range.lowerBound < $1.range.lowerBound }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var offset = 0
        for edit in edits {
            text += bytes[offset..<edit.range.lowerBound]
            text += edit.replacement
            offset = edit.range.upperBound
        }
        return (text + bytes[offset...], fixes.count)
    }

    /// The fixes that can be applied together: without those that overlap one before them or reach
    /// beyond the text.
    public static func compatible(_ fixes: [TextFix], in byteCount: Int) -> [TextFix] {
        // In order of place, without overlap.
        var taken: [Range<Int>] = []
        return fixes.filter { fix in
            let before = taken
            for edit in fix.edits {
                let range = edit.range
                let index = taken.partitioningIndex { $0.lowerBound >= range.lowerBound }
                let isWithin = range.lowerBound >= 0 && range.upperBound <= byteCount
                let isFree =
                    (index == 0 || taken[index - 1].upperBound <= range.lowerBound)
                    && (index == taken.count || !overlaps(range, taken[index]))
                guard isWithin, isFree else {
                    taken = before
                    return false
                }
                taken.insert(range, at: index)
            }
            return true
        }
    }

    /// Two insertions at one place overlap too, because their order would be chance.
    private static func overlaps(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        a.lowerBound == b.lowerBound || a.overlaps(b)
    }
}

extension Array {
    /// The first index at which a condition holds that holds for all after it, too.
    fileprivate func partitioningIndex(_ isBehind: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
