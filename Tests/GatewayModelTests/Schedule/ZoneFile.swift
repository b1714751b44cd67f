// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A time zone of the machine's IANA database, read from its file (RFC 8536).
struct ZoneFile {
    private static let directory = "/usr/share/zoneinfo"

    let name: String
    /// The times at which the offset changes, in seconds since 1970, in order.
    let changes: [Int64]
    /// The offset after each change, in seconds.
    private let offsets: [Int64]
    private let first: Int64

    /// All zones of the machine; empty if it has no database.
    static func all() -> [ZoneFile] {
        guard let table = try? String(contentsOfFile: directory + "/tzdata.zi", encoding: .utf8)
        else { return [] }
        // A line "Z NAME …" begins a zone, and a line "L TARGET NAME" defines another name for a
        // zone.
        let names = table.split(separator: "\n").compactMap { line -> String? in
            let words = line.split(separator: " ")
            guard words.count > 2 else { return nil }
            return words[0] == "Z" ? String(words[1]) : words[0] == "L" ? String(words[2]) : nil
        }
        return names.sorted().compactMap(ZoneFile.init)
    }

    private init?(_ name: String) {
        guard let data = FileManager.default.contents(atPath: Self.directory + "/" + name) else {
            return nil
        }
        let bytes = Array(data)
        guard bytes.count > 44, bytes.prefix(4) == Array("TZif".utf8)[...], bytes[4] >= 0x32 else {
            return nil
        }
        func number(_ position: Int, _ size: Int) -> Int64 {
            let bits = bytes[position..<position + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return size == 8
                ? Int64(bitPattern: bits) : Int64(Int32(truncatingIfNeeded: Int64(bits)))
        }
        func counts(_ start: Int) -> [Int] { (0..<6).map { Int(number(start + 20 + 4 * $0, 4)) } }
        // The first block, with times of 32 bits, is followed by one with 64 bits.
        let old = counts(0)
        let start =
            44 + old[3] * 5 + old[4] * 6 + old[5] + old[2] * 8 + old[1] + old[0]
        let new = counts(start)
        let (times, types) = (new[3], new[4])
        let body = start + 44
        let kinds = (0..<types).map { number(body + times * 9 + $0 * 6, 4) }
        guard let standard = kinds.first else { return nil }
        self.name = name
        changes = (0..<times).map { number(body + $0 * 8, 8) }
        offsets = (0..<times).map { kinds[Int(bytes[body + times * 8 + $0])] }
        first = standard
    }

    func offset(at instant: Int64) -> Int64 {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= instant { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? first : offsets[low - 1]
    }
}
