// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The time of the simulator; the response of `GET /v1/clock`.
package struct ClockView: Codable, Sendable, Hashable {
    package let now: Date
    /// Whether `POST /v1/clock/advance` can move the clock.
    package let isVirtual: Bool

    enum CodingKeys: String, CodingKey {
        case now
        case isVirtual = "is_virtual"
    }

    package init(now: Date, isVirtual: Bool) {
        self.now = now
        self.isVirtual = isVirtual
    }
}

/// A request to move the clock forward, for `POST /v1/clock/advance`. Exactly one of the two
/// properties must be set.
package struct ClockAdvanceOrder: Codable, Sendable, Hashable {
    /// The number of seconds, 0 or more.
    package var seconds: Double?
    /// The new time of the clock.
    package var until: Date?

    package init(seconds: Double? = nil, until: Date? = nil) {
        self.seconds = seconds
        self.until = until
    }
}
