// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Finds the valid word that the author of a misspelled word probably meant.
public enum NearestWord {
    /// Returns the most similar word; `nil` if it differs in too many letters for the word's
    /// length.
    public static func of(_ word: String, among words: some Sequence<String>) -> String? {
        let folded = fold(word)
        let best = words.map { ($0, EditDistance.between(folded, fold($0))) }.min { $0.1 < $1.1 }
        guard let best, best.1 <= max(1, folded.count / 3) else { return nil }
        return best.0
    }

    /// Returns only the letters and digits, in lower case, so that `Thread-ID` and `thread_id`
    /// become equal. Long words are truncated, because the time for a comparison is quadratic in
    /// the length.
    private static func fold(_ word: String) -> [Character] {
        Array(word.prefix(64).lowercased().filter { $0.isLetter || $0.isNumber })
    }
}
