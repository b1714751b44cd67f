// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Finds the word that was probably meant.
public enum NearestWord {
    /// Returns the word with the fewest changed letters, if these are few compared with the length.
    public static func of(_ word: String, among words: some Sequence<String>) -> String? {
        let folded = fold(word)
        let best = words.map { ($0, EditDistance.between(folded, fold($0))) }.min { $0.1 < $1.1 }
        guard let best, best.1 <= max(1, folded.count / 3) else { return nil }
        return best.0
    }

    /// Returns letters only, in lower case: `Thread-ID` and `thread_id` are equal. Long words are
    /// truncated, since the time for a comparison is quadratic in the length.
    private static func fold(_ word: String) -> [Character] {
        Array(word.prefix(64).lowercased().filter { $0.isLetter || $0.isNumber })
    }
}
