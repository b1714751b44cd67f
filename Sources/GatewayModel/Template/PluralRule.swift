// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The plural categories of the Unicode CLDR (Unicode Technical Standard #35, part 3).
package enum PluralCategory: String, Hashable, Sendable, CaseIterable {
    case zero, one, two, few, many, other
}

/// The plural rules of one language: which category a number has.
///
/// The rules are conditions in the syntax of the CLDR. The first category whose condition is true
/// applies; if none is true, ``PluralCategory/other`` applies.
package struct PluralRule: Hashable, Sendable {
    private struct Condition: Hashable, Sendable {
        let category: PluralCategory
        /// The alternatives. An alternative is true if all of its relations are true.
        let alternatives: [[PluralRelation]]
    }

    private let conditions: [Condition]

    /// A rule in which every number is `other`.
    static let none = PluralRule(conditions: [])

    private init(conditions: [Condition]) { self.conditions = conditions }

    /// Reads rules.
    ///
    /// - Parameter rules: the categories with their conditions.
    /// - Returns: `nil` if a condition does not have the syntax of the CLDR.
    package init?(checking rules: [(category: PluralCategory, condition: String)]) {
        var conditions: [Condition] = []
        for rule in rules {
            var alternatives: [[PluralRelation]] = []
            for alternative in rule.condition.split(separator: " or ") {
                var relations: [PluralRelation] = []
                for text in alternative.split(separator: " and ") {
                    guard let relation = PluralRelation(text) else { return nil }
                    relations.append(relation)
                }
                alternatives.append(relations)
            }
            guard !alternatives.isEmpty else { return nil }
            conditions.append(Condition(category: rule.category, alternatives: alternatives))
        }
        self.conditions = conditions
    }

    /// Returns the category of a number.
    package func category(of number: TemplateNumber) -> PluralCategory {
        for condition in conditions
        where condition.alternatives.contains(where: { $0.allSatisfy { $0.isTrue(for: number) } }) {
            return condition.category
        }
        return .other
    }

    /// The categories that numbers of the language can have, in the order of the CLDR.
    package var categories: [PluralCategory] {
        let known = Set(conditions.map(\.category))
        return PluralCategory.allCases.filter { known.contains($0) || $0 == .other }
    }
}

/// A relation of a condition, such as `i % 10 = 2..4` or `v != 0`.
struct PluralRelation: Hashable, Sendable {
    /// The property of a number that a relation examines (UTS #35, "Operands").
    private enum Operand: Character {
        /// The absolute value.
        case value = "n"
        /// The whole part.
        case whole = "i"
        /// The number of shown fraction digits.
        case fractionDigitCount = "v"
        /// The shown fraction digits as a number.
        case fraction = "f"
        /// The shown fraction digits as a number, without trailing zeros.
        case fractionWithoutZeros = "t"
    }

    private let operand: Operand
    private let modulus: UInt64?
    private let isEqual: Bool
    private let ranges: [ClosedRange<UInt64>]

    init?(_ text: some StringProtocol) {
        var words = text.split(separator: " ")[...]
        guard let letter = words.popFirst(), letter.count == 1,
            let operand = letter.first.flatMap(Operand.init)
        else { return nil }
        self.operand = operand
        var modulus: UInt64?
        if words.first == "%" {
            words.removeFirst()
            guard let number = words.popFirst().flatMap({ UInt64($0) }), number > 0 else {
                return nil
            }
            modulus = number
        }
        self.modulus = modulus
        guard let sign = words.popFirst(), ["=", "!="].contains(sign),
            let list = words.popFirst(), words.isEmpty
        else { return nil }
        isEqual = sign == "="
        var ranges: [ClosedRange<UInt64>] = []
        for part in list.split(separator: ",") {
            let bounds = part.split(separator: ".").map { UInt64($0) }
            guard let first = bounds.first ?? nil, let last = bounds.last ?? nil, first <= last
            else { return nil }
            ranges.append(first...last)
        }
        guard !ranges.isEmpty else { return nil }
        self.ranges = ranges
    }

    func isTrue(for number: TemplateNumber) -> Bool {
        let value: UInt64
        switch operand {
        case .value:
            // A number with a fraction does not equal any whole number.
            guard number.fractionWithoutZeros == 0 else { return !isEqual }
            value = number.whole
        case .whole: value = number.whole
        case .fractionDigitCount: value = UInt64(number.fraction.count)
        case .fraction: value = number.fractionValue
        case .fractionWithoutZeros: value = number.fractionWithoutZeros
        }
        let examined = modulus.map { value % $0 } ?? value
        return ranges.contains { $0.contains(examined) } == isEqual
    }
}
