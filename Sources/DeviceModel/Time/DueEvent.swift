// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Something that happens on the phone because its time has come.
public enum DueEvent: Hashable, Sendable {
    /// A notification to decide about.
    case arrival(Incoming)
    /// Done already; the callbacks and orders that it leads to.
    case outcome(ActionOutcome)
}

/// A part of the phone that waits for a time.
struct DueSource: Sendable {
    /// When it has something to do next; `nil` for never.
    let next: @Sendable (Device) -> Date?
    /// Takes the first thing that is due by then and changes the phone accordingly; `nil` when
    /// there is nothing.
    let take: @Sendable (inout Device, Date) -> DueEvent?

    /// Every part, in the order in which they act at the same instant.
    static let all: [DueSource] = [
        .ephemeralPermission,
        .backgroundRefresh,
        .pendingRequests,
        .regions,
        .summary,
        .heldPushes,
        .activities,
    ]
}

extension Device {
    /// When something happens by itself next; `nil` for never.
    public var nextDueDate: Date? { nextDue?.date }

    /// Takes the first thing that is due by now; call it until it gives `nil`.
    public mutating func takeDue(at now: Date) -> DueEvent? {
        guard let due = nextDue, due.date <= now else { return nil }
        return due.source.take(&self, now)
    }

    /// What waits for the earliest time; the first of equals, so that the order above counts.
    private var nextDue: (source: DueSource, date: Date)? {
        var first: (source: DueSource, date: Date)?
        for source in DueSource.all {
            guard let date = source.next(self) else { continue }
            if first.map({ date < $0.date }) ?? true { first = (source, date) }
        }
        return first
    }
}
