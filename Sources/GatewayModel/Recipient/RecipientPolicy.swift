// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Decides before sending whether a recipient gets a notification.
///
/// The checks are made in this order: token, consent, control group, deadline, quiet hours. The
/// node checks caps afterwards, because the store counts them.
package enum RecipientPolicy {
    package enum Decision: Hashable, Sendable {
        case send
        case finish(OutcomeCode)
        /// The notification may be sent after this delay.
        case hold(Duration, reason: String)
    }

    package static func decide(
        _ recipient: Recipient, _ campaign: Campaign, clock: DatabaseClock, at uptime: Duration
    ) -> Decision {
        if recipient.isDead { return suppress(OutcomeCode.Reason.tokenDead) }
        if !recipient.consents { return suppress(OutcomeCode.Reason.noConsent) }
        if campaign.isControl(recipient.installation), !Bug.is(.controlGroupSent) {
            return suppress(OutcomeCode.Reason.controlGroup)
        }
        guard let now = clock.latest(at: uptime) else { return .send }
        if now >= campaign.deadline, !Bug.is(.deadlineIgnored) {
            return .finish(OutcomeCode(.expired))
        }
        guard campaign.lane.traits.obeysQuietHours, let quiet = campaign.quietHours,
            let remaining = quiet.remaining(at: now, utcOffset: recipient.utcOffset),
            !Bug.is(.quietHoursIgnored)
        else { return .send }
        switch quiet.rule {
        case .skip: return suppress(OutcomeCode.Reason.quietHours)
        case .hold:
            guard now + remaining < campaign.deadline else {
                return .finish(OutcomeCode(.expired, reason: OutcomeCode.Reason.quietHours))
            }
            return .hold(remaining, reason: OutcomeCode.Reason.quietHours)
        }
    }

    private static func suppress(_ reason: String) -> Decision {
        .finish(OutcomeCode(.suppressed, reason: reason))
    }
}
