// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import Testing

struct RepetitionTests {
    @Test(arguments: [
        (Repetition.daily, "2026-12-31T09:00", 1, "2027-01-01T09:00:00"),
        (.weekly, "2026-12-24T09:30", 2, "2027-01-07T09:30:00"),
        (.monthly, "2026-01-31T09:00", 1, "2026-02-28T09:00:00"),
        (.monthly, "2026-01-31T09:00", 2, "2026-03-31T09:00:00"),
        (.monthly, "2027-12-31T00:00", 2, "2028-02-29T00:00:00"),
        (.monthly, "2026-05-15T23:59", 8, "2027-01-15T23:59:00"),
    ])
    func `an occurrence is at the same time of another day`(
        every: Repetition, first: String, number: Int, expected: String
    ) throws {
        let wall = try #require(WallTime(first))
        #expect(every.occurrence(number, from: wall).text == expected)
        #expect(every.occurrence(0, from: wall) == wall)
    }

    @Test func `an occurrence that is over in every zone is left out`() throws {
        let first = try #require(WallTime("2026-01-01T09:00"))
        // At 20:00 UTC on January 3, it is not yet 9 o'clock of January 4 anywhere, and in the
        // west it is still before 9 o'clock of January 3.
        let now = (first.seconds + 2 * 86_400 + 11 * 3600) * 1000
        #expect(SeriesPolicy.next(from: 0, .daily, first: first, now: now) == 2)
        #expect(SeriesPolicy.next(from: 3, .daily, first: first, now: now) == 3)
        #expect(SeriesPolicy.createdAt(first) == (first.seconds - 15 * 3600) * 1000)
    }
}
