// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A value that a payload or a property list can contain.
///
/// The user information of a notification is stored in this form, so that it can be sent between
/// threads, compared and saved. Values that match none of the cases are left out.
public indirect enum PropertyList: Codable, Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case real(Double)
    case string(String)
    case date(Date)
    case data(Data)
    case array([PropertyList])
    case dictionary([String: PropertyList])
}

extension PropertyList {
    /// The maximum nesting depth of dictionaries and arrays; deeper values are left out.
    package static let depthMax = 64

    /// Converts a Swift or Foundation value; `nil` for a value that a notification cannot contain.
    package init?(_ value: Any, depth: Int = 0) {
        guard depth < Self.depthMax else { return nil }
        switch value {
        case let number as NSNumber where !(value is String): self = Self.number(number)
        case let text as String: self = .string(text)
        case let date as Date: self = .date(date)
        case let data as Data: self = .data(data)
        case let url as URL: self = .string(url.absoluteString)
        case is NSNull: self = .null
        case let map as [AnyHashable: Any]: self = .dictionary(Self.entries(map, depth: depth))
        case let list as [Any]:
            self = .array(list.compactMap { PropertyList($0, depth: depth + 1) })
        default: return nil
        }
    }

    /// Returns the entries of a dictionary whose keys are strings, for instance the entries of user
    /// information.
    package static func entries(
        _ map: [AnyHashable: Any], depth: Int = 0
    ) -> [String: PropertyList] {
        var entries: [String: PropertyList] = [:]
        for (key, value) in map {
            guard let name = key.base as? String else { continue }
            entries[name] = PropertyList(value, depth: depth + 1)
        }
        return entries
    }

    private static func number(_ number: NSNumber) -> PropertyList {
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "c"), UInt8(ascii: "B"): .bool(number.boolValue)
        case UInt8(ascii: "d"), UInt8(ascii: "f"): .real(number.doubleValue)
        default: .integer(number.intValue)
        }
    }

    /// The value as app code receives it. Numbers are `NSNumber`, as on Apple's systems, so that
    /// `as? Int`, `as? Double` and `as? Bool` succeed in the same cases.
    package var foundationValue: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .string(let value): value
        case .date(let value): value
        case .data(let value): value
        case .array(let list): list.map(\.foundationValue)
        case .dictionary(let map): map.mapValues(\.foundationValue)
        }
    }
}

extension [String: PropertyList] {
    /// The entries as the user information of a notification.
    package var userInfo: [AnyHashable: Any] {
        var map: [AnyHashable: Any] = [:]
        for (key, value) in self { map[key] = value.foundationValue }
        return map
    }
}
