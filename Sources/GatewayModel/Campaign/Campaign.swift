// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The facts about a campaign that a node needs for sending. They do not change while the campaign
/// is sent.
package struct Campaign: Hashable, Sendable {
    package typealias Number = Int64

    package let number: Number
    /// The app's number. Nodes share their work fairly among apps.
    package let app: Int64
    /// The number of the app's credential.
    package let credential: Int64
    package let lane: Lane
    package let key: CampaignKey
    /// The step of a campaign with several steps, from 0.
    package let step: UInt16
    /// Nothing is sent at or after this moment.
    package let deadline: DatabaseTime
    package let quietHours: QuietHours?
    package let cap: CapRule?
    /// The relative shares of the content's variants; empty if there is only one variant.
    package let variantShares: [Int]

    package init(
        number: Number, app: Int64, credential: Int64, lane: Lane = .bulk, key: CampaignKey,
        step: UInt16 = 0, deadline: DatabaseTime, quietHours: QuietHours? = nil,
        cap: CapRule? = nil, variantShares: [Int] = []
    ) {
        self.number = number
        self.app = app
        self.credential = credential
        self.lane = lane
        self.key = key
        self.step = step
        self.deadline = deadline
        self.quietHours = quietHours
        self.cap = cap
        self.variantShares = variantShares
    }

    /// Returns the variant for an installation. The same installation always gets the same variant,
    /// and the variants are distributed in the proportion of the shares.
    package func variant(for installation: Int64) -> UInt8 {
        let total = variantShares.reduce(0, +)
        guard total > 0 else { return 0 }
        var z = UInt64(bitPattern: installation) ^ key.mix
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        var point = Int((z ^ z >> 31) % UInt64(total))
        for (index, share) in variantShares.enumerated() {
            point -= share
            if point < 0 { return UInt8(truncatingIfNeeded: index) }
        }
        return 0
    }
}

/// The facts about a campaign that change while it is sent. The store reports them with every
/// response.
package struct CampaignStatus: Hashable, Sendable {
    package let campaign: Campaign.Number
    package let state: CampaignState
    package let trial: TrialCounts

    package init(campaign: Campaign.Number, state: CampaignState, trial: TrialCounts) {
        self.campaign = campaign
        self.state = state
        self.trial = trial
    }
}
