// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A timed event on the phone that is due.
public enum DueEvent: Hashable, Sendable {
    /// A notification that needs a decision.
    case arrival(Incoming)
    /// An event that has already been applied, with its callbacks and its instructions for the link
    /// to APNs.
    case outcome(ActionOutcome)
}

/// A part of the phone with timed events.
struct DueSource: Sendable {
    /// Returns the date of the source's next event; `nil` if there is none.
    let next: @Sendable (Device) -> Date?
    /// Takes the first event that is due at a date, and changes the phone accordingly; returns
    /// `nil` when no event is due.
    let take: @Sendable (inout Device, Date) -> DueEvent?

    /// All sources, in the order in which they act at the same instant.
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
    /// The date of the next timed event; `nil` if there is none.
    public var nextDueDate: Date? { nextDue?.date }

    /// Takes the first event that is due. Call this method until it returns `nil`.
    public mutating func takeDue(at now: Date) -> DueEvent? {
        guard let due = nextDue, due.date <= now else { return nil }
        return due.source.take(&self, now)
    }

    /// The source with the earliest date. Among sources with the same date, the first one in
    /// ``DueSource/all``.
    private var nextDue: (source: DueSource, date: Date)? {
        var first: (source: DueSource, date: Date)?
        for source in DueSource.all {
            guard let date = source.next(self) else { continue }
            if first.map({ date < $0.date }) ?? true { first = (source, date) }
        }
        return first
    }
}
