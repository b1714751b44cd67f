// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

/// The phone stores a notification's user information as the text of a JSON object. JSON has no
/// type for dates or binary data; a date or a data value is represented by an object with a single,
/// reserved key.
extension PropertyList {
    private enum Marker {
        /// The key that marks a date; the value is the number of seconds since 1970.
        static let date = "bellhop.date"
        /// The key that marks binary data; the value is the data in base64.
        static let data = "bellhop.data"
    }

    /// Parses a JSON object and returns its entries; empty when the text is not a JSON object.
    package static func entries(json text: String) -> [String: PropertyList] {
        guard let value = try? JSONReader.read(Array(text.utf8)).value,
            case .dictionary(let entries) = PropertyList(value)
        else { return [:] }
        return entries
    }

    /// Returns the text of a JSON object with these entries, sorted by key.
    package static func json(_ entries: [String: PropertyList]) -> String {
        JSONWriter.text(PropertyList.dictionary(entries).jsonValue)
    }

    init(_ value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let number):
            self = number.intValue.map { .integer($0) } ?? .real(number.doubleValue)
        case .string(let value): self = .string(value)
        case .array(let list): self = .array(list.map { PropertyList($0) })
        case .object(let object): self = Self.read(object)
        }
    }

    private static func read(_ object: JSONObject) -> PropertyList {
        if object.count == 1 {
            if let date = object[Marker.date]?.doubleValue
                .flatMap({ Date(saturatingEpochSeconds: $0) })
            {
                return .date(date)
            }
            if let data = object[Marker.data]?.stringValue.flatMap({ Data(base64Encoded: $0) }) {
                return .data(data)
            }
        }
        var entries: [String: PropertyList] = [:]
        for member in object.members { entries[member.key] = PropertyList(member.value) }
        return .dictionary(entries)
    }

    var jsonValue: JSONValue {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .number(JSONNumber(value))
        case .real(let value): .number(JSONNumber(value))
        case .string(let value): .string(value)
        case .date(let value): [Marker.date: .number(JSONNumber(value.timeIntervalSince1970))]
        case .data(let value): [Marker.data: .string(value.base64EncodedString())]
        case .array(let list): .array(list.map(\.jsonValue))
        case .dictionary(let entries):
            .object(
                JSONObject(
                    entries.sorted { $0.key < $1.key }
                        .map { JSONObject.Member(key: $0.key, value: $0.value.jsonValue) }))
        }
    }
}
