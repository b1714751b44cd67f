// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The edit distance between two words.
package enum EditDistance {
    /// Returns the number of insertions, deletions, replacements and swaps of adjacent letters that
    /// turn one word into the other. The time is proportional to the product of the lengths, which
    /// callers must limit.
    package static func between<Letter: Equatable>(_ a: [Letter], _ b: [Letter]) -> Int {
        var earlier: [Int] = []
        var previous = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(
                    row[j] + 1, previous[j + 1] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, earlier[j - 1] + 1)
                }
                row.append(cost)
            }
            earlier = previous
            previous = row
        }
        return previous[b.count]
    }
}
