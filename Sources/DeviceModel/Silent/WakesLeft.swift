// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How often silent pushes may still wake an app; `nil` where nothing limits that (`SIL-3`,
/// `SIL-5`).
public struct WakesLeft: Hashable, Sendable, Codable {
    /// Within the hour that ends now.
    public let inHour: Int?
    /// Until the day of the phone is over.
    public let inDay: Int?

    enum CodingKeys: String, CodingKey {
        case inHour = "in_hour"
        case inDay = "in_day"
    }
}

extension Device {
    /// What is left of an app's budget for silent pushes; `nil` when it has none: it runs from
    /// Xcode, or there is no such app.
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
