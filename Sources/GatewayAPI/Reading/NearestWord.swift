// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Finds the word that somebody probably meant.
public enum NearestWord {
    /// The word with the fewest changed letters, if these are few compared with the length.
    public static func of(_ word: String, among words: some Sequence<String>) -> String? {
        let folded = fold(word)
        let best = words.map { ($0, distance(folded, fold($0))) }.min { $0.1 < $1.1 }
        guard let best, best.1 <= max(1, folded.count / 3) else { return nil }
        return best.0
    }

    /// Letters only, lowercase: `Thread-ID` and `thread_id` are the same word. Long words are cut,
    /// since the comparison takes time with the square of the length.
    private static func fold(_ word: String) -> [Character] {
        Array(word.prefix(64).lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// Letters inserted, deleted, changed or swapped with their neighbour that lead from one word
    /// to the other ("optimal string alignment").
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, before[j - 1] + 1)
                }
                row.append(cost)
            }
            (before, last) = (last, row)
        }
        return last[b.count]
    }
}
