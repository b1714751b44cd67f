// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import Testing

struct CampaignStateTests {
    @Test func `only the listed changes of state are possible`() {
        var possible: [String] = []
        for state in CampaignState.allCases {
            for event in CampaignState.Event.allCases {
                for isPlanned in [false, true] {
                    guard let next = state.after(event, isPlanned: isPlanned) else { continue }
                    let line = "\(state) \(event): \(next)"
                    if possible.last != line { possible.append(line) }
                }
            }
        }
        #expect(
            possible == [
                "draft schedule: scheduled", "draft cancel: cancelled",
                "awaitingApproval approve: scheduled",
                "awaitingApproval refuse: draft", "awaitingApproval cancel: cancelled",
                "scheduled due: planning",
                "scheduled pause: paused", "scheduled cancel: cancelled",
                "planning outgrow: awaitingApproval", "planning planned: sending",
                "planning pause: paused",
                "planning cancel: cancelled", "sending pause: paused",
                "sending cancel: cancelled", "sending stop: stopped", "sending finish: done",
                "paused resume: scheduled", "paused resume: sending", "paused cancel: cancelled",
                "paused finish: done", "stopped resume: scheduled", "stopped resume: sending",
                "stopped cancel: cancelled", "stopped finish: done",
            ])
    }

    @Test(arguments: CampaignState.allCases.filter(\.isTerminal))
    func `nothing changes a campaign that has ended`(state: CampaignState) {
        for event in CampaignState.Event.allCases {
            #expect(state.after(event, isPlanned: true) == nil)
        }
    }

    private static func counts(_ accepted: Int, _ bad: Int, _ topic: Int = 0) -> TrialCounts {
        var sums = OutcomeSums()
        sums.add(accepted, to: OutcomeCode(.accepted))
        sums.add(bad, to: OutcomeCode(.rejected, reason: "BadDeviceToken"))
        sums.add(topic, to: OutcomeCode(.rejected, reason: "DeviceTokenNotForTopic"))
        sums.add(500, to: OutcomeCode(.suppressed, reason: "capped"))
        var counts = TrialCounts()
        counts.add(sums)
        return counts
    }

    @Test(arguments: [
        (999, 0, 0, StopRule.Verdict.waits), (0, 10, 0, .waits), (990, 10, 0, .passes),
        (0, 11, 0, .stops(.environmentProbablyWrong)),
        (989, 11, 0, .stops(.environmentProbablyWrong)),
        (980, 5, 15, .stops(.topicProbablyWrong)), (4000, 40, 0, .passes),
    ])
    func `more than one percent of bad tokens among the first thousand stops a campaign`(
        accepted: Int, bad: Int, topic: Int, expected: StopRule.Verdict
    ) {
        #expect(StopRule().verdict(on: Self.counts(accepted, bad, topic)) == expected)
    }

    @Test func `after the stop rule has decided, outcomes are no longer counted`() {
        var counts = Self.counts(1000, 0)
        counts.judged()
        var sums = OutcomeSums()
        sums.add(5000, to: OutcomeCode(.rejected, reason: "BadDeviceToken"))
        counts.add(sums)
        #expect(StopRule().verdict(on: counts) == .passes)
    }

    @Test func `units cover every number once`() {
        let due = [DatabaseTime(milliseconds: 1), DatabaseTime(milliseconds: 2)]
        let units = UnitPlan.units(of: 7, numbers: 5...100_004, dueTimes: due)
        #expect(units.count == 10)
        #expect(units.map(\.id.number) == Array(1...10))
        for time in due {
            var next: Int64 = 5
            for unit in units where unit.notBefore == time {
                #expect(unit.first == next)
                next = unit.last + 1
            }
            #expect(next == 100_005)
        }
        // Ten billion numbers do not make more units than the limit.
        let many = UnitPlan.units(
            of: 7, numbers: 1...10_000_000_000, dueTimes: [DatabaseTime(milliseconds: 0)])
        #expect(many.count <= Int(UnitPlan.unitCountMax))
    }

    @Test(
        arguments: [
            (22 * 60, 7 * 60, 23, 0, 8 * 60), (22 * 60, 7 * 60, 6, 59, 1),
            (22 * 60, 7 * 60, 7, 0, nil), (22 * 60, 7 * 60, 21, 59, nil),
            (12 * 60, 13 * 60, 12, 30, 30), (12 * 60, 12 * 60, 12, 0, nil),
        ] as [(Int, Int, Int, Int, Int?)])
    func `the rest of the quiet hours is known until they end, also across midnight`(
        start: Int, end: Int, hour: Int, minute: Int, minutes: Int?
    ) {
        let quiet = QuietHours(start: start, end: end)
        // The device is two hours ahead of UTC.
        let time = DatabaseTime(
            milliseconds: 1_767_225_600_000 + Int64(hour * 60 + minute - 120) * 60_000)
        #expect(
            quiet.remaining(at: time, utcOffset: 120)
                == minutes.map { Duration.seconds(60 * $0) })
    }

    @Test func `a local day begins at local midnight`() {
        let midnight = DatabaseTime(milliseconds: 1_767_225_600_000)
        let before = midnight + .milliseconds(-1)
        #expect(CapRule.day(at: midnight, utcOffset: 0) == 20_454)
        #expect(CapRule.day(at: before, utcOffset: 0) == 20_453)
        #expect(CapRule.day(at: before, utcOffset: 60) == 20_454)
        #expect(
            CapRule.day(at: DatabaseTime(milliseconds: -1), utcOffset: 0) == -1)
    }
}
