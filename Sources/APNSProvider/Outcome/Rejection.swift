// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A response of APNs with a status other than 200. Source: "Handling notification responses from
/// APNs".
public struct Rejection: Sendable, Hashable {
    /// The HTTP status.
    public var status: Int
    /// The reason as APNs sent it, even if it is not in the table. If a response has APNs'
    /// `apns-id` but no reason, because its body was empty, not JSON or truncated at 4 KiB, the
    /// reason is `HTTP` and the status, for instance `HTTP 400`; see ``reason(forStatus:)``. A
    /// response with neither `apns-id` nor reason is not from APNs: its outcome is unknown, with
    /// ``UnknownOutcome/Code/notFromAPNs``.
    public var reason: RejectionReason
    /// The date since which the device token has been invalid for the topic; sent only with status
    /// 410. Delete the token only if the app has not registered it again since then.
    public var timestamp: Date?
    /// The identifier of the notification; `nil` when the response had no valid UUID.
    public var apnsID: APNSID?

    public init(status: Int, reason: RejectionReason, timestamp: Date? = nil, apnsID: APNSID? = nil)
    {
        self.status = status
        self.reason = reason
        self.timestamp = timestamp
        self.apnsID = apnsID
    }

    /// Returns the reason that represents a status, for a response of APNs that states no reason.
    public static func reason(forStatus status: Int) -> RejectionReason {
        RejectionReason(rawValue: "HTTP \(status)")
    }
}
