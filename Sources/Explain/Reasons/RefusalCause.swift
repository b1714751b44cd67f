// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Which rules of lint find the cause of a refusal, so that it is said once, in the words that fit
/// this push.
enum RefusalCause {
    /// The identifiers of the rules; empty when lint cannot see the cause.
    static func rules(for reason: RejectionReason) -> [String] {
        switch reason {
        case .badPriority: ["background-priority", "priority-not-for-type", "bad-priority"]
        case .badExpirationDate: ["bad-expiration"]
        case .badCollapseID: ["collapse-id-too-long"]
        case .badMessageID: ["bad-apns-id"]
        case .badTopic: ["bad-topic", "topic-suffix"]
        case .payloadTooLarge: ["payload-too-large"]
        default: []
        }
    }
}
