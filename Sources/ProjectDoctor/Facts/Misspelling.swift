// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Finds the intended name of a vocabulary for a misspelled one.
enum Misspelling {
    /// Returns the maximum number of letters that may differ, as in "Category" for "Categories" in
    /// a long name.
    private static func changeCountMax(_ name: String) -> Int { name.utf8.count < 20 ? 2 : 3 }

    /// The length below which names are too similar to each other.
    private static let lengthMin = 8

    /// Returns the intended name, if the text is not one of the names and very similar to one:
    /// different case, different separators, or a few different letters.
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

    /// Returns letters and digits in lower case.
    private static func fold(_ text: String) -> [Character] {
        Array(text.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}
