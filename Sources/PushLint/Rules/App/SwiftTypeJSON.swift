// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// The JSON that `JSONDecoder` accepts for a type of Swift's standard library or of Foundation.
struct SwiftTypeJSON {
    private enum Kind {
        case text, number, wholeNumber, flag, list, object
    }

    private let kind: Kind
    private let isOptional: Bool
    /// A description of the expected value.
    let expected: String

    private static let wholeNumbers: Set = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    ]
    /// The types that decode from a number. `Date` is one of them, because JSON contains seconds
    /// since 2001 unless the app configures its decoder, and ActivityKit does not allow apps to
    /// configure it. Source: "Starting and updating Live Activities with ActivityKit push
    /// notifications".
    private static let numbers: Set = [
        "Double", "Float", "Decimal", "CGFloat", "TimeInterval", "Date",
    ]

    /// - Returns: `nil` for other types, whose JSON is not known.
    init?(_ type: some StringProtocol) {
        var name = type.trimmed
        isOptional = name.hasSuffix("?")
        if isOptional { name = name.dropLast() }
        if name.hasPrefix("Foundation.") { name = name.dropFirst(11) }
        if Self.wholeNumbers.contains(String(name)) {
            (kind, expected) = (.wholeNumber, "a whole number")
        } else if Self.numbers.contains(String(name)) {
            let unit = name == "Date" ? ", seconds since 2001" : ""
            (kind, expected) = (.number, "a number" + unit)
        } else if name == "String" || name == "URL" || name == "UUID" {
            (kind, expected) = (.text, "a string")
        } else if name == "Bool" {
            (kind, expected) = (.flag, "true or false")
        } else if name.hasPrefix("["), name.hasSuffix("]") {
            let inner = name.dropFirst().dropLast()
            // Dictionaries whose keys are not strings are arrays in JSON.
            if inner.trimmed.hasPrefix("String:") {
                (kind, expected) = (.object, "an object")
            } else if inner.contains(":") {
                return nil
            } else {
                (kind, expected) = (.list, "an array")
            }
        } else {
            return nil
        }
    }

    func accepts(_ content: JSONNode.Content) -> Bool {
        switch content {
        case .null: isOptional
        case .bool: kind == .flag
        case .string: kind == .text
        case .array: kind == .list
        case .object: kind == .object
        case .number(let number):
            kind == .number || kind == .wholeNumber && number.intValue != nil
        }
    }
}

extension StringProtocol {
    /// The text without leading and trailing spaces.
    fileprivate var trimmed: Substring {
        var text = Substring(self)
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}
