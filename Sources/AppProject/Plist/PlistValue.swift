// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A value of a property list.
package indirect enum PlistValue: Hashable, Sendable {
    case string(String)
    case integer(Int)
    case real(Double)
    case bool(Bool)
    case date(Date)
    case data([UInt8])
    case array([PlistValue])
    case dictionary([String: PlistValue])

    package var string: String? { if case .string(let text) = self { text } else { nil } }
    package var bool: Bool? {
        switch self {
        case .bool(let flag): flag
        // Build settings use YES and NO.
        case .string("YES"), .string("true"), .string("1"), .integer(1): true
        case .string("NO"), .string("false"), .string("0"), .integer(0): false
        default: nil
        }
    }
    package var array: [PlistValue]? { if case .array(let values) = self { values } else { nil } }
    package var dictionary: [String: PlistValue]? {
        if case .dictionary(let values) = self { values } else { nil }
    }
    /// The strings of an array, or a single string as an array, because Apple's keys often accept
    /// both forms.
    package var strings: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let values): values.compactMap(\.string)
        default: []
        }
    }

    /// Returns the value for a key; `nil` if this is not a dictionary or the key is missing.
    package subscript(key: String) -> PlistValue? { dictionary?[key] }
}
