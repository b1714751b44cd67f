// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a scheduled summary shows of one moment.
public struct SummaryDigest: Hashable, Sendable {
    /// One notification of the summary.
    public struct Entry: Hashable, Sendable {
        public let bundleID: String
        public let notification: DeliveredNotification
    }

    /// By relevance, then the newest first (`INT-10`).
    public let entries: [Entry]

    /// The most relevant one, which is shown large; `nil` for an empty summary.
    public var featured: Entry? { entries.first }

    init(_ apps: [InstalledApp]) {
        let all = apps.flatMap { app in
            app.heldForSummary.map { Entry(bundleID: app.bundleID, notification: $0) }
        }
        entries = all.sorted { one, other in
            let (a, b) = (one.notification, other.notification)
            let (x, y) = (a.relevanceScore ?? 0, b.relevanceScore ?? 0)
            return x == y ? a.deliveredAt > b.deliveredAt : x > y
        }
    }
}

extension Device {
    /// What waits for the next scheduled summary.
    public var summaryDigest: SummaryDigest { SummaryDigest(apps) }

    /// When the summary comes next for what waits; `nil` when nothing does.
    var summaryDate: Date? {
        var oldest: Date?
        for app in apps {
            // What waits longest is at the end.
            guard let held = app.heldForSummary.last?.deliveredAt else { continue }
            // Taken out of the summary meanwhile: there is nothing to wait for.
            guard app.settings.scheduledDelivery, summary?.isOn == true else { return held }
            oldest = min(oldest ?? held, held)
        }
        guard let oldest, let summary else { return nil }
        return PhoneDay(timeZone: timeZone).next(of: summary.minutes, after: oldest)
    }

    /// Puts everything that waits into the lists, the most relevant on top.
    mutating func deliverSummary(at now: Date) -> ActionOutcome {
        let digest = summaryDigest
        for entry in digest.entries.reversed() {
            self[entry.bundleID]?.list(entry.notification)
        }
        for index in apps.indices { apps[index].heldForSummary.removeAll() }
        var outcome = ActionOutcome(device: self, at: now)
        outcome.cite("INT-10")
        let count = digest.entries.count
        let line = digest.featured?.notification.oneLine ?? ""
        outcome.summary =
            "scheduled summary with \(count) notification\(count == 1 ? "" : "s"), the most "
            + "relevant: \(line) (INT-10)"
        return outcome
    }
}

extension DueSource {
    /// The scheduled summary, when something waits for it.
    static let summary = DueSource(
        next: { $0.summaryDate },
        take: { device, now in
            guard let due = device.summaryDate, due <= now else { return nil }
            return .outcome(device.deliverSummary(at: now))
        })
}

extension InstalledApp {
    /// How many notifications of one app wait for the summary; the oldest leave first. Chosen:
    /// Apple names no number.
    public static let heldForSummaryCountMax = deliveredCountMax

    /// Puts a notification among those that wait, in place of one with the same identifier.
    mutating func holdForSummary(_ notification: DeliveredNotification) {
        delivered.removeAll { $0.id == notification.id }
        heldForSummary.removeAll { $0.id == notification.id }
        heldForSummary.insert(notification, at: 0)
        if heldForSummary.count > Self.heldForSummaryCountMax { heldForSummary.removeLast() }
    }

    /// Empties the list and what waits for the summary.
    mutating func clearList() {
        delivered.removeAll()
        heldForSummary.removeAll()
    }
}
