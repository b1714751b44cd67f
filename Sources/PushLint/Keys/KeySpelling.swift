// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Tells which word another one was meant to be, strictly: custom keys are anybody's own, and a
/// real word that happens to be near must not be taken for a slip.
enum KeySpelling {
    /// The longest word that is compared, in bytes.
    static let byteCountMax = 40

    /// Letters and digits only, in lower case: what is left is the same for `thread-id`,
    /// `thread_id`, `threadId` and `Thread ID`.
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

    /// Whether a word is another one with a slip of the finger: one in short words, two in words
    /// of nine letters or more. Both are ``plain(_:)``. People rarely miss the first letter, so it
    /// has to be the same, or swapped with the second.
    static func isSlip(_ a: [UInt8], of b: [UInt8]) -> Bool {
        guard a != b, b.count >= 4, a.count >= 4, a.count <= byteCountMax,
            abs(a.count - b.count) <= 2, a[0] == b[0] || (a[0] == b[1] && a[1] == b[0])
        else { return false }
        return EditDistance.between(a, b) <= (b.count >= 9 ? 2 : 1)
    }

    /// The one of some words that another was meant to be, whatever its letter case and hyphens.
    static func nearest(to word: String, among words: [String]) -> String? {
        let plainWord = plain(word)
        return words.first { plain($0) == plainWord }
            ?? words.first { isSlip(plainWord, of: plain($0)) }
    }
}
