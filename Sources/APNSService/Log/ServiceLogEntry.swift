// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One request and what became of it: a line of the delivery log.
///
/// It holds the payload, because reading it is what the log is for; the device token only
/// shortened.
public struct ServiceLogEntry: Hashable, Sendable, Codable {
    /// Counts up from 1; a reader asks for what came after the last one it saw.
    public let sequence: Int
    public let time: Date
    public let environment: APNSEnvironment
    /// The `apns-id` of the answer.
    public let apnsID: APNSID
    /// The `apns-unique-id` of the answer; accepted sandbox requests only.
    public let uniqueID: String?
    public let topic: String?
    public let pushType: PushType?
    public let priority: Int?
    /// The `apns-expiration` in seconds since 1970.
    public let expiration: Int?
    public let collapseID: String?
    /// As much of the body as was read, in bytes.
    public let payloadByteCount: Int
    /// The body as text; bytes that are not UTF-8 are replaced.
    public let payload: String
    /// ``DeviceToken/redacted``; `nil` when the path held none.
    public let token: String?
    /// The channel of a broadcast.
    public let channelID: ChannelID?
    public let deviceID: String?
    public let bundleID: String?
    /// The HTTP status of the answer.
    public let status: Int
    /// Why it was refused; `nil` when it was accepted.
    public let reason: RejectionReason?
    /// What became of it; `nil` when it was refused.
    public internal(set) var delivery: DeliveryStatus?
    /// When ``delivery`` last changed.
    public internal(set) var deliveryTime: Date?
    /// Why, in one line.
    public internal(set) var explanation: String
    /// What was accepted although a stricter server might not.
    public let oddities: [String]

    public var isAccepted: Bool { reason == nil }
}
