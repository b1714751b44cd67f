// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A previous call. Available since iOS 11.0. Only the call's identifier, date, capability and
/// participants are stored.
public class INCallRecord: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of a call.
    public struct Record: ValueRecord {
        package var identifier: String
        package var dateCreated: Date?
        package var participants: [INPerson.Record]?
        package var callCapability = INCallCapability.unknown.rawValue
    }

    /// Creates a record of a previous call. Available since iOS 14.5.
    public convenience init(
        identifier: String, dateCreated: Date?, callCapability: INCallCapability,
        participants: [INPerson]?
    ) {
        self.init(
            record: Record(
                identifier: identifier, dateCreated: dateCreated,
                participants: participants?.map(\.record),
                callCapability: callCapability.rawValue))
    }

    /// The call's identifier.
    public var identifier: String { record.identifier }
    /// The date of the call.
    public var dateCreated: Date? { record.dateCreated }
    /// The call's capability: audio or video.
    public var callCapability: INCallCapability {
        INCallCapability(rawValue: record.callCapability) ?? .unknown
    }
    /// The participants.
    public var participants: [INPerson]? { record.participants?.map(INPerson.init(record:)) }
}
