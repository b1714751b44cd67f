// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The likely causes of a rejection by APNs, and how to find them. The guide complements the row of
/// the same reason in `RejectionReason.table`, which contains meaning, status, remedy and
/// consequences.
package struct ReasonGuide: Hashable, Sendable {
    /// A reason that is easily mistaken for this one, and how to distinguish the two.
    package struct Contrast: Hashable, Sendable {
        package let reason: RejectionReason
        package let difference: String

        init(_ reason: RejectionReason, _ difference: String) {
            self.reason = reason
            self.difference = difference
        }
    }

    package let reason: RejectionReason
    /// The likely causes, beginning with the most likely one. The list is never empty.
    package let causes: [LikelyCause]
    package let contrasts: [Contrast]

    init(
        _ reason: RejectionReason, _ causes: [LikelyCause], unlike contrasts: [Contrast] = []
    ) {
        self.reason = reason
        self.causes = causes
        self.contrasts = contrasts
    }

    /// A guide for every reason of `RejectionReason.table`.
    package static let table: [ReasonGuide] =
        tokenGuides + headerGuides + requestGuides + credentialGuides + serverGuides
        + channelGuides

    private static let byReason = Dictionary(
        uniqueKeysWithValues: table.map { ($0.reason, $0) })
}

/// A possible cause of a rejection or of a missing notification.
package struct LikelyCause: Hashable, Sendable {
    /// The possible cause, as a phrase without a full stop.
    package let what: String
    /// How to recognize this cause. The text describes a command to run or an object to check, and
    /// the result that indicates the cause.
    package let check: String
    /// The remedy.
    package let remedy: String
    package let claim: Claim

    init(_ what: String, check: String, try remedy: String, _ claim: Claim = .responses) {
        self.what = what
        self.check = check
        self.remedy = remedy
        self.claim = claim
    }
}

extension Claim {
    /// Apple's list of reasons for notifications.
    static let responses = Claim.documented("Handling notification responses from APNs")
    /// Apple's list of reasons for broadcasts and channels.
    static let channelResponses = Claim.documented("Handling error responses from APNs")
    static let sending = Claim.documented("Sending notification requests to APNs")
    static let registering = Claim.documented("Registering your app with APNs")
    static let providerTokens = Claim.documented(
        "Establishing a token-based connection to APNs")
    static let certificates = Claim.documented(
        "Establishing a certificate-based connection to APNs")
    static let broadcasts = Claim.documented(
        "Sending broadcast push notification requests to APNs")
    static let channels = Claim.documented(
        "Sending channel management requests to APNs")
    /// Facts that follow from HTTP or from how programs are built, not from Apple's documentation.
    static let experience = Claim.reported("questions of developers and issues of APNs clients")
}

extension RejectionReason {
    /// The guide for this reason; `nil` for a reason that Apple does not document.
    package var guide: ReasonGuide? { ReasonGuide.of(self) }
}

extension ReasonGuide {
    static func of(_ reason: RejectionReason) -> ReasonGuide? { byReason[reason] }
}
