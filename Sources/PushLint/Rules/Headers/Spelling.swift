// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Finds the word that was probably meant.
enum Spelling {
    /// The longest word that is compared, in bytes: headers and keys are shorter.
    static let byteCountMax = 48

    /// The word that another was probably meant to be; `nil` when it is one of them, or near to
    /// none.
    static func nearest(to word: String, among words: [String]) -> String? {
        guard !words.contains(word) else { return nil }
        return words.filter { isNearMiss(word, of: $0) }
            .min { distance(plain(word), plain($0)) < distance(plain(word), plain($1)) }
    }

    /// Whether a word is another one with the wrong letter case or hyphens, or with a slip of the
    /// finger: one in short words, two in words of eight letters or more.
    static func isNearMiss(_ word: String, of right: String) -> Bool {
        guard word != right, word.utf8.count <= byteCountMax else { return false }
        let a = plain(word)
        let b = plain(right)
        if a == b { return true }
        guard b.count >= 4, abs(a.count - b.count) <= 2 else { return false }
        return distance(a, b) <= (b.count >= 8 ? 2 : 1)
    }

    /// In lower case, letters and digits only.
    static func plain(_ word: String) -> [UInt8] {
        word.utf8.compactMap { byte in
            switch byte {
            case 0x30...0x39, 0x61...0x7A: byte
            case 0x41...0x5A: byte + 0x20
            default: byte < 0x80 ? nil : byte
            }
        }
    }

    /// Insertions, deletions, replacements and swaps of neighbours between two words.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var before: [Int] = []
        var last = Array(0...b.count)
        for i in 0..<a.count {
            var row = [i + 1]
            for j in 0..<b.count {
                var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, before[j - 1] + 1)
                }
                row.append(cost)
            }
            before = last
            last = row
        }
        return last[b.count]
    }
}
