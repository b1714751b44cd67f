// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The record that the phone has explained an app's time-sensitive notifications (`INT-11`).
struct TimeSensitiveIntro: Hashable, Sendable, Codable {
    /// The delay between the explanation and the offer, in seconds. Apple says only "later";
    /// Bellhop chose seven days.
    static let offerSeconds = 7.0 * 86_400

    let explainedAt: Date
    var isOffered = false

    enum CodingKeys: String, CodingKey {
        case explainedAt = "explained_at"
        case isOffered = "is_offered"
    }
}

extension ArrivalDecision.TimeSensitiveNote {
    /// Determines the message for a notification: the first time-sensitive notification of an app
    /// comes with an explanation, a later one with an offer to switch time-sensitive notifications
    /// off (`INT-11`). Returns `nil` for any other notification.
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
