// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Divides an audience into units.
package enum UnitPlan {
    /// The number of installation numbers in a unit. Sending a unit takes about a second.
    /// Therefore, little work is repeated when a node stops or another node takes over its unit,
    /// and a campaign to 10 million devices has 500 units.
    package static let numbersPerUnit: Int64 = 20_000
    /// The maximum number of units in a campaign. A larger audience has larger units.
    package static let unitCountMax: Int64 = 100_000

    /// Returns the units for all installation numbers of a range, in ascending order.
    ///
    /// - Parameter dueTimes: the times at which the units are sent: one time, or one time for each
    ///   time zone. There is one unit for each time and each range of numbers.
    package static func units(
        of campaign: Campaign.Number, numbers: ClosedRange<Int64>, dueTimes: [DatabaseTime],
        numbersPerUnit: Int64 = UnitPlan.numbersPerUnit
    ) -> [CampaignUnit] {
        let span = numbers.upperBound - numbers.lowerBound + 1
        let times = Int64(max(1, dueTimes.count))
        let size = max(numbersPerUnit, (span * times + unitCountMax - 1) / unitCountMax)
        var units: [CampaignUnit] = []
        for time in dueTimes {
            var first = numbers.lowerBound
            while first <= numbers.upperBound {
                let last = min(numbers.upperBound, first + size - 1)
                units.append(
                    CampaignUnit(
                        id: .init(campaign: campaign, number: units.count + 1), first: first,
                        last: last, notBefore: time))
                first = last + 1
            }
        }
        return units
    }

    /// Returns the unit of a campaign that sends one broadcast.
    package static func broadcast(
        of campaign: Campaign.Number, dueTimes: [DatabaseTime]
    ) -> CampaignUnit {
        CampaignUnit(
            id: .init(campaign: campaign, number: 1), first: BroadcastTarget.number,
            last: BroadcastTarget.number,
            notBefore: dueTimes.min() ?? DatabaseTime(milliseconds: 0))
    }
}
