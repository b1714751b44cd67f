// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

extension RejectionReason.RetryClass {
    /// A short statement on whether to send again.
    package var summary: String {
        switch self {
        case .never: "never"
        case .fix: "once corrected"
        case .newProviderToken: "with a new provider token"
        case .newConnection: "on another connection"
        case .later: "later"
        }
    }

    /// The text as a rule for senders.
    var rule: String {
        switch self {
        case .never: "never; the same request will be rejected again"
        case .fix: "once corrected; an unchanged request will be rejected again"
        case .newProviderToken: "yes, at once, with a new provider token"
        case .newConnection: "yes, at once, on another connection"
        case .later: "yes, later, with a longer delay each time"
        }
    }
}

extension RejectionReason.TokenConsequence {
    /// A short statement on what the refusal means for the device token.
    package var summary: String {
        switch self {
        case .none: "is not the cause"
        case .dead: "is invalid since the timestamp, unless the app registered it again afterwards"
        case .suspect: "may be invalid"
        }
    }

    /// The text as a rule for senders.
    var rule: String {
        switch self {
        case .none: "keep it; it is not the cause"
        case .dead:
            "remove it, unless the app registered it again after the timestamp of the response"
        case .suspect:
            "keep it, and do not send to it until the cause is known: sending to the wrong host "
                + "causes this reason for every valid token"
        }
    }
}
