// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension FCMField.Kind {
    /// A description of the permitted values, for error messages.
    var expectation: String {
        switch self {
        case .string: "a string"
        case .bool: "true or false"
        case .int32: "a whole number"
        case .float: "a number"
        case .duration: #"a string that ends with s, such as "3600s""#
        case .timestamp: #"a time such as "2026-11-28T12:00:00Z""#
        case .word(_, let words): words.filter { !$0.hasSuffix("_UNSPECIFIED") }.orList
        case .list(let element): "a list whose elements are each \(element.expectation)"
        case .strings: "an object of strings"
        case .anyObject, .object: "an object"
        }
    }

    /// The type as Google's error messages name it.
    var wireName: String {
        switch self {
        case .string: "TYPE_STRING"
        case .bool: "TYPE_BOOL"
        case .int32: "TYPE_INT32"
        case .float: "TYPE_FLOAT"
        case .duration: "type.googleapis.com/google.protobuf.Duration"
        case .timestamp: "type.googleapis.com/google.protobuf.Timestamp"
        case .word(let type, _): FCMObjectType.url(type)
        case .list(let element): element.wireName
        case .strings: "Map"
        case .anyObject: "type.googleapis.com/google.protobuf.Struct"
        case .object(let type): type.url
        }
    }

    /// Returns whether Google's servers accept a value for a field of this type. Intended for
    /// values that are neither objects nor lists.
    func accepts(_ value: JSONValue) -> Bool {
        switch self {
        case .string: value.stringValue != nil
        case .bool:
            value.boolValue != nil || ["true", "false"].contains(value.stringValue?.lowercased())
        case .int32:
            (value.intValue ?? value.stringValue.flatMap { Int($0) }).flatMap {
                Int32(exactly: $0)
            } != nil
        case .float: value.doubleValue != nil || value.stringValue.flatMap { Double($0) } != nil
        case .duration: value.stringValue.map(Self.isDuration) ?? false
        case .timestamp: value.stringValue.map(Self.isTimestamp) ?? false
        case .word(_, let words):
            value.intValue != nil
                || value.stringValue.map { words.contains($0.uppercased()) } ?? false
        case .list(let element): element.accepts(value)
        case .strings, .anyObject, .object: false
        }
    }

    /// Returns whether a text is a duration: seconds with at most nine decimals, and `s`.
    private static func isDuration(_ text: String) -> Bool {
        guard text.hasSuffix("s") else { return false }
        let parts = text.dropLast().trimmingPrefix("-").split(
            separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
            && (parts.count == 1 || parts[1].utf8.count <= 9)
    }

    /// Returns whether a text has the form of a time of RFC 3339, with a time zone.
    private static func isTimestamp(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[..<4].allSatisfy(isDigit), bytes[10] | 0x20 == 0x74
        else { return false }
        let zone = bytes[19...].drop { $0 == UInt8(ascii: ".") || isDigit($0) }
        return zone.elementsEqual("Z".utf8) || zone.elementsEqual("z".utf8)
            || zone.count == 6 && (zone.first == UInt8(ascii: "+") || zone.first == 0x2D)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension [String] {
    /// The words as one phrase: "a, b or c".
    fileprivate var orList: String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " or " + self[count - 1]
    }
}
