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
    func `each occurrence is at the same time of day as the first`(
        every: Repetition, first: String, number: Int, expected: String
    ) throws {
        let wall = try #require(WallTime(first))
        #expect(every.occurrence(number, from: wall).text == expected)
        #expect(every.occurrence(0, from: wall) == wall)
    }

    private func decide(
        _ every: Repetition, _ first: String, from number: Int = 0, until: String? = nil,
        at now: String
    ) throws -> SeriesPolicy.Decision {
        SeriesPolicy.decide(
            from: number, every, first: try #require(WallTime(first)),
            until: try until.map { try #require(WallTime($0)) },
            now: try #require(WallTime(now)).seconds * 1000)
    }

    private func created(_ wall: String) throws -> Int64 {
        SeriesPolicy.createdAt(try #require(WallTime(wall)))
    }

    @Test func `an occurrence is created an hour before the first zone of the world is due`()
        throws
    {
        let first = try #require(WallTime("2026-01-01T09:00"))
        #expect(SeriesPolicy.createdAt(first) == (first.seconds - 15 * 3600) * 1000)
        let step = SeriesPolicy.Step(occurrence: 1, dueAt: try created("2026-01-02T09:00"))
        #expect(
            try decide(.daily, "2026-01-01T09:00", at: "2025-12-31T18:00")
                == .create(first, then: step))
        // A gateway whose clock is behind the database's creates nothing too early.
        #expect(
            try decide(.daily, "2026-01-01T09:00", at: "2025-12-31T17:59")
                == .skip(.init(occurrence: 0, dueAt: SeriesPolicy.createdAt(first))))
    }

    @Test func `an occurrence that is over in every zone is left out`() throws {
        // At 20:00 UTC on January 3, it is still before 9 o'clock of that day in the west.
        let third = try #require(WallTime("2026-01-03T09:00"))
        let step = SeriesPolicy.Step(occurrence: 3, dueAt: try created("2026-01-04T09:00"))
        for number in 0...2 {
            #expect(
                try decide(.daily, "2026-01-01T09:00", from: number, at: "2026-01-03T20:00")
                    == .create(third, then: step))
        }
        // The next weekly occurrence is created when its time has come, and not now.
        #expect(
            try decide(.weekly, "2026-01-01T09:00", at: "2026-01-03T20:00")
                == .skip(.init(occurrence: 1, dueAt: try created("2026-01-08T09:00"))))
    }

    @Test func `a series ends with the last occurrence that is not after its end`() throws {
        let second = try #require(WallTime("2026-01-02T09:00"))
        #expect(
            try decide(
                .daily, "2026-01-01T09:00", from: 1, until: "2026-01-03T08:59",
                at: "2026-01-01T18:00") == .create(second, then: .init(occurrence: 2, dueAt: nil)))
        #expect(
            try decide(
                .daily, "2026-01-01T09:00", from: 1, until: "2026-01-02T09:00",
                at: "2026-02-01T00:00") == .skip(.init(occurrence: 31, dueAt: nil)))
    }
}
