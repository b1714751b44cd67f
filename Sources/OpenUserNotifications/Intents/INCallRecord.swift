// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An earlier call. Apple: since iOS 11.0. Only its name, date and people are kept.
public class INCallRecord: ValueObject, RecordBacked, @unchecked Sendable {
    /// The values of a call.
    public struct Record: ValueRecord {
        package var identifier: String
        package var dateCreated: Date?
        package var participants: [INPerson.Record]?
        package var callCapability = INCallCapability.unknown.rawValue
    }

    /// An earlier call. Since iOS 14.5.
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

    /// Its name.
    public var identifier: String { record.identifier }
    /// When it was.
    public var dateCreated: Date? { record.dateCreated }
    /// Audio or video.
    public var callCapability: INCallCapability {
        INCallCapability(rawValue: record.callCapability) ?? .unknown
    }
    /// Who took part.
    public var participants: [INPerson]? { record.participants?.map(INPerson.init(record:)) }
}
