// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A part of a campaign that one node sends at a time: a range of installation numbers.
package struct CampaignUnit: Hashable, Sendable {
    /// The identifier of a unit, unique in the whole gateway.
    package struct ID: Hashable, Sendable, Comparable {
        package let campaign: Campaign.Number
        /// The number of the unit, from 1. The number 0 does not denote a unit: under it, the store
        /// keeps the outcomes of devices whose deliveries were retried.
        package let number: Int

        package init(campaign: Campaign.Number, number: Int) {
            self.campaign = campaign
            self.number = number
        }

        package static func < (a: ID, b: ID) -> Bool {
            (a.campaign, a.number) < (b.campaign, b.number)
        }

        /// Returns the identifier under which the store keeps the outcomes of separate, retried
        /// deliveries.
        package static func retries(of campaign: Campaign.Number) -> ID {
            ID(campaign: campaign, number: 0)
        }
    }

    package let id: ID
    /// The first installation number of the range; `last` is the last number.
    package let first: Int64
    package let last: Int64
    /// The time before which the unit must not be sent.
    package let notBefore: DatabaseTime

    package init(id: ID, first: Int64, last: Int64, notBefore: DatabaseTime) {
        self.id = id
        self.first = first
        self.last = last
        self.notBefore = notBefore
    }
}

/// The right to send a unit. The fence increases with each claim, so the store refuses records of
/// an earlier owner.
package struct UnitLease: Hashable, Sendable, Comparable {
    package let unit: CampaignUnit.ID
    package let fence: Int64

    package init(unit: CampaignUnit.ID, fence: Int64) {
        self.unit = unit
        self.fence = fence
    }

    package static func < (a: UnitLease, b: UnitLease) -> Bool {
        (a.unit, a.fence) < (b.unit, b.fence)
    }
}
