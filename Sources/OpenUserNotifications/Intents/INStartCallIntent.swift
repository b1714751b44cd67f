// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A call to one or more people. Available since iOS 13.0.
public class INStartCallIntent: ValueObject, RecordBacked, INIntent,
    UNNotificationContentProviding, @unchecked Sendable
{
    /// The stored values of a call.
    public struct Record: ValueRecord {
        package var audioRoute = INCallAudioRoute.unknown.rawValue
        package var destinationType = INCallDestinationType.unknown.rawValue
        package var contacts: [INPerson.Record]?
        package var callCapability = INCallCapability.unknown.rawValue
        package var callBack: INCallRecord.Record?
        package var filter: INCallRecordFilter.Record?
    }

    /// Creates a call. Available since iOS 14.0.
    ///
    /// - Parameters:
    ///   - callRecordFilter: a filter for previous calls.
    ///   - callRecordToCallBack: the previous call that this call returns.
    ///   - contacts: the people to call.
    public convenience init(
        callRecordFilter: INCallRecordFilter?, callRecordToCallBack: INCallRecord?,
        audioRoute: INCallAudioRoute, destinationType: INCallDestinationType,
        contacts: [INPerson]?, callCapability: INCallCapability
    ) {
        self.init(
            record: Record(
                audioRoute: audioRoute.rawValue, destinationType: destinationType.rawValue,
                contacts: contacts?.map(\.record), callCapability: callCapability.rawValue,
                callBack: callRecordToCallBack?.record, filter: callRecordFilter?.record))
    }

    /// The audio route.
    public var audioRoute: INCallAudioRoute {
        INCallAudioRoute(rawValue: record.audioRoute) ?? .unknown
    }
    /// The kind of destination.
    public var destinationType: INCallDestinationType {
        INCallDestinationType(rawValue: record.destinationType) ?? .unknown
    }
    /// The people to call.
    public var contacts: [INPerson]? { record.contacts?.map(INPerson.init(record:)) }
    /// The call's capability: audio or video. Available since iOS 13.0.
    public var callCapability: INCallCapability {
        INCallCapability(rawValue: record.callCapability) ?? .unknown
    }
    /// The previous call that this call returns. Available since iOS 14.0.
    public var callRecordToCallBack: INCallRecord? {
        record.callBack.map(INCallRecord.init(record:))
    }
    /// A filter for previous calls. Available since iOS 14.0.
    public var callRecordFilter: INCallRecordFilter? {
        record.filter.map(INCallRecordFilter.init(record:))
    }
}

/// An audio call. Available since iOS 10.0, deprecated in 13.0 in favor of ``INStartCallIntent``.
public final class INStartAudioCallIntent: NSObject, INIntent {
    /// The people to call; always `nil` here.
    public var contacts: [INPerson]? { nil }
}

/// A video call. Available since iOS 10.0, deprecated in 13.0 in favor of ``INStartCallIntent``.
public final class INStartVideoCallIntent: NSObject, INIntent {
    /// The people to call; always `nil` here.
    public var contacts: [INPerson]? { nil }
}
