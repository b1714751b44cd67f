// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How values of a payload stand in messages.
enum Shown {
    /// The most characters of a value that a message repeats: no whole device token.
    static let characterCountMax = 24

    /// A value in quotation marks, shortened.
    static func quoted(_ text: String) -> String {
        text.count <= characterCountMax
            ? "\"\(text)\"" : "\"\(text.prefix(characterCountMax))…\""
    }

    /// A count with its thousands apart, for instance `4,096`.
    static func count(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return number < 0 ? "-" + text : text
    }

    /// Words in a list, for instance `a, b and c`.
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
