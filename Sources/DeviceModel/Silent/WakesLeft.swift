// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How many more times silent pushes may wake an app; `nil` where there is no limit (`SIL-3`,
/// `SIL-5`).
public struct WakesLeft: Hashable, Sendable, Codable {
    /// The number of wakes that remain of the hourly limit after the wakes of the past hour.
    public let inHour: Int?
    /// The number of wakes that remain of the daily limit until the end of the phone's day.
    public let inDay: Int?

    enum CodingKeys: String, CodingKey {
        case inHour = "in_hour"
        case inDay = "in_day"
    }
}

extension Device {
    /// Returns the remaining budget of an app for silent pushes; `nil` when there is no budget,
    /// because the app runs from Xcode or in the Simulator, or is not installed.
    public func wakesLeft(of bundleID: String, at now: Date) -> WakesLeft? {
        guard let app = self[bundleID], limitsSilentPushes(to: app) else { return nil }
        let budget = SilentBudget(self)
        func left(_ countMax: Int, _ counts: (Date) -> Bool) -> Int? {
            countMax > 0 ? max(0, countMax - app.wakes.filter(counts).count) : nil
        }
        let dayStart = PhoneDay(timeZone: budget.timeZone).start(of: now)
        return WakesLeft(
            inHour: left(budget.perHour) { $0.addingTimeInterval(SilentBudget.hour) > now },
            inDay: left(budget.perDay) { $0 >= dayStart })
    }
}
