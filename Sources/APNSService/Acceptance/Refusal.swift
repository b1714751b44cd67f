// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Why a check rejects a request.
struct Refusal: Error, Hashable {
    let reason: RejectionReason
    /// The time when the device token became invalid; with status 410 only.
    var timestamp: Date?
    /// The detailed cause for the log; it is not sent to the sender.
    var explanation: String?

    /// Whether the rejection counts as an error of the sender. Documented: 410 does not.
    var countsAsError: Bool { reason.status != 410 }

    init(_ reason: RejectionReason, timestamp: Date? = nil, because explanation: String? = nil) {
        self.reason = reason
        self.timestamp = timestamp
        self.explanation = explanation
    }
}
