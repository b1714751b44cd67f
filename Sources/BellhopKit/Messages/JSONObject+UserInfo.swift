// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

extension JSONObject {
    /// Reads the user information that UserNotifications and UIKit provide: property-list values
    /// under string keys. Types that JSON does not have (dates, data) are left out.
    init(userInfo: [AnyHashable: Any]) {
        let members = userInfo.compactMap { key, value -> Member? in
            guard let key = key as? String, let value = JSONValue(propertyList: value) else {
                return nil
            }
            return Member(key: key, value: value)
        }
        self.init(members.sorted { $0.key < $1.key })
    }

    /// The object as property-list values; JSON's null, which property lists do not have, is left
    /// out.
    var propertyList: [String: Any] {
        var dictionary: [String: Any] = [:]
        for member in members { dictionary[member.key] = member.value.propertyList }
        return dictionary
    }
}

extension JSONValue {
    /// The maximum nesting depth; deeper values are cut. APNs accepts payloads of 4 KB.
    private static let depthMax = 64

    init?(propertyList value: Any, depth: Int = 0) {
        guard depth < Self.depthMax else { return nil }
        switch value {
        case let text as String: self = .string(text)
        case let list as [Any]:
            self = .array(list.compactMap { JSONValue(propertyList: $0, depth: depth + 1) })
        case let dictionary as [String: Any]:
            let members = dictionary.sorted { $0.key < $1.key }.compactMap { key, value in
                JSONValue(propertyList: value, depth: depth + 1)
                    .map { JSONObject.Member(key: key, value: $0) }
            }
            self = .object(JSONObject(members))
        default:
            guard let scalar = Self.scalar(value) else { return nil }
            self = scalar
        }
    }

    private static func scalar(_ value: Any) -> JSONValue? {
        // Foundation has one class for Booleans and numbers, and casts 1 to `true`.
        guard let number = value as? NSNumber else { return nil }
        #if canImport(ObjectiveC)
        let isBoolean = CFGetTypeID(number) == CFBooleanGetTypeID()
        #else
        let isBoolean = UInt8(bitPattern: number.objCType.pointee) == UInt8(ascii: "c")
        #endif
        if isBoolean { return .bool(number.boolValue) }
        return .number((value as? Int).map(JSONNumber.init) ?? JSONNumber(number.doubleValue))
    }

    var propertyList: Any? {
        switch self {
        case .null: nil
        case .bool(let flag): flag
        case .number(let number): number.intValue.map { $0 as Any } ?? number.doubleValue
        case .string(let text): text
        case .array(let list): list.compactMap(\.propertyList)
        case .object(let object): object.propertyList
        }
    }
}
