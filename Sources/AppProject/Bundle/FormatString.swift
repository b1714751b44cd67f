// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Parses format strings. Source: "String Format Specifiers" (Apple's Strings Programming Guide).
enum FormatString {
    /// Returns the number of arguments of a format such as `%@ and %@`, `%2$@ of %1$@` or
    /// `%#@files@`.
    static func argumentCount(of format: String) -> Int {
        var count = 0
        var highest = 0
        var bytes = Array(format.utf8)[...]
        while let byte = bytes.popFirst() {
            guard byte == UInt8(ascii: "%") else { continue }
            if bytes.first == UInt8(ascii: "%") {
                bytes.removeFirst()
                continue
            }
            let digits = bytes.prefix { (0x30...0x39).contains($0) }
            if digits.endIndex < bytes.endIndex, bytes[digits.endIndex] == UInt8(ascii: "$"),
                let number = Int(String(decoding: digits, as: UTF8.self))
            {
                highest = max(highest, number)
                continue
            }
            let rest = bytes.drop { "0123456789.#+-'hlqLztj".utf8.contains($0) }
            guard let letter = rest.first, "@dDiuUxXoOfFeEgGcCsSaAp".utf8.contains(letter) else {
                continue
            }
            count += 1
            // A plural variable such as `%#@name@` represents one argument, although it contains a
            // second @.
            let isVariable = bytes[..<rest.startIndex].contains(UInt8(ascii: "#"))
            bytes = rest.dropFirst()
            if isVariable, letter == UInt8(ascii: "@"), let end = bytes.firstIndex(of: letter) {
                bytes = bytes[(end + 1)...]
            }
        }
        return max(count, highest)
    }
}
