// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI
import GatewayModel

extension Gateway {
    /// The percentage of urgent notifications at which the report begins to give advice.
    private static let urgentPercentHigh = 20.0
    /// The smallest number of notifications for which the report gives advice.
    private static let adviceCountMin = 100

    private static let dayMilliseconds: Int64 = 24 * 3600 * 1000

    /// Returns how many of an app's notifications were urgent.
    ///
    /// - Parameter days: the number of days up to today, 1 to `GatewayLimits.urgencyDaysMax`.
    public func urgencyReport(
        of bundleID: String, days: Int = GatewayLimits.urgencyDaysDefault
    ) async throws -> UrgencyReport {
        let days = max(1, min(days, GatewayLimits.urgencyDaysMax))
        let today = SQLUrgencyCounts.day(time.now)
        let first = today - Int64(days) + 1
        let found = try await requireTemplates().urgencies(of: bundleID, since: first)
        guard let found else { throw Problem.appNotFound(bundleID) }
        let total = found.values.reduce(0) { $0 + $1.messages + $1.campaigns }
        func percent(_ count: Int) -> Double {
            total == 0 ? 0 : (Double(count) * 1000 / Double(total)).rounded() / 10
        }
        let shares = InterruptionLevel.allCases.map { level in
            let totals = found[level] ?? .init()
            return UrgencyShare(
                urgency: level, messages: totals.messages, campaigns: totals.campaigns,
                percent: percent(totals.messages + totals.campaigns))
        }
        let urgent = shares.filter { $0.urgency == .timeSensitive || $0.urgency == .critical }
            .reduce(0) { $0 + $1.messages + $1.campaigns }
        let isHigh = total >= Self.adviceCountMin && percent(urgent) >= Self.urgentPercentHigh
        return UrgencyReport(
            app: bundleID, from: AudienceTime.text(first * Self.dayMilliseconds),
            to: AudienceTime.text(today * Self.dayMilliseconds), total: total, shares: shares,
            urgentPercent: percent(urgent), advice: isHigh ? Self.advice : nil)
    }

    private static let advice =
        "a large share of the notifications breaks through Focus; if people turn "
        + "time-sensitive notifications off, important ones are held back too; use "
        + "time-sensitive only where people must act within the hour, and active or passive for "
        + "all others (docs/guide/urgency.md)"
}
