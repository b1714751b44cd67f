// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A call to people. Apple: since iOS 13.0.
public class INStartCallIntent: ValueObject, RecordBacked, INIntent,
    UNNotificationContentProviding, @unchecked Sendable
{
    /// The values of a call.
    public struct Record: ValueRecord {
        package var audioRoute = INCallAudioRoute.unknown.rawValue
        package var destinationType = INCallDestinationType.unknown.rawValue
        package var contacts: [INPerson.Record]?
        package var callCapability = INCallCapability.unknown.rawValue
        package var callBack: INCallRecord.Record?
        package var filter: INCallRecordFilter.Record?
    }

    /// A call. Since iOS 14.0.
    ///
    /// - Parameters:
    ///   - callRecordFilter: which earlier calls are meant.
    ///   - callRecordToCallBack: the earlier call that is answered.
    ///   - contacts: who is called.
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

    /// Where the call is heard.
    public var audioRoute: INCallAudioRoute {
        INCallAudioRoute(rawValue: record.audioRoute) ?? .unknown
    }
    /// Whom it reaches.
    public var destinationType: INCallDestinationType {
        INCallDestinationType(rawValue: record.destinationType) ?? .unknown
    }
    /// Who is called.
    public var contacts: [INPerson]? { record.contacts?.map(INPerson.init(record:)) }
    /// Audio or video. Since iOS 13.0.
    public var callCapability: INCallCapability {
        INCallCapability(rawValue: record.callCapability) ?? .unknown
    }
    /// The earlier call that is answered. Since iOS 14.0.
    public var callRecordToCallBack: INCallRecord? {
        record.callBack.map(INCallRecord.init(record:))
    }
    /// Which earlier calls are meant. Since iOS 14.0.
    public var callRecordFilter: INCallRecordFilter? {
        record.filter.map(INCallRecordFilter.init(record:))
    }
}

/// A call to hear people. Apple: since iOS 10.0, deprecated in 13.0: ``INStartCallIntent`` took
/// its place.
public final class INStartAudioCallIntent: NSObject, INIntent {
    /// Who is called.
    public var contacts: [INPerson]? { nil }
}

/// A call to see people. Apple: since iOS 10.0, deprecated in 13.0: ``INStartCallIntent`` took
/// its place.
public final class INStartVideoCallIntent: NSObject, INIntent {
    /// Who is called.
    public var contacts: [INPerson]? { nil }
}
