// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Decides when the occurrences of a repeated campaign are created, and which are left out.
package enum SeriesPolicy {
    /// The time from the creation of an occurrence until its first zone is due, in seconds: an
    /// hour.
    private static let lead: Int64 = 3600
    /// The largest offsets of a time zone from UTC, eastwards and westwards, in seconds.
    private static let (east, west): (Int64, Int64) = (14 * 3600, 12 * 3600)
    /// The time from a failed creation of an occurrence to the next attempt, in seconds: ten
    /// minutes. Once a person has removed the cause of the failure, the occurrence is created,
    /// unless its time has passed in every zone.
    private static let retry: Int64 = 600

    /// The next state of a series.
    package struct Step: Hashable, Sendable {
        /// The number of the next occurrence.
        package var occurrence: Int
        /// When the next occurrence is created, in milliseconds since 1970; `nil` if the series has
        /// ended.
        package var dueAt: Int64?

        package init(occurrence: Int, dueAt: Int64?) {
            self.occurrence = occurrence
            self.dueAt = dueAt
        }
    }

    /// A decision about a series that is due.
    package enum Decision: Hashable, Sendable {
        /// The campaign of an occurrence at this local time is created, and the step becomes the
        /// state of the series.
        case create(WallTime, then: Step)
        /// No campaign is created, and the step becomes the state of the series. The time of an
        /// occurrence has passed in every zone of the world, or the series has ended.
        case skip(Step)
    }

    /// Returns the instant at which an occurrence is created, in milliseconds since 1970.
    package static func createdAt(_ wall: WallTime) -> Int64 {
        (wall.seconds - east - lead) * 1000
    }

    /// Decides whether a series that is due creates a campaign now.
    ///
    /// - Parameters:
    ///   - number: the number of the next occurrence.
    ///   - until: the latest permitted local time of an occurrence; `nil` for no end.
    ///   - now: the current time, in milliseconds since 1970.
    package static func decide(
        from number: Int, _ repetition: Repetition, first: WallTime, until: WallTime?, now: Int64
    ) -> Decision {
        func step(to number: Int) -> Step {
            let wall = repetition.occurrence(number, from: first)
            let isOver = until.map { wall.seconds > $0.seconds } ?? false
            return Step(occurrence: number, dueAt: isOver ? nil : createdAt(wall))
        }
        let next = next(from: number, repetition, first: first, now: now)
        let present = step(to: next)
        guard let dueAt = present.dueAt, dueAt <= now else { return .skip(present) }
        return .create(repetition.occurrence(next, from: first), then: step(to: next + 1))
    }

    /// Returns the step of a series whose occurrence could not be created: the same occurrence is
    /// tried again.
    package static func again(_ number: Int, now: Int64) -> Step {
        Step(occurrence: number, dueAt: now + retry * 1000)
    }

    /// Returns the number of the first occurrence, from a given number on, that is still to come in
    /// at least one zone of the world.
    private static func next(
        from number: Int, _ repetition: Repetition, first: WallTime, now: Int64
    ) -> Int {
        var number = number
        while (repetition.occurrence(number, from: first).seconds + west) * 1000 < now {
            number += 1
        }
        return number
    }
}
