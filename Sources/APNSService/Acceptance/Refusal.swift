// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The reason why a check rejects a request.
struct Refusal: Error, Hashable {
    let reason: RejectionReason
    /// The time when the device token became invalid; present only with status 410.
    var timestamp: Date?
    /// The detailed cause for the log. The sender does not receive it.
    var explanation: String?

    /// Whether the rejection counts as an error of the sender. Apple documents that status 410 does
    /// not count.
    var countsAsError: Bool { reason.status != 410 }

    init(_ reason: RejectionReason, timestamp: Date? = nil, because explanation: String? = nil) {
        self.reason = reason
        self.timestamp = timestamp
        self.explanation = explanation
    }
}
