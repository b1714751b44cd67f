// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The lane of a notification: notifications that are equally urgent to send. ``Traits`` determine
/// how lanes share a node's requests in flight.
package enum Lane: String, CaseIterable, Sendable, Codable, Comparable {
    /// One-time codes, for which a person is waiting.
    case otp
    /// Single messages.
    case transactional
    /// Updates of Live Activities.
    case live
    /// Campaigns.
    case bulk
    /// Background notifications, which show no text.
    case background

    /// The properties of one lane: a row of the table in ``Lane/traits``.
    package struct Traits: Sendable {
        /// The lane's share of requests, relative to other lanes with waiting notifications.
        package let weight: Int
        /// The share of a node's requests in flight that is reserved for this lane, in thousandths.
        package let floorThousandths: Int
        /// How long the gateway tries to send a message without a deadline of its own.
        package let deadline: Duration
        /// The default maximum number of notifications per second for each node; `nil` for no
        /// limit. Operators can set another limit.
        package let ratePerSecondMax: Int?
        /// Whether quiet hours and caps apply to the lane.
        package let obeysQuietHours: Bool
        /// The number of connections of the lane for each credential and environment.
        package let connectionCount: Int
    }

    /// The properties of this lane, from the table of all lanes. They are defined nowhere else.
    package var traits: Traits {
        switch self {
        case .otp:
            Traits(
                weight: 16, floorThousandths: 100, deadline: .seconds(5),
                ratePerSecondMax: nil,
                obeysQuietHours: false, connectionCount: 1)
        case .transactional:
            Traits(
                weight: 8, floorThousandths: 100, deadline: .seconds(24 * 3600),
                ratePerSecondMax: nil,
                obeysQuietHours: false, connectionCount: 1)
        case .live:
            Traits(
                weight: 4, floorThousandths: 50, deadline: .seconds(8 * 3600),
                ratePerSecondMax: nil,
                obeysQuietHours: false, connectionCount: 1)
        case .bulk:
            Traits(
                weight: 2, floorThousandths: 0, deadline: .seconds(24 * 3600),
                ratePerSecondMax: nil,
                obeysQuietHours: true, connectionCount: 4)
        case .background:
            Traits(
                weight: 1, floorThousandths: 0, deadline: .seconds(24 * 3600),
                ratePerSecondMax: nil,
                obeysQuietHours: true, connectionCount: 1)
        }
    }

    /// The lane's position in the table, from 0. The most urgent lane is first.
    package var position: Int {
        switch self {
        case .otp: 0
        case .transactional: 1
        case .live: 2
        case .bulk: 3
        case .background: 4
        }
    }

    package static func < (a: Lane, b: Lane) -> Bool { a.position < b.position }
}
