// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import UserNotificationsShim

/// An order in progress, as a Live Activity. The name of this type is the payload's
/// `attributes-type`.
public struct OrderAttributes: ActivityAttributes, Sendable {
    /// The values that change during the delivery. Pushes contain them as `content-state`.
    public struct ContentState: Codable, Hashable, Sendable {
        public enum Step: String, Codable, CaseIterable, Sendable {
            case placed, packed, delivered
            case onTheWay = "on-the-way"
        }

        public var step: Step
        /// Unix time in seconds: pushes are decoded with the default strategies, and those take
        /// dates as seconds since 2001, which no server sends.
        public var arrivalEpochSeconds: Double?

        enum CodingKeys: String, CodingKey {
            case step
            case arrivalEpochSeconds = "arrival"
        }

        public init(step: Step, arrivalEpochSeconds: Double? = nil) {
            self.step = step
            self.arrivalEpochSeconds = arrivalEpochSeconds
        }

        public var arrival: Date? {
            arrivalEpochSeconds.map { Date(timeIntervalSince1970: $0) }
        }
    }

    public let orderID: String
    public let shop: String

    enum CodingKeys: String, CodingKey {
        case shop
        case orderID = "order_id"
    }

    public init(orderID: String, shop: String) {
        self.orderID = orderID
        self.shop = shop
    }
}
