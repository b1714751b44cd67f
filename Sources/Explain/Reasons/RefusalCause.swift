// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The rules of lint that find the cause of a rejection. If one of these rules has a finding, the
/// text of the finding replaces the general text about the reason, because the finding is specific
/// to the push.
enum RefusalCause {
    /// Returns the identifiers of the rules; empty if lint cannot find the cause.
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
