// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The means of reaching a caller. Available since iOS 10.0.
public class CXHandle: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of a handle.
    public struct Record: ValueRecord {
        package var type: Int
        package var value: String
    }

    /// The type of a handle.
    public enum HandleType: Int, Sendable {
        /// Any other identifier.
        case generic = 1
        /// A phone number.
        case phoneNumber = 2
        /// An email address.
        case emailAddress = 3
    }

    /// Creates a handle.
    public convenience init(type: HandleType, value: String) {
        self.init(record: Record(type: type.rawValue, value: value))
    }

    /// The handle's type.
    public var type: HandleType { HandleType(rawValue: record.type) ?? .generic }
    /// The phone number, email address or other identifier.
    public var value: String { record.value }
}
