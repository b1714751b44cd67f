// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Finds the word of a vocabulary that somebody meant.
enum Misspelling {
    /// Letters that may differ, as in "Category" for "Categories" when the word is long.
    private static func changeCountMax(_ word: String) -> Int { word.utf8.count < 20 ? 2 : 3 }

    /// Words that are shorter are too near to each other.
    private static let lengthMin = 8

    /// The word that is meant, if the text is none of the words and very near to one of them:
    /// other case, other separators, or a few letters.
    static func of(_ text: String, among words: some Collection<String>) -> String? {
        guard !words.contains(text), text.utf8.count >= lengthMin, text.utf8.count <= 100 else {
            return nil
        }
        let folded = fold(text)
        return words.first { word in
            let other = fold(word)
            let limit = changeCountMax(word)
            return abs(other.count - folded.count) <= limit && distance(folded, other) <= limit
        }
    }

    /// Letters and digits in lower case.
    private static func fold(_ text: String) -> [Character] {
        Array(text.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// Letters inserted, removed or changed that lead from one word to the other (Levenshtein).
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                row.append(min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1)))
            }
            last = row
        }
        return last[b.count]
    }
}
