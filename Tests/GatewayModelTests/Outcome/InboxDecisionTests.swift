// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import Testing

/// Whether an app's inbox shows a campaign, depending on the installation's outcome.
struct InboxDecisionTests {
    @Test(
        arguments: [
            (OutcomeCode(.accepted, variant: 3), InboxDecision.shown),
            (OutcomeCode(.rejected, reason: "BadDeviceToken"), .shown),
            (OutcomeCode(.rejected, reason: "Unregistered"), .shown),
            (OutcomeCode(.rejected, reason: "DeviceTokenNotForTopic"), .shown),
            (OutcomeCode(.rejected, reason: "InvalidProviderToken"), .shown),
            (OutcomeCode(.rejected, reason: "TooManyRequests"), .shown),
            (OutcomeCode(.rejected, reason: "InternalServerError"), .shown),
            (OutcomeCode(.rejected, reason: OutcomeCode.Reason.noAnswer), .shown),
            (OutcomeCode(.rejected, reason: "NobodyKnows"), .shown),
            (OutcomeCode(.rejected, reason: "PayloadTooLarge"), .hidden),
            (OutcomeCode(.rejected, reason: "PayloadEmpty"), .hidden),
            (OutcomeCode(.rejected, reason: "BadCollapseId"), .hidden),
            (OutcomeCode(.rejected, reason: "BadTopic"), .hidden),
            (OutcomeCode(.expired), .shown),
            (OutcomeCode(.expired, reason: OutcomeCode.Reason.quietHours), .hidden),
            (OutcomeCode(.suppressed, reason: OutcomeCode.Reason.tokenDead), .shown),
            (OutcomeCode(.suppressed, reason: OutcomeCode.Reason.noConsent), .shown),
            (OutcomeCode(.suppressed, reason: OutcomeCode.Reason.capped), .hidden),
            (OutcomeCode(.suppressed, reason: OutcomeCode.Reason.quietHours), .hidden),
            (OutcomeCode(.suppressed, reason: OutcomeCode.Reason.leftAudience), .hidden),
            (OutcomeCode(.suppressed, reason: OutcomeCode.Reason.payloadTooLarge), .hidden),
            (OutcomeCode(.suppressed, reason: "variable_missing"), .hidden),
            (OutcomeCode(.cancelled), .hidden),
            (OutcomeCode(.retrying, reason: "no_credential"), .shown),
            (OutcomeCode(.retrying, reason: OutcomeCode.Reason.quietHours), .later),
        ] as [(OutcomeCode, InboxDecision)])
    func `an inbox shows accepted messages and those for which only the push failed`(
        code: OutcomeCode, decision: InboxDecision
    ) {
        #expect(code.inboxDecision == decision)
    }
}
