// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Date {
    /// The stored form of the time: whole milliseconds since 1970, rounded down. A time that does
    /// not fit into 64 bits becomes the nearest time that does.
    var storedMilliseconds: Int64 { wholeEpochMilliseconds(rounded: .down) }

    init(storedMilliseconds: Int64) {
        self.init(epochMilliseconds: storedMilliseconds)
    }
}

extension SQLRow {
    /// The times that Bellhop writes: from 1970 to the year 9999, which is the last year in RFC
    /// 3339.
    private static let momentBounds: ClosedRange<Int64> = 0...253_402_300_799_999

    /// Returns a time; throws an error if the column is NULL.
    func moment(_ column: String) throws(SQLValueError) -> Date {
        guard let moment = try optionalMoment(column) else { throw SQLValueError(column: column) }
        return moment
    }

    /// Returns a time; `nil` if the column is NULL.
    func optionalMoment(_ column: String) throws(SQLValueError) -> Date? {
        guard let stored: Int64 = try optional(column) else { return nil }
        guard Self.momentBounds.contains(stored) else { throw SQLValueError(column: column) }
        return Date(storedMilliseconds: stored)
    }

    /// Returns a case of an enumeration, which is stored as its raw value.
    func word<Word: RawRepresentable>(_ column: String) throws(SQLValueError) -> Word
    where Word.RawValue: SQLConvertible {
        guard let word = Word(rawValue: try value(column)) else {
            throw SQLValueError(column: column)
        }
        return word
    }

    func deviceToken(_ column: String) throws(SQLValueError) -> DeviceToken {
        guard let token = try? DeviceToken(bytes: value(column) as [UInt8]) else {
            throw SQLValueError(column: column)
        }
        return token
    }

    /// Returns the address of an endpoint for a transport other than APNs; `nil` for a device
    /// token.
    func foreignAddress() throws(SQLValueError) -> ForeignAddress? {
        guard let bytes: [UInt8] = try optional("foreign_address") else { return nil }
        return ForeignAddress(transport: try word("transport"), bytes: bytes)
    }

    func apnsID(_ column: String) throws(SQLValueError) -> APNSID {
        guard let id = APNSID(try value(column)) else { throw SQLValueError(column: column) }
        return id
    }
}

extension GatewayStoreError {
    /// Returns the error for a column that contains a value that this version did not write.
    static func foreignValue(_ column: String) -> GatewayStoreError {
        GatewayStoreError(
            .corrupt,
            "the column \(column) of the database contains a value that Bellhop did not write; "
                + "restore a backup"
        )
    }

    /// Returns an error of a row or of the database in the form that the gateway reports.
    static func describing(_ error: any Error) -> any Error {
        switch error {
        case let error as SQLValueError: foreignValue(error.column)
        case let error as SQLError: GatewayStoreError(Code(error.kind), error.message)
        default: error
        }
    }
}

extension GatewayStoreError.Code {
    fileprivate init(_ kind: SQLError.Kind) {
        self =
            switch kind {
            case .unwritable: .unwritable
            case .inUse: .inUse
            case .corrupt: .corrupt
            case .diskFull: .diskFull
            case .closed: .closed
            case .unavailable: .unavailable
            case .busy: .busy
            case .unknownCommit: .unknownCommit
            case .conflict, .failed: .failed
            }
    }
}
