// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel

extension CampaignBroadcast {
    /// The broadcast of a campaign with its outcome; `nil` for a campaign with an audience.
    init?(_ stored: StoredCampaign, _ sums: OutcomeSums) {
        guard let target = stored.broadcast else { return nil }
        // The broadcast is counted once, under its only or its last outcome.
        let code = sums.entries.first { $0.count > 0 }?.code
        self.init(
            channel: target.channel.text, environment: target.environment,
            state: Self.state(code?.kind, stored.state),
            reason: code.flatMap { $0.reason.isEmpty ? nil : $0.reason },
            status: Self.status(code), requestID: stored.requestID?.text)
    }

    private static func state(
        _ kind: OutcomeCode.Kind?, _ campaign: CampaignState
    ) -> DeliveryState {
        switch kind {
        case .accepted: .accepted
        case .rejected: .rejected
        case .expired: .expired
        case .suppressed: .suppressed
        case .cancelled: .cancelled
        case .retrying: .queued
        case nil: campaign == .cancelled ? .cancelled : .queued
        }
    }

    /// Returns the status of APNs' response, which is derived from the reason in the outcome.
    private static func status(_ code: OutcomeCode?) -> Int? {
        guard let code else { return nil }
        if code.kind == .accepted { return 200 }
        return RejectionReason(rawValue: code.reason).row?.status
    }
}
