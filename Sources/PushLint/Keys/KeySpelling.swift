// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Decides strictly which word a misspelled one was meant to be: apps may use any custom key, and a
/// real word that happens to be similar must not be taken for a misspelling.
enum KeySpelling {
    /// The longest word that is compared, in bytes.
    static let byteCountMax = 40

    /// Returns the letters and digits of a word in lower case; the result is the same for
    /// `thread-id`, `thread_id`, `threadId` and `Thread ID`.
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

    /// Whether a word is another word with typing errors: one error in short words, two in words of
    /// nine letters or more. Both must be in the form that ``plain(_:)`` returns. People rarely
    /// mistype the first letter, so it has to be the same, or swapped with the second.
    static func isSlip(_ a: [UInt8], of b: [UInt8]) -> Bool {
        guard a != b, b.count >= 4, a.count >= 4, a.count <= byteCountMax,
            abs(a.count - b.count) <= 2, a[0] == b[0] || (a[0] == b[1] && a[1] == b[0])
        else { return false }
        return EditDistance.between(a, b) <= (b.count >= 9 ? 2 : 1)
    }

    /// Returns the word from a list that another word was meant to be, ignoring letter case and
    /// hyphens.
    static func nearest(to word: String, among words: [String]) -> String? {
        let plainWord = plain(word)
        return words.first { plain($0) == plainWord }
            ?? words.first { isSlip(plainWord, of: plain($0)) }
    }
}
