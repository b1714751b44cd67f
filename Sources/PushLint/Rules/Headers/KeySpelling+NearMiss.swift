// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension KeySpelling {
    /// Whether a word is another word with different letter case, different hyphens or typing
    /// errors.
    static func isNearMiss(_ word: String, of right: String) -> Bool {
        guard word != right else { return false }
        let a = plain(word)
        let b = plain(right)
        return a == b || isSlip(a, of: b)
    }

    /// Returns the plain form as a string, to look a word up in a table.
    static func plainText(_ word: String) -> String { String(decoding: plain(word), as: UTF8.self) }
}
