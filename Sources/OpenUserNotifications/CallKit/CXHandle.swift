// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How a caller is reached. Apple: since iOS 10.0.
public class CXHandle: ValueObject, RecordBacked, @unchecked Sendable {
    /// The values of a handle.
    public struct Record: ValueRecord {
        package var type: Int
        package var value: String
    }

    /// What a handle is.
    public enum HandleType: Int, Sendable {
        /// Something else.
        case generic = 1
        /// A phone number.
        case phoneNumber = 2
        /// An email address.
        case emailAddress = 3
    }

    /// A handle.
    public convenience init(type: HandleType, value: String) {
        self.init(record: Record(type: type.rawValue, value: value))
    }

    /// What it is.
    public var type: HandleType { HandleType(rawValue: record.type) ?? .generic }
    /// The number, address or name.
    public var value: String { record.value }
}
