// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A means of reaching a person. Available since iOS 10.0.
public class INPersonHandle: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of a handle.
    public struct Record: ValueRecord {
        package var value: String?
        package var type: Int
        package var label: String?
    }

    /// Creates a handle.
    public convenience init(value: String?, type: INPersonHandleType) {
        self.init(value: value, type: type, label: nil)
    }

    /// Creates a handle with a label. Available since iOS 10.2.
    public convenience init(
        value: String?, type: INPersonHandleType, label: INPersonHandleLabel?
    ) {
        self.init(record: Record(value: value, type: type.rawValue, label: label?.rawValue))
    }

    /// The email address or phone number.
    public var value: String? { record.value }
    /// The type of the value.
    public var type: INPersonHandleType { INPersonHandleType(rawValue: record.type) ?? .unknown }
    /// The handle's label. Available since iOS 10.2.
    public var label: INPersonHandleLabel? { record.label.map(INPersonHandleLabel.init(rawValue:)) }
}
