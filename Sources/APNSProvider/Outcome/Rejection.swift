// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// APNs' answer other than 200. Source: "Handling notification responses from APNs".
public struct Rejection: Sendable, Hashable {
    /// The HTTP status.
    public var status: Int
    /// The reason as APNs gave it, also when it is in no table. A response that has APNs' `apns-id`
    /// but no reason (its body was empty, not JSON or cut off at 4 KiB) has `HTTP` and the status
    /// instead, for instance `HTTP 400`, see ``reason(forStatus:)``. A response that has neither is
    /// not APNs': its outcome is unknown, with ``UnknownOutcome/Code/notFromAPNs``.
    public var reason: RejectionReason
    /// With status 410: since when the device token was dead for the topic. Forget the token only
    /// when the app has not registered it again since.
    public var timestamp: Date?
    /// The identifier of the notification, when the answer had one that is a UUID.
    public var apnsID: APNSID?

    public init(status: Int, reason: RejectionReason, timestamp: Date? = nil, apnsID: APNSID? = nil)
    {
        self.status = status
        self.reason = reason
        self.timestamp = timestamp
        self.apnsID = apnsID
    }

    /// What a response of APNs without a reason has as its reason.
    public static func reason(forStatus status: Int) -> RejectionReason {
        RejectionReason(rawValue: "HTTP \(status)")
    }
}
