// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The filter of a list of messages or deliveries.
public struct ResultFilter: Hashable, Sendable {
    /// The apps whose entries are returned.
    public var apps = AppLimit.none
    /// Only entries of messages that were sent to this user.
    public var user: String?
    /// Only entries of messages with a delivery to this installation.
    public var installation: String?
    /// Only deliveries in this state, or messages with such a delivery.
    public var state: DeliveryState?
    /// Only deliveries with this reason, or messages with such a delivery.
    public var reason: String?
    /// Only deliveries with this HTTP status from APNs, or messages with such a delivery.
    public var status: Int?
    /// Only the delivery with this `apns-unique-id`, or messages with such a delivery.
    public var uniqueID: String?
    /// Only entries that were stored at this time or later.
    public var since: Date?

    public init() {}
}

/// A page of a list, for which a limited number of rows was examined.
struct ExaminedPage<Entry: Sendable>: Sendable {
    var entries: [Entry]
    /// The number of the last row that was examined; `nil` if there are no further rows.
    var next: Int64?
}
