// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The maximum number of notifications that a device gets in a period: of one class in a local
/// calendar day, or of silent notifications or urgent updates of a Live Activity in an hour.
package struct CapRule: Hashable, Sendable, Codable {
    /// The period in which notifications are counted.
    package enum Period: String, Sendable, Codable {
        /// A calendar day in the device's local time.
        case day
        /// Any 60 minutes. Time is divided into slots of five minutes, and each slot is counted
        /// together with the twelve slots before it and the twelve slots after it. Therefore, an
        /// hour never contains more than the maximum, and seldom fewer notifications than are
        /// permitted.
        case hour
    }

    /// The class of notifications that are counted together, such as `marketing`.
    package let name: String
    /// The maximum number per period, at least 1.
    package let perDayMax: Int
    /// The period; `nil` means a day and occurs in values that earlier versions stored.
    private let counted: Period?

    package init(name: String, perDayMax: Int, period: Period = .day) {
        self.name = name
        self.perDayMax = max(1, perDayMax)
        counted = period == .day ? nil : period
    }

    private enum CodingKeys: String, CodingKey {
        case name, perDayMax
        case counted = "period"
    }

    /// The maximum number of silent notifications that a device gets from campaigns within an hour.
    /// Apple asks for no more than two or three an hour ("Pushing background updates to your App"),
    /// and the system delays or drops further notifications.
    package static let silentPerHourMax = 2

    /// The rule for campaigns of silent notifications. Its name contains a control character, so no
    /// class can have the same name.
    package static let silent = CapRule(
        name: "\u{1}silent", perDayMax: silentPerHourMax, period: .hour)

    /// The maximum number of urgent updates that a device gets from campaigns for one Live Activity
    /// within an hour. Apple documents that updates with priority 10 have a budget, but not its
    /// size; this is the size that the virtual phones use (`LA-25`). Updates with priority 5 have
    /// no budget.
    package static let liveActivityPerHourMax = 10

    /// The rule for updates of a Live Activity with priority 10.
    package static func liveActivity(_ activity: String) -> CapRule {
        CapRule(
            name: liveActivityPrefix + activity, perDayMax: liveActivityPerHourMax,
            period: .hour)
    }

    private static let liveActivityPrefix = "\u{1}live "

    package var period: Period { counted ?? .day }

    /// Whether the rule counts the notifications of campaigns in a lane.
    package func applies(to lane: Lane) -> Bool {
        period == .hour || lane.traits.obeysQuietHours
    }

    /// The reason that is recorded for notifications that are not sent because of the rule.
    package var reason: String {
        switch period {
        case .day: OutcomeCode.Reason.capped
        case .hour:
            name.hasPrefix(Self.liveActivityPrefix)
                ? OutcomeCode.Reason.activityBudget : OutcomeCode.Reason.silentLimit
        }
    }

    /// The number of places before and after a place that are counted together with it.
    package var reach: Int64 {
        switch period {
        case .day: 0
        case .hour: 12
        }
    }

    /// Returns the place of a notification in time: the number of its local day or of its slot.
    ///
    /// - Parameter utcOffset: the offset of the device's time zone from UTC, in minutes.
    package func place(at time: DatabaseTime, utcOffset: Int) -> Int64 {
        switch period {
        case .day: Self.day(at: time, utcOffset: utcOffset)
        case .hour: Self.slot(at: time)
        }
    }

    /// Returns the number of the device's local day, counted from 1970-01-01.
    package static func day(at time: DatabaseTime, utcOffset: Int) -> Int64 {
        let local = time.milliseconds + Int64(utcOffset) * 60_000
        let day: Int64 = 24 * 3600 * 1000
        return local >= 0 ? local / day : (local - day + 1) / day
    }

    /// Returns the number of a slot of five minutes, counted from 1970-01-01. The number is far
    /// larger than the number of any day.
    package static func slot(at time: DatabaseTime) -> Int64 { time.milliseconds / 300_000 }

    /// The boundary between the numbers of days and of slots. The numbers of days stay below it for
    /// more than a thousand years. The numbers of all current slots are above it.
    package static let firstSlot: Int64 = 1_000_000
}
