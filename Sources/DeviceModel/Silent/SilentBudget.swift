// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How often silent pushes may wake an app: so many within an hour, so many in a day of the phone.
///
/// Apple gives advice ("no more than two or three per hour") and says that the real limit depends
/// on conditions; the numbers here are those of ``DeviceChoices``. Sources: "Pushing background
/// updates to your app", "Troubleshooting push notifications".
struct SilentBudget {
    static let hour = 3_600.0

    /// 0 for no limit.
    let perHour: Int
    /// 0 for no limit.
    let perDay: Int
    let timeZone: String

    init(_ device: Device) {
        perHour = max(0, device.choices.backgroundPushesPerHour)
        perDay = max(0, device.choices.backgroundPushesPerDay)
        timeZone = device.timeZone
    }

    /// Which limit forbids a wake now; `nil` when none does.
    ///
    /// - Parameter wakes: when the app was woken, oldest first.
    func refusal(wakes: [Date], at now: Date) -> WakeRefusal? {
        if wakes.isEmpty { return nil }
        if let free = hourIsFree(wakes), free > now { return .hourlyBudget }
        if let free = dayIsFree(wakes, at: now), free > now { return .dailyBudget }
        return nil
    }

    /// The first time at or after a date at which a wake is allowed, if no other comes between.
    func firstDate(wakes: [Date], from date: Date) -> Date {
        var date = date
        if let free = hourIsFree(wakes) { date = max(date, free) }
        if let free = dayIsFree(wakes, at: date) { date = max(date, free) }
        return date
    }

    /// When fewer than the hour's number lie within the hour before.
    private func hourIsFree(_ wakes: [Date]) -> Date? {
        guard perHour > 0, wakes.count >= perHour else { return nil }
        return wakes[wakes.count - perHour].addingTimeInterval(Self.hour)
    }

    /// When the day of the wake that used it up is over (`SIL-5`: the budget resets once a day).
    private func dayIsFree(_ wakes: [Date], at date: Date) -> Date? {
        guard perDay > 0, wakes.count >= perDay else { return nil }
        let day = PhoneDay(timeZone: timeZone)
        let start = day.start(of: date)
        return wakes[wakes.count - perDay] >= start ? day.end(of: date) : nil
    }

    /// How many wakes are worth remembering.
    static func wakeCountMax(_ choices: DeviceChoices) -> Int {
        max(choices.backgroundPushesPerHour, choices.backgroundPushesPerDay, 0)
    }
}

extension InstalledApp {
    /// Writes down that the app was woken, or that a run cost so many wakes.
    mutating func countWakes(_ count: Int, at now: Date, _ choices: DeviceChoices) {
        let countMax = SilentBudget.wakeCountMax(choices)
        for _ in 0..<min(max(0, count), countMax) { wakes.append(now) }
        if wakes.count > countMax { wakes.removeFirst(wakes.count - countMax) }
    }
}
