// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GRDB

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Date {
    /// The form in which moments are stored: whole milliseconds since 1970, rounded down. A moment
    /// beyond what 64 bits hold becomes the last one that they do.
    var storedMilliseconds: Int64 { wholeEpochMilliseconds(rounded: .down) }

    init(storedMilliseconds: Int64) {
        self.init(epochMilliseconds: storedMilliseconds)
    }
}

extension Row {
    /// A moment that must be there.
    func moment(_ column: String) throws -> Date {
        Date(storedMilliseconds: try value(column))
    }

    /// A moment that may be absent.
    func optionalMoment(_ column: String) throws -> Date? {
        let stored: Int64? = self[column]
        return stored.map(Date.init(storedMilliseconds:))
    }

    /// A value that must be there and of the right type.
    func value<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        guard let value = Value.fromDatabaseValue(self[column] as DatabaseValue? ?? .null) else {
            throw GatewayStoreError.foreignValue(column)
        }
        return value
    }

    /// One word of a vocabulary.
    func word<Word: RawRepresentable>(_ column: String) throws -> Word
    where Word.RawValue: DatabaseValueConvertible {
        guard let word = Word(rawValue: try value(column)) else {
            throw GatewayStoreError.foreignValue(column)
        }
        return word
    }

    func deviceToken(_ column: String) throws -> DeviceToken {
        guard let token = try? DeviceToken(hex: value(column) as String) else {
            throw GatewayStoreError.foreignValue(column)
        }
        return token
    }

    func apnsID(_ column: String) throws -> APNSID {
        guard let id = APNSID(try value(column)) else {
            throw GatewayStoreError.foreignValue(column)
        }
        return id
    }
}

extension GatewayStoreError {
    /// A value that this version did not write.
    static func foreignValue(_ column: String) -> GatewayStoreError {
        GatewayStoreError(
            .corrupt,
            "the column \(column) of the database holds something else than Bellhop wrote; "
                + "restore a backup"
        )
    }
}
