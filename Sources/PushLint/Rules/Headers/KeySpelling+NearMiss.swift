// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension KeySpelling {
    /// Returns whether a word differs from the right word only by letter case, hyphens or typing
    /// errors.
    static func isNearMiss(_ word: String, of right: String) -> Bool {
        guard word != right else { return false }
        let a = plain(word)
        let b = plain(right)
        return a == b || isSlip(a, of: b)
    }

    /// Returns the result of ``plain(_:)`` as a string, for use as a key in tables.
    static func plainText(_ word: String) -> String { String(decoding: plain(word), as: UTF8.self) }
}
