// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A record that an app's time-sensitive notifications were explained (`INT-11`).
struct TimeSensitiveIntro: Hashable, Sendable, Codable {
    /// How long after the explanation the offer is made, in seconds. Chosen: Apple says "later".
    static let offerSeconds = 7.0 * 86_400

    let explainedAt: Date
    var isOffered = false

    enum CodingKeys: String, CodingKey {
        case explainedAt = "explained_at"
        case isOffered = "is_offered"
    }
}

extension ArrivalDecision.TimeSensitiveNote {
    /// The first time-sensitive notification of an app comes with an explanation, a later one with
    /// an offer to switch them off (`INT-11`); `nil` for any other.
    init?(
        _ context: ArrivalContext, _ level: InterruptionLevel, at place: ArrivalDecision.Place
    ) {
        guard level == .timeSensitive, place != .none, !context.isProvisional else { return nil }
        guard let intro = context.app.timeSensitiveIntro else {
            self = .explains
            return
        }
        let elapsed = context.now.timeIntervalSince(intro.explainedAt)
        guard !intro.isOffered, elapsed >= TimeSensitiveIntro.offerSeconds else { return nil }
        self = .offersToSwitchOff
    }
}
