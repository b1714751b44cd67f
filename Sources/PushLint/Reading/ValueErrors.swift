// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// Finds problems in valid JSON: repeated keys, and numbers that readers cannot represent exactly.
struct ValueErrors {
    private var errors = SyntaxErrorList()
    private var path: [JSONPathStep] = []
    /// Whether the text is valid JSON. A fix removes members only from valid JSON.
    private let isWellFormed: Bool

    private init(isWellFormed: Bool) { self.isWellFormed = isWellFormed }

    static func findings(in root: JSONNode, isWellFormed: Bool) -> [JSONFinding] {
        var search = ValueErrors(isWellFormed: isWellFormed)
        search.visit(root)
        return search.errors.all
    }

    private mutating func visit(_ node: JSONNode) {
        switch node.content {
        case .number(let number): check(number, at: node.range)
        case .array(let elements):
            for (index, element) in elements.enumerated() where element.mayHaveErrors {
                path.append(.index(index))
                visit(element)
                path.removeLast()
            }
        case .object(let members):
            checkKeys(members)
            for member in members where member.value.mayHaveErrors {
                path.append(.key(member.key))
                visit(member.value)
                path.removeLast()
            }
        case .null, .bool, .string: break
        }
    }

    // MARK: Keys

    private mutating func checkKeys(_ members: [JSONNode.Member]) {
        guard members.count > 1, Self.hasRepeatedKey(members) else { return }
        var first: [String: Int] = [:]
        for (index, member) in members.enumerated() {
            guard let earlier = first.updateValue(index, forKey: member.key) else { continue }
            report(members, earlier, index)
        }
    }

    /// Returns whether any key is repeated. For small objects, which most objects are, comparing
    /// all pairs is faster than a hash table.
    private static func hasRepeatedKey(_ members: [JSONNode.Member]) -> Bool {
        if members.count > 12 { return Set(members.map(\.key)).count < members.count }
        for index in 1..<members.count {
            let key = members[index].key
            for earlier in 0..<index where members[earlier].key == key { return true }
        }
        return false
    }

    private mutating func report(_ members: [JSONNode.Member], _ earlier: Int, _ later: Int) {
        let member = members[later]
        let isSame = members[earlier].value.value == member.value.value
        let cut = members[earlier].keyRange.lowerBound..<members[earlier + 1].keyRange.lowerBound
        errors.add(
            JSONFinding(
                rule: .duplicateKey,
                message: "the key \"\(TolerantReader.shortened(member.key))\" is repeated, "
                    + (isSame ? "with the same value" : "with a different value"),
                remedy: isSame ? "remove one of them" : "keep the intended one",
                range: member.keyRange, keyPath: JSONPathStep.text(path + [.key(member.key)]),
                fix: isSame && isWellFormed
                    ? TextFix("remove the first", replacing: cut, with: "") : nil))
    }

    // MARK: Numbers

    /// The integer up to which a double represents every integer exactly (RFC 8259 section 6).
    private static let exactMax: UInt64 = 1 << 53

    private mutating func check(_ number: JSONNumber, at range: Range<Int>) {
        // A double preserves numbers of up to 15 digits.
        guard range.count > 15 || number.text.contains(where: { $0 == "e" || $0 == "E" }) else {
            return
        }
        let text = TolerantReader.shortened(number.text)
        let double = number.doubleValue
        let isWhole = number.text.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
        let magnitude = Int64(number.text)?.magnitude ?? UInt64(number.text)
        if double.isInfinite || (isWhole && magnitude == nil) {
            add(.numberTooLarge, "\(text) is too large for any number type", at: range)
        } else if isWhole, let magnitude, magnitude > Self.exactMax {
            let bound = number.text.first == "-" ? "less than -2^53" : "greater than 2^53"
            add(.numberLosesDigits, "\(text) is \(bound)", at: range)
        }
    }

    private mutating func add(_ rule: DiagnosticRule, _ message: String, at range: Range<Int>) {
        errors.add(
            JSONFinding(
                rule: rule, message: message, remedy: rule.remedy, range: range,
                keyPath: JSONPathStep.text(path)))
    }
}

extension JSONNode {
    /// Whether the value has to be examined. Most values are strings, which need not be examined.
    fileprivate var mayHaveErrors: Bool {
        switch content {
        case .null, .bool, .string: false
        case .number, .array, .object: true
        }
    }
}
