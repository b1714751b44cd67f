// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The time until which APNs may try to deliver: the value of the `apns-expiration` header.
///
/// Zero differs from an absent header. Zero means one attempt and no storage; without the header,
/// APNs applies its own storage policy of at most 30 days. Source: "Sending notification requests
/// to APNs".
public struct PushExpiration: Hashable, Sendable {
    /// The number of seconds since 1970, UTC; `0` for one attempt.
    public let epochSeconds: Int

    public init(epochSeconds: Int) { self.epochSeconds = epochSeconds }

    /// One delivery attempt; nothing is stored.
    public static let oneAttempt = PushExpiration(epochSeconds: 0)

    /// Returns the expiration at a date, rounded down to a whole second. Until then, APNs may try
    /// to deliver the notification.
    public static func at(_ date: Date) -> PushExpiration {
        PushExpiration(epochSeconds: date.wholeEpochSeconds)
    }

    /// The longest time for which APNs stores a notification: 30 days.
    public static let storageMax: Duration = .seconds(30 * 24 * 3600)

    /// The date of expiration, at most the end of the year 9999; `nil` for one attempt.
    public var date: Date? {
        epochSeconds == 0 ? nil : Date(epochSeconds: epochSeconds)
    }
}
