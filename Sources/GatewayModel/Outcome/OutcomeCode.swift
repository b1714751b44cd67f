// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The outcome of an installation in a campaign, as it is counted and stored.
package struct OutcomeCode: Hashable, Sendable {
    /// The kind of result. The numbers are stored and never change.
    package enum Kind: UInt8, CaseIterable, Sendable, Codable {
        /// APNs accepted the notification.
        case accepted = 0
        /// APNs rejected the notification, or the result is unknown and the notification is not
        /// sent again.
        case rejected = 1
        /// The deadline passed before the notification could be sent.
        case expired = 2
        /// The gateway did not send the notification, for one of its own reasons
        /// (``OutcomeCode/Reason``).
        case suppressed = 3
        /// The campaign was cancelled before the notification could be sent.
        case cancelled = 4
        /// The notification has become a separate delivery, which the gateway will retry. A later
        /// part contains the final result.
        case retrying = 5

        /// The name in JSON.
        package var name: String {
            switch self {
            case .accepted: "accepted"
            case .rejected: "rejected"
            case .expired: "expired"
            case .suppressed: "suppressed"
            case .cancelled: "cancelled"
            case .retrying: "retrying"
            }
        }
    }

    /// The maximum number of bytes in a reason; longer reasons are truncated.
    package static let reasonByteCountMax = 64

    package let kind: Kind
    /// The number of the chosen variant of the content, from 0.
    package let variant: UInt8
    /// The reason given by APNs or by the gateway, such as `Unregistered` or `quiet_hours`; empty
    /// for `accepted`.
    package let reason: String

    package init(_ kind: Kind, variant: UInt8 = 0, reason: String = "") {
        self.kind = kind
        self.variant = variant
        self.reason =
            reason.utf8.count <= Self.reasonByteCountMax
            ? reason : String(decoding: reason.utf8.prefix(Self.reasonByteCountMax), as: UTF8.self)
    }

    /// Returns the same outcome for an installation of a variant.
    package func of(variant: UInt8) -> OutcomeCode {
        OutcomeCode(kind, variant: variant, reason: reason)
    }

    /// Whether APNs accepted or rejected the notification; the stop rule counts only these
    /// outcomes.
    var isResponse: Bool { kind == .accepted || kind == .rejected }

    /// The reasons that the gateway itself gives.
    package enum Reason {
        package static let noConsent = "no_consent"
        package static let tokenDead = "token_dead"
        package static let quietHours = "quiet_hours"
        package static let capped = "frequency_capped"
        package static let silentLimit = "silent_limit"
        package static let activityBudget = "activity_budget"
        package static let controlGroup = "control_group"
        package static let leftAudience = "left_audience"
        package static let payloadTooLarge = "payload_too_large"
        package static let requestNotPossible = "request_not_possible"
        package static let noCredential = "no_credential"
        package static let noAnswer = "no_answer"
        package static let notSent = "not_sent"
        /// The notification of a dry run, which would have been sent.
        package static let dryRun = "dry_run"
        /// The notification of an app in shadow mode, which would have been sent.
        package static let shadow = "shadow"
        /// The reason that replaces further reasons in a part that already has too many different
        /// reasons.
        package static let other = "other"
    }
}

extension OutcomeCode: Comparable {
    package static func < (a: OutcomeCode, b: OutcomeCode) -> Bool {
        (a.kind.rawValue, a.variant, a.reason) < (b.kind.rawValue, b.variant, b.reason)
    }
}
