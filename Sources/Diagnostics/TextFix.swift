// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Edits to a text that fix a finding.
public struct TextFix: Hashable, Sendable {
    /// The replacement of a range by other bytes.
    public struct Edit: Hashable, Sendable {
        /// The half-open range in the original text, in bytes counted from 0.
        public var range: Range<Int>
        public var replacement: [UInt8]

        public init(_ range: Range<Int>, _ replacement: some Sequence<UInt8>) {
            self.range = range
            self.replacement = Array(replacement)
        }
    }

    /// The description of the change, for instance `remove the comma`.
    public var title: String
    /// The edits in order, without overlap.
    public var edits: [Edit]

    public init(_ title: String, _ edits: [Edit]) {
        self.title = title
        self.edits = edits
    }

    /// Makes a fix with one edit.
    public init(_ title: String, replacing range: Range<Int>, with text: String) {
        self.init(title, [Edit(range, text.utf8)])
    }

    /// Applies fixes to a text. A fix that overlaps a previous fix or extends beyond the text is
    /// skipped entirely. To apply an overlapping fix, examine the new text again.
    ///
    /// - Returns: The new text and the number of fixes that were applied.
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

    /// Returns the fixes that can be applied together, because they neither overlap a previous fix
    /// nor extend beyond the text.
    public static func compatible(_ fixes: [TextFix], in byteCount: Int) -> [TextFix] {
        // The ranges that are already replaced, in order and without overlap.
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

    /// Returns whether two ranges overlap. Two insertions at the same position are treated as
    /// overlapping, because their order would be arbitrary.
    private static func overlaps(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        a.lowerBound == b.lowerBound || a.overlaps(b)
    }
}

extension Array {
    /// Returns the first index whose element satisfies a condition, by binary search. All elements
    /// after this element must satisfy the condition, too.
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
