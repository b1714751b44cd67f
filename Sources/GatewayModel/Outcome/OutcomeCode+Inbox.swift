// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Whether an app's inbox shows a campaign, according to one outcome of the installation.
package enum InboxDecision: Hashable, Sendable {
    case shown
    case hidden
    /// The campaign was not sent yet; it is shown once the campaign is done.
    case later
}

extension OutcomeCode {
    /// Decides whether the inbox of the installation shows the campaign.
    ///
    /// An inbox is for messages whose push did not arrive. Therefore it also shows a campaign if
    /// only the push failed: APNs refused the token, the credential or the time, or the system's
    /// permission is denied. It hides a campaign that APNs refused for its content, and a campaign
    /// that was not meant for the installation at that time, for instance because of a cap.
    package var inboxDecision: InboxDecision {
        switch kind {
        case .accepted: .shown
        case .rejected: isAboutRequest ? .hidden : .shown
        case .expired: reason == Reason.quietHours ? .hidden : .shown
        case .suppressed:
            reason == Reason.tokenDead || reason == Reason.noConsent ? .shown : .hidden
        case .cancelled: .hidden
        case .retrying: reason == Reason.quietHours ? .later : .shown
        }
    }

    /// Whether APNs refused the content of the request, and not the token, the credential or the
    /// time. A reason that is not in the table says nothing about the content.
    private var isAboutRequest: Bool {
        let reason = RejectionReason(rawValue: reason)
        guard let row = reason.row, reason != .deviceTokenNotForTopic else { return false }
        return FailureClass(status: row.status, reason: reason) == .request
    }
}
