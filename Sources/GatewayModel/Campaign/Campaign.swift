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
    /// The share of the audience that gets nothing, so that its behaviour can be compared with that
    /// of the recipients; in thousandths.
    package let controlThousandths: Int
    /// The maximum number of notifications per minute; `nil` for no limit.
    package let perMinuteMax: Int?
    /// Whether the campaign is sent at a local time, so that an installation may move from one of
    /// its units to another one.
    package let isLocal: Bool

    package init(
        number: Number, app: Int64, credential: Int64, lane: Lane = .bulk, key: CampaignKey,
        step: UInt16 = 0, deadline: DatabaseTime, quietHours: QuietHours? = nil,
        cap: CapRule? = nil, variantShares: [Int] = [], controlThousandths: Int = 0,
        perMinuteMax: Int? = nil, isLocal: Bool = false
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
        self.controlThousandths = controlThousandths
        self.perMinuteMax = perMinuteMax
        self.isLocal = isLocal
    }

    /// Returns the variant for an installation. The same installation always gets the same variant,
    /// and the variants are distributed in the proportion of the shares.
    package func variant(for installation: Int64) -> UInt8 {
        let total = variantShares.reduce(0, +)
        guard total > 0 else { return 0 }
        var point = Int(key.hash(of: installation) % UInt64(total))
        for (index, share) in variantShares.enumerated() {
            point -= share
            if point < 0 { return UInt8(truncatingIfNeeded: index) }
        }
        return 0
    }

    /// Returns whether an installation is in the control group, which gets nothing. The result for
    /// an installation is always the same and does not depend on its variant.
    package func isControl(_ installation: Int64) -> Bool {
        controlThousandths > 0
            && key.thousandth(of: installation, salt: .control) < controlThousandths
    }
}

/// A random but reproducible part of an audience: the installations whose place is in a range of
/// thousandths.
package struct AudienceSample: Hashable, Sendable, Codable {
    /// The first thousandth, from 0.
    package let lower: Int
    /// The thousandth after the last, up to 1000.
    package let upper: Int

    package init(lower: Int, upper: Int) {
        self.lower = lower
        self.upper = upper
    }

    /// Returns whether the part contains an installation. Campaigns whose keys have the same
    /// ``CampaignKey/mix`` divide an audience in the same way.
    package func contains(_ installation: Int64, key: CampaignKey) -> Bool {
        let place = key.thousandth(of: installation, salt: .sample)
        return lower <= place && place < upper
    }
}

extension CampaignKey {
    /// The purposes for which an installation gets a place. For each purpose, it has a separate
    /// place that does not depend on its other places.
    enum Salt: UInt64 {
        case control = 1
        case sample = 2
    }

    /// Returns the place of an installation for a purpose, from 0 to 999.
    func thousandth(of installation: Int64, salt: Salt) -> Int {
        Int(hash(of: installation, salt: salt.rawValue) % 1000)
    }

    fileprivate func hash(of installation: Int64, salt: UInt64 = 0) -> UInt64 {
        var z = UInt64(bitPattern: installation) ^ (mix &+ salt &* 0x9E37_79B9_7F4A_7C15)
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
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
