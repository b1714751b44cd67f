// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Recognizes payment card numbers by their check digit, length, first digits and notation. The
/// check digit alone is not sufficient, because one of ten long numbers has a valid check digit by
/// chance.
enum CardNumber {
    /// Returns whether a text contains a card number, either in groups as on the card, or without
    /// spaces if the key suggests a card.
    static func isIn(_ text: String, key: String) -> Bool {
        guard text.utf8.count >= digitCounts.lowerBound else { return false }
        let isCardKey = isAboutCards(key)
        let runs = text.utf8.split { !isDigit($0) && $0 != 0x20 && $0 != 0x2D }
        return runs.contains { run in
            let groups = run.split { !isDigit($0) }
            return groups.indices.contains { start in
                if isCardKey, isPlausible(groups[start...start].joined()) { return true }
                return printedGroups.contains { lengths in
                    let window = groups[start...].prefix(lengths.count)
                    return window.map(\.count) == lengths && isPlausible(window.joined())
                }
            }
        }
    }

    /// The possible numbers of digits of a card number.
    private static let digitCounts = 15...16

    /// The numbers of digits in the groups that are printed on cards.
    private static let printedGroups = [[4, 4, 4, 4], [4, 6, 5]]

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Returns whether a key suggests that its value is a card number.
    private static func isAboutCards(_ key: String) -> Bool {
        ["card", "cardnumber", "creditcard", "creditcardnumber", "pan", "ccnumber"].contains(
            KeySpelling.plainText(key))
    }

    /// Returns whether the issuer digits, the length and the check digit are valid (ISO/IEC 7812).
    private static func isPlausible(_ digits: some Sequence<UInt8>) -> Bool {
        let digits = digits.map { Int($0 - 0x30) }
        guard digitCounts.contains(digits.count), Set(digits).count > 1 else { return false }
        let two = digits[0] * 10 + digits[1]
        let isIssued =
            digits.count == 15
            ? two == 34 || two == 37
            : digits[0] == 4 || (51...55).contains(two) || (22...27).contains(two) || two == 65
                || two == 60
        guard isIssued else { return false }
        var sum = 0
        for (index, digit) in digits.reversed().enumerated() {
            let value = index % 2 == 0 ? digit : digit * 2
            sum += value > 9 ? value - 9 : value
        }
        return sum % 10 == 0
    }
}
