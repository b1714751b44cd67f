// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The content that a scheduled summary would have now.
public struct SummaryDigest: Hashable, Sendable {
    /// One notification of the summary.
    public struct Entry: Hashable, Sendable {
        public let bundleID: String
        public let notification: DeliveredNotification
    }

    /// The notifications sorted by relevance, the most relevant first; among notifications of equal
    /// relevance, the newest is first (`INT-10`).
    public let entries: [Entry]

    /// The most relevant notification, which is shown large; `nil` for an empty summary.
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
    /// The content of the next scheduled summary.
    public var summaryDigest: SummaryDigest { SummaryDigest(apps) }

    /// The date of the next summary for the notifications that wait for it; `nil` when no
    /// notification waits.
    var summaryDate: Date? {
        var oldest: Date?
        for app in apps {
            // The list is sorted, with the oldest notification at the end.
            guard let held = app.heldForSummary.last?.deliveredAt else { continue }
            // The person has removed the app from the summary, so its notifications are due
            // immediately.
            guard app.settings.scheduledDelivery, summary?.isOn == true else { return held }
            oldest = min(oldest ?? held, held)
        }
        guard let oldest, let summary else { return nil }
        return PhoneDay(timeZone: timeZone).next(of: summary.minutes, after: oldest)
    }

    /// Moves all notifications that wait for the summary into the lists of their apps, the most
    /// relevant on top.
    mutating func deliverSummary(at now: Date) -> ActionOutcome {
        let digest = summaryDigest
        for entry in digest.entries.reversed() {
            self[entry.bundleID]?.list(entry.notification)
        }
        for index in apps.indices { apps[index].heldForSummary.removeAll() }
        var outcome = ActionOutcome(device: self, at: now)
        outcome.report(
            .summaryDelivered(
                count: digest.entries.count,
                mostRelevant: digest.featured?.notification.oneLine ?? ""))
        return outcome
    }
}

extension DueSource {
    /// The delivery of the scheduled summary, which is due only while notifications wait for it.
    static let summary = DueSource(
        next: { $0.summaryDate },
        take: { device, now in
            guard let due = device.summaryDate, due <= now else { return nil }
            return .outcome(device.deliverSummary(at: now))
        })
}

extension InstalledApp {
    /// The maximum number of notifications of one app that wait for the summary; the oldest are
    /// removed first. Apple publishes no number; Bellhop chose this one.
    public static let heldForSummaryCountMax = deliveredCountMax

    /// Adds a notification to the notifications that wait for the summary; it replaces any
    /// notification with the same identifier.
    mutating func holdForSummary(_ notification: DeliveredNotification) {
        delivered.removeAll { $0.id == notification.id }
        heldForSummary.removeAll { $0.id == notification.id }
        heldForSummary.insert(notification, at: 0)
        if heldForSummary.count > Self.heldForSummaryCountMax { heldForSummary.removeLast() }
    }

    /// Removes the app's notifications from Notification Center, and the notifications that wait
    /// for the summary.
    mutating func clearList() {
        delivered.removeAll()
        heldForSummary.removeAll()
    }
}
