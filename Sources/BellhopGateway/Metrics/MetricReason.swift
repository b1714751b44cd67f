// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire

/// Converts the reason of an outcome to the value of a label.
enum MetricReason {
    /// Returns a reason of APNs or of Bellhop unchanged, and `other` for a reason that a server
    /// invented, because each value of a label takes memory here and in every metrics database.
    static func label(_ reason: String) -> String {
        let isKnown =
            reason.isEmpty || RejectionReason(rawValue: reason).row != nil
            || UnknownOutcome.Code(rawValue: reason) != nil || isOwn(reason)
        return isKnown ? reason : MetricsRegistry.other
    }

    /// Returns whether a reason can be Bellhop's own: its reasons consist of lowercase letters and
    /// underscores. APNs' reasons begin with a capital letter.
    private static func isOwn(_ reason: String) -> Bool {
        reason.utf8.count <= 40
            && reason.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0) }
    }
}
