// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Finds the name that a misspelled name was meant to be.
enum Misspelling {
    /// Returns the maximum number of letters that may differ. In long names, one more letter may
    /// differ, as in "Category" instead of "Categories".
    private static func changeCountMax(_ name: String) -> Int { name.utf8.count < 20 ? 2 : 3 }

    /// The length below which a text is not compared, because short names are too similar.
    private static let lengthMin = 8

    /// Returns the intended name if the text is not a valid name but is very similar to a valid
    /// name, which means that it differs in letter case, in separators, or in a few letters.
    static func of(_ text: String, among candidates: some Collection<String>) -> String? {
        guard !candidates.contains(text), text.utf8.count >= lengthMin, text.utf8.count <= 100
        else {
            return nil
        }
        let folded = fold(text)
        return candidates.first { candidate in
            let other = fold(candidate)
            let limit = changeCountMax(candidate)
            return abs(other.count - folded.count) <= limit
                && EditDistance.between(folded, other) <= limit
        }
    }

    /// Returns the letters and digits of a name in lower case.
    private static func fold(_ text: String) -> [Character] {
        Array(text.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}
