// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Formats payload values for messages.
enum Shown {
    /// Returns a shortened value in quotation marks, on one line.
    static func quoted(_ text: String) -> String { Quoted.text(line(text)) }

    /// Returns a text with its line breaks and control characters replaced.
    static func line(_ text: some StringProtocol) -> String {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        return isPlain
            ? String(text)
            : String(
                text.map {
                    $0.isNewline || $0.asciiValue.map { $0 < 0x20 || $0 == 0x7F } == true
                        ? "\u{FFFD}" : $0
                })
    }

    /// Returns a number with thousands separators, for instance `4,096`.
    static func count(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return number < 0 ? "-" + text : text
    }

    /// Returns items as a list, for instance `a, b and c`.
    static func list(_ items: [String]) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " and " + last
    }
}
