// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension KeySpelling {
    /// Whether a word is another one in another letter case, with other hyphens, or with a slip of
    /// the finger.
    static func isNearMiss(_ word: String, of right: String) -> Bool {
        guard word != right else { return false }
        let a = plain(word)
        let b = plain(right)
        return a == b || isSlip(a, of: b)
    }

    /// The plain form as text, to look a word up in a table.
    static func plainText(_ word: String) -> String { String(decoding: plain(word), as: UTF8.self) }
}
