// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The place of an event in the history of an installation. Events of the same time are in the
/// order of their kinds and numbers.
struct HistoryPlace: Hashable, Sendable, Comparable {
    /// The time in milliseconds since 1970.
    var time: Int64
    /// The rank of the table from which the event comes.
    var rank: Int64
    /// The number within the table.
    var number: Int64

    /// The place after every event.
    static let newest = HistoryPlace(time: .max, rank: .max, number: .max)

    static func < (a: HistoryPlace, b: HistoryPlace) -> Bool {
        (a.time, a.rank, a.number) < (b.time, b.rank, b.number)
    }
}

/// A position in the history of an installation, from which it is read towards older events.
struct HistoryCursor: Hashable, Sendable {
    /// The last event that was returned.
    var place = HistoryPlace.newest
    /// The number of the last campaign that was examined.
    var campaign = Int64.max

    /// Creates the position at the newest event, where a history begins.
    init() {}

    init(_ place: HistoryPlace, campaign: Int64) {
        self.place = place
        self.campaign = campaign
    }

    init?(_ text: String) {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).compactMap {
            Int64($0)
        }
        guard numbers.count == 4, numbers.allSatisfy({ $0 >= 0 }),
            text.count(where: { $0 == "." }) == 3
        else { return nil }
        place = HistoryPlace(time: numbers[0], rank: numbers[1], number: numbers[2])
        campaign = numbers[3]
    }

    var text: String { "\(place.time).\(place.rank).\(place.number).\(campaign)" }
}

/// The events of one table, newest first.
struct HistoryPart<Event: Sendable>: Sendable {
    var events: [(place: HistoryPlace, event: Event)] = []
    /// The place down to which the part is complete; `nil` if it is complete to the oldest event.
    var completeTo: HistoryPlace?
}

/// A page of a history.
struct HistoryPage<Event: Sendable>: Sendable {
    let events: [(place: HistoryPlace, event: Event)]
    /// The last place of the page; `nil` if nothing follows.
    let end: HistoryPlace?

    /// Merges the events of several tables.
    ///
    /// - Parameters:
    ///   - parts: the events of each table, without those of earlier pages.
    ///   - limit: the maximum number of events in the page.
    init(_ parts: [HistoryPart<Event>], limit: Int) {
        let complete = parts.compactMap(\.completeTo).max()
        let all = parts.flatMap(\.events).sorted { $0.place > $1.place }
        let known = all.filter { event in complete.map { event.place >= $0 } ?? true }
        events = Array(known.prefix(limit))
        if known.count > limit {
            end = events.last?.place
        } else {
            // If there are no further known events, the page ends at the place that was examined
            // last.
            end = complete
        }
    }
}
