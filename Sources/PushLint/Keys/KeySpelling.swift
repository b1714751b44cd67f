// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Determines which word a misspelled word was meant to be. The comparison is strict, because apps
/// may use any custom key, and a valid word that happens to be similar must not be treated as a
/// misspelling.
enum KeySpelling {
    /// The maximum length of a word that is compared, in bytes.
    static let byteCountMax = 40

    /// Returns a word in lower case, without hyphens, underscores, spaces and periods. For example,
    /// the result is the same for `thread-id`, `thread_id`, `threadId` and `Thread ID`.
    static func plain(_ word: String) -> [UInt8] {
        var plain: [UInt8] = []
        for byte in word.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): plain.append(byte + 0x20)
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: " "), UInt8(ascii: "."): break
            default: plain.append(byte)
            }
        }
        return plain
    }

    /// Returns whether the word `a` is `b` with typing errors: one error in short words, or two
    /// errors in words of nine letters or more. Both words must be in the form that ``plain(_:)``
    /// returns. People rarely mistype the first letter, so the first letter of both words must be
    /// the same, or be swapped with the second letter.
    static func isSlip(_ a: [UInt8], of b: [UInt8]) -> Bool {
        guard a != b, b.count >= 4, a.count >= 4, a.count <= byteCountMax,
            abs(a.count - b.count) <= 2, a[0] == b[0] || (a[0] == b[1] && a[1] == b[0])
        else { return false }
        return EditDistance.between(a, b) <= (b.count >= 9 ? 2 : 1)
    }

    /// Returns the word in a list that a misspelled word was probably meant to be. Letter case and
    /// separators are ignored.
    static func nearest(to word: String, among words: [String]) -> String? {
        let plainWord = plain(word)
        return words.first { plain($0) == plainWord }
            ?? words.first { isSlip(plainWord, of: plain($0)) }
    }
}
