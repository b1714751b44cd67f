// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The hourly limit and the daily limit on wakes by silent pushes. A day begins at midnight in the
/// phone's time zone.
///
/// Apple gives advice ("no more than two or three per hour") and says that the real limit depends
/// on conditions; the numbers here are those of ``DeviceChoices``. Sources: "Pushing background
/// updates to your app", "Troubleshooting push notifications".
struct SilentBudget {
    static let hour = 3_600.0

    /// The maximum number of wakes in an hour; 0 for no limit.
    let perHour: Int
    /// The maximum number of wakes in a day; 0 for no limit.
    let perDay: Int
    let timeZone: String

    init(_ device: Device) {
        perHour = max(0, device.choices.backgroundPushesPerHour)
        perDay = max(0, device.choices.backgroundPushesPerDay)
        timeZone = device.timeZone
    }

    /// Returns the reason if one of the limits forbids a wake now; `nil` if a wake is allowed.
    ///
    /// - Parameter wakes: The times at which the app was woken, the oldest first.
    func refusal(wakes: [Date], at now: Date) -> WakeRefusal? {
        if wakes.isEmpty { return nil }
        if let free = hourIsFree(wakes), free > now { return .hourlyBudget(limit: perHour) }
        if let free = dayIsFree(wakes, at: now), free > now { return .dailyBudget(limit: perDay) }
        return nil
    }

    /// Returns the first time, not before `date`, at which a wake is allowed if the app is not
    /// woken again until then.
    func firstDate(wakes: [Date], from date: Date) -> Date {
        var date = date
        if let free = hourIsFree(wakes) { date = max(date, free) }
        if let free = dayIsFree(wakes, at: date) { date = max(date, free) }
        return date
    }

    /// Returns the time from which the hourly limit allows another wake, possibly in the past;
    /// `nil` if the number of wakes is below the limit.
    private func hourIsFree(_ wakes: [Date]) -> Date? {
        guard perHour > 0, wakes.count >= perHour else { return nil }
        return wakes[wakes.count - perHour].addingTimeInterval(Self.hour)
    }

    /// Returns the end of the day if the day's limit is used up (`SIL-5`: the budget is reset once
    /// a day).
    private func dayIsFree(_ wakes: [Date], at date: Date) -> Date? {
        guard perDay > 0, wakes.count >= perDay else { return nil }
        let day = PhoneDay(timeZone: timeZone)
        let start = day.start(of: date)
        return wakes[wakes.count - perDay] >= start ? day.end(of: date) : nil
    }

    /// Returns the maximum number of wakes that need to be stored.
    static func wakeCountMax(_ choices: DeviceChoices) -> Int {
        max(choices.backgroundPushesPerHour, choices.backgroundPushesPerDay, 0)
    }
}

extension InstalledApp {
    /// Records wakes of the app. A run that takes too long or finds no new data may use up several
    /// wakes.
    mutating func countWakes(_ count: Int, at now: Date, _ choices: DeviceChoices) {
        let countMax = SilentBudget.wakeCountMax(choices)
        for _ in 0..<min(max(0, count), countMax) { wakes.append(now) }
        if wakes.count > countMax { wakes.removeFirst(wakes.count - countMax) }
    }
}
