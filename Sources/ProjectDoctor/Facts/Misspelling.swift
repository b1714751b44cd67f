// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

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
            return abs(other.count - folded.count) <= limit
                && EditDistance.between(folded, other) <= limit
        }
    }

    /// Letters and digits in lower case.
    private static func fold(_ text: String) -> [Character] {
        Array(text.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}
