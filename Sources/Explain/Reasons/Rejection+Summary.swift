// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

extension RejectionReason.RetryClass {
    /// A short statement of whether the sender may send the notification again.
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
        case .never: "no; APNs will reject the same request again"
        case .fix: "yes, once it is corrected; APNs will reject an unchanged request again"
        case .newProviderToken: "yes, immediately, with a new provider token"
        case .newConnection: "yes, immediately, on another connection"
        case .later: "yes, later, with a longer delay each time"
        }
    }
}

extension RejectionReason.TokenConsequence {
    /// A short statement of the consequence of the rejection for the device token.
    package var summary: String {
        switch self {
        case .none: "is not the cause"
        case .dead:
            "has been invalid since the response's timestamp, unless the app registered it again"
        case .suspect: "may be invalid"
        }
    }

    /// The text as a rule for senders.
    var rule: String {
        switch self {
        case .none: "keep the token, because it is not the cause"
        case .dead:
            "remove the token, unless the app registered it again after the timestamp of the "
                + "response"
        case .suspect:
            "keep the token, but do not send to it until the cause is known: sending to the wrong "
                + "host causes this reason for every valid token"
        }
    }
}
