// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One request and its result: an entry of the delivery log.
///
/// An entry contains the payload, because showing payloads is the purpose of the log. The device
/// token is included only in shortened form.
public struct ServiceLogEntry: Hashable, Sendable, Codable {
    /// The number of the entry, counted from 1. A reader requests the entries after the last entry
    /// that it has read.
    public let sequence: Int
    public let time: Date
    public let environment: APNSEnvironment
    /// The `apns-id` of the response.
    public let apnsID: APNSID
    /// The `apns-unique-id` of the response; present only for accepted sandbox requests.
    public let uniqueID: String?
    public let topic: String?
    public let pushType: PushType?
    public let priority: Int?
    /// The `apns-expiration` in seconds since 1970.
    public let expiration: Int?
    public let collapseID: String?
    /// The number of body bytes that were read.
    public let payloadByteCount: Int
    /// The body as text; bytes that are not UTF-8 are replaced.
    public let payload: String
    /// The shortened device token, ``/APNSWire/DeviceToken/redacted``; `nil` when the path
    /// contained no device token.
    public let token: String?
    /// The channel of a broadcast.
    public let channelID: ChannelID?
    public let deviceID: String?
    public let bundleID: String?
    /// The HTTP status of the response; 0 when an injected fault prevented a response.
    public let status: Int
    /// The reason why the request was rejected; `nil` when it was accepted, or when an injected
    /// fault specified no reason.
    public let reason: RejectionReason?
    /// The delivery status; `nil` when the request was rejected.
    public internal(set) var delivery: DeliveryStatus?
    /// The time at which ``delivery`` last changed.
    public internal(set) var deliveryTime: Date?
    /// The cause of the result, in one line.
    public internal(set) var explanation: String
    /// Irregularities that were accepted but that a stricter server might reject.
    public let oddities: [String]
    /// The headers of the request without the sender's credentials; `nil` in older saved states.
    public internal(set) var headers: [ServiceRequest.Header]?
    /// The names of the injected faults that affected the request.
    public internal(set) var fault: String?

    public var isAccepted: Bool { status == 200 }
}
