// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

extension RejectionReason.RetryClass {
    /// A short statement on whether to send again.
    public var words: String {
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
        case .never: "never: the same request will be refused again"
        case .fix: "once corrected; as it is, it will be refused again"
        case .newProviderToken: "yes, at once, with a new provider token"
        case .newConnection: "yes, at once, on another connection"
        case .later: "yes, later, and with longer pauses each time"
        }
    }
}

extension RejectionReason.TokenConsequence {
    /// A short statement on what the refusal means for the device token.
    public var words: String {
        switch self {
        case .none: "is not at fault"
        case .dead: "is dead since the timestamp, unless registered again since"
        case .suspect: "is suspect, not dead"
        }
    }

    /// The text as a rule for senders.
    var rule: String {
        switch self {
        case .none: "keep it: it is not at fault"
        case .dead: "remove it, unless the app registered it again after the answer's timestamp"
        case .suspect:
            "keep it, and do not send to it until the cause is known: one wrong host makes every "
                + "good token look like this"
        }
    }
}
