// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A filter for previous calls. Available since iOS 13.0.
public class INCallRecordFilter: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of a filter.
    public struct Record: ValueRecord {
        package var participants: [INPerson.Record]?
        package var callCapability = INCallCapability.unknown.rawValue
    }

    /// Creates a filter for calls with these participants.
    public convenience init(participants: [INPerson]?, callCapability: INCallCapability) {
        self.init(
            record: Record(
                participants: participants?.map(\.record),
                callCapability: callCapability.rawValue))
    }

    /// The participants.
    public var participants: [INPerson]? { record.participants?.map(INPerson.init(record:)) }
    /// The calls' capability: audio or video.
    public var callCapability: INCallCapability {
        INCallCapability(rawValue: record.callCapability) ?? .unknown
    }
}
