// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Why a check does not let a request pass.
struct Refusal: Error, Hashable {
    let reason: RejectionReason
    /// Since when the token is dead; with status 410 only.
    var timestamp: Date?
    /// What the sender is not told: the cause as the service knows it, for the log.
    var explanation: String?

    /// Whether it counts against the sender. Documented: 410 does not.
    var isFault: Bool { reason.status != 410 }

    init(_ reason: RejectionReason, timestamp: Date? = nil, because explanation: String? = nil) {
        self.reason = reason
        self.timestamp = timestamp
        self.explanation = explanation
    }
}
