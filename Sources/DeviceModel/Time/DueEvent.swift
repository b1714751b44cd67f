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
    public var nextDueDate: Date? { DueSource.all.compactMap { $0.next(self) }.min() }

    /// Takes the first thing that is due by now; call it until it gives `nil`.
    public mutating func takeDue(at now: Date) -> DueEvent? {
        let due = DueSource.all.compactMap { source in source.next(self).map { (source, $0) } }
            .filter { $0.1 <= now }
        // The first of equals, so that the order above counts.
        guard let first = due.min(by: { $0.1 < $1.1 }) else { return nil }
        return first.0.take(&self, now)
    }
}
