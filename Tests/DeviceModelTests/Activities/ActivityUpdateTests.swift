// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Test func `LC-11: an update changes what is shown and does not wake the app`() throws {
    for state in AppState.allCases {
        var scene = try ActivityFixture()
        let id = try scene.start()
        try scene.perform(.bring(bundleID: PhoneFixture.bundleID, to: state))
        let decision = try scene.take(ActivityFixture.update(7), for: id)
        #expect(decision.reasons.first == "LC-11")
        #expect(decision.outcome == .shown)
        #expect(decision.wake == nil)
        #expect(try scene.phone.app.state == state)
        #expect(try scene.activity(id).contentState == #"{"home":7}"#)
        let isRunning = state == .foreground || state == .background
        #expect(decision.callbacks.map(\.kind) == (isRunning ? [.activityContent] : []))
    }
}

@Test func `LC-11: a suspended app is informed of all changes when it runs again`() throws {
    var scene = try ActivityFixture()
    let id = try scene.start()
    let other = try scene.start()
    try scene.perform(.suspend(bundleID: PhoneFixture.bundleID))
    try scene.take(ActivityFixture.update(1), for: id)
    try scene.take(ActivityFixture.update(2, after: 61), for: id)
    try scene.perform(.removeActivity(id: other))
    #expect(scene.pass(10).isEmpty)
    #expect(scene.device.activities(of: PhoneFixture.bundleID).map(\.id) == [id])
    try scene.perform(.launch(bundleID: PhoneFixture.bundleID))
    let callbacks = scene.pass(10)
    #expect(
        callbacks.map(\.detail) == [
            "\(id) active", "\(id) active", "\(other) dismissed", "\(other) dismissed",
        ])
    #expect(scene.device.activities.map(\.id) == [id])
    #expect(scene.pass(10).isEmpty)
}

struct IgnoredRow: CustomTestStringConvertible {
    let rule: RuleID
    let aps: String
    var phrase = ""

    var testDescription: String { "\(rule) \(aps.prefix(60))" }

    private static let time = ActivityFixture.epoch + 60

    static let all: [IgnoredRow] = [
        IgnoredRow(
            rule: "LA-4", aps: #""timestamp":\#(time),"content-state":{}"#, phrase: "no event"),
        IgnoredRow(
            rule: "LA-4", aps: #""timestamp":\#(time),"event":"stop","content-state":{}"#,
            phrase: "no event"),
        IgnoredRow(
            rule: "LA-4", aps: #""event":"update","content-state":{}"#, phrase: "no timestamp"),
        IgnoredRow(
            rule: "LA-4", aps: #""timestamp":"\#(time)","event":"update","content-state":{}"#,
            phrase: "no timestamp"),
        IgnoredRow(
            rule: "LA-4", aps: #""timestamp":1e999,"event":"update","content-state":{}"#,
            phrase: "no timestamp"),
        IgnoredRow(
            rule: "LA-4", aps: #""timestamp":\#(time),"event":"update""#,
            phrase: "no content-state"),
        IgnoredRow(
            rule: "LA-5", aps: ActivityFixture.update(1, after: -1), phrase: "later timestamp"),
        IgnoredRow(rule: "LA-5", aps: ActivityFixture.update(1, after: 0), phrase: "the same"),
        IgnoredRow(
            rule: "LA-5", aps: ActivityFixture.update(1, after: -1, event: "end"),
            phrase: "later timestamp"),
        IgnoredRow(
            rule: "LA-6", aps: #""timestamp":\#(time),"event":"update","content-state":[1]"#,
            phrase: "not a JSON object"),
        IgnoredRow(
            rule: "LA-7", aps: ActivityFixture.update(1, event: "start"), phrase: "push-to-start"),
        IgnoredRow(
            rule: "LA-15",
            aps: ActivityFixture.update(
                1, more: #","x":"\#(String(repeating: "x", count: 4096))""#),
            phrase: "4096"),
    ]
}

@Test(arguments: IgnoredRow.all)
func `a push that cannot be carried out leaves the activity as it is`(row: IgnoredRow) throws {
    var scene = try ActivityFixture()
    let id = try scene.start()
    let before = try scene.activity(id)
    let decision = try scene.take(row.aps, for: id)
    #expect(decision.outcome == .discarded)
    #expect(decision.reasons.contains(row.rule))
    #expect(decision.summary.contains(row.phrase), "\(decision.summary)")
    #expect(decision.summary.contains("(\(row.rule))."))
    #expect(decision.callbacks.isEmpty)
    var after = try scene.activity(id)
    after.countedUpdates = []
    #expect(after == before)
}

@Test func `LA-4: optional keys are applied, and what is not sent is removed`() throws {
    var scene = try ActivityFixture()
    let id = try scene.start()
    let stale = ActivityFixture.epoch + 600
    try scene.take(
        ActivityFixture.update(1, more: #","stale-date":\#(stale),"relevance-score":75.5"#), for: id
    )
    #expect(try scene.activity(id).staleDate == ActivityFixture.date(600))
    // C30: for a Live Activity, any number is a valid relevance score.
    #expect(try scene.activity(id).relevanceScore == 75.5)
    try scene.take(ActivityFixture.update(2, after: 61), for: id)
    #expect(try scene.activity(id).staleDate == nil)
    #expect(try scene.activity(id).relevanceScore == 0)
}

@Test func `LA-5: by choice, an update with an equal timestamp is applied`() throws {
    var scene = try ActivityFixture()
    scene.device.choices.equalTimestampIsIgnored = false
    let id = try scene.start()
    try scene.take(ActivityFixture.update(1, after: 0), for: id)
    #expect(try scene.activity(id).contentState == #"{"home":1}"#)
    try scene.take(ActivityFixture.update(2, after: -1), for: id)
    #expect(try scene.activity(id).contentState == #"{"home":1}"#)
}

@Test func `LA-5: a timestamp in milliseconds is far ahead, so later ones in seconds are older`()
    throws
{
    var scene = try ActivityFixture()
    let id = try scene.start()
    let first = try scene.take(
        #""timestamp":\#(ActivityFixture.epoch * 1000),"event":"update","#
            + #""content-state":{"home":1}"#,
        for: id)
    #expect(first.outcome == .shown)
    #expect(first.summary.contains("milliseconds"))
    let second = try scene.take(ActivityFixture.update(2, after: 120), for: id)
    #expect(second.reasons.first == "LA-16" || second.reasons.first == "LA-5")
    #expect(second.outcome == .discarded)
    #expect(try scene.activity(id).contentState == #"{"home":1}"#)
}

@Test func `LA-6: content is shown only if the app's type can decode it`() throws {
    var scene = try ActivityFixture()
    let id = try scene.start()
    let asked = try scene.take(ActivityFixture.update(1), for: id, answers: ArrivalAnswers())
    #expect(
        asked.question
            == .contentState(
                activityID: id, attributesType: ActivityFixture.type, json: #"{"home":1}"#))
    let refused = try scene.take(
        ActivityFixture.update(1), for: id, answers: ArrivalAnswers(contentStateFits: false))
    #expect(refused.question == nil)
    #expect(refused.reasons.contains("LA-6"))
    #expect(try scene.activity(id).contentState == #"{"home":0}"#)
    let taken = try scene.take(
        ActivityFixture.update(1), for: id, answers: ArrivalAnswers(contentStateFits: true))
    #expect(taken.outcome == .shown)
    #expect(try scene.activity(id).contentState == #"{"home":1}"#)
}

@Test func `LA-10: updates after the end are ignored, also those of the app`() throws {
    var scene = try ActivityFixture()
    let id = try scene.start()
    try scene.take(ActivityFixture.update(3, event: "end"), for: id)
    #expect(try scene.activity(id).state == .ended)
    let late = try scene.take(ActivityFixture.update(4, after: 120), for: id)
    #expect(late.reasons == ["LA-10"])
    let local = scene.device.updateActivity(
        id, contentState: #"{"home":5}"#, staleDate: nil, relevanceScore: 0, timestamp: nil,
        alert: nil, at: ActivityFixture.date(130))
    #expect(local.reasons == ["LA-10"])
    #expect(try scene.activity(id).contentState == #"{"home":3}"#)
}

@Test func `LA-15: attributes and state together may have at most 4 KB, also in updates`() throws {
    var scene = try ActivityFixture()
    let id = try scene.start { $0.attributes = String(repeating: "a", count: 2000) }
    let long = String(repeating: "s", count: 2100)
    let decision = try scene.take(
        #""timestamp":\#(ActivityFixture.epoch + 9),"event":"update","#
            + #""content-state":{"s":"\#(long)"}"#,
        for: id)
    #expect(decision.reasons.contains("LA-15"))
    let outcome = scene.device.updateActivity(
        id, contentState: long, staleDate: nil, relevanceScore: 0, timestamp: nil, alert: nil,
        at: ActivityFixture.date(10))
    #expect(outcome.reasons == ["LA-15"])
    #expect(outcome.callbacks.isEmpty)
}

@Test func `LA-16, LA-25: urgent updates are limited to ten an hour, and others are unlimited`()
    throws
{
    var scene = try ActivityFixture()
    let id = try scene.start()
    for number in 1...10 {
        let decision = try scene.take(
            ActivityFixture.update(number, after: number), for: id, after: Double(number))
        #expect(decision.outcome == .shown)
    }
    let over = try scene.take(ActivityFixture.update(11, after: 11), for: id, after: 11)
    #expect(over.outcome == .discarded)
    #expect(over.reasons.first == "LA-16")
    #expect(over.reasons.contains("LA-25"))
    for number in 12...40 {
        let decision = try scene.take(
            ActivityFixture.update(number, after: number), for: id, priority: .powerAware, after: 12
        )
        #expect(decision.outcome == .shown)
    }
    // After an hour the first update no longer counts.
    let later = try scene.take(ActivityFixture.update(41, after: 41), for: id, after: 3601)
    #expect(later.outcome == .shown)
    // Then the budget is used up again, but the end is always accepted.
    let full = try scene.take(ActivityFixture.update(42, after: 42), for: id, after: 3601.5)
    #expect(full.outcome == .discarded)
    let end = try scene.take(
        ActivityFixture.update(43, after: 43, event: "end"), for: id, after: 3601.6)
    #expect(end.outcome == .shown)
}

@Test(arguments: [(true, 50), (false, 10)])
func `LA-17: frequent updates multiply the budget, unless the person switches them off`(
    isOn: Bool, count: Int
) throws {
    var scene = try ActivityFixture { $0.capabilities.frequentUpdates = true }
    try scene.perform(.setFrequentUpdates(bundleID: PhoneFixture.bundleID, isOn))
    #expect(scene.device.activityUpdatesPerHour(of: try scene.phone.app) == count)
    let id = try scene.start()
    var shown = 0
    for number in 1...60 {
        let decision = try scene.take(ActivityFixture.update(number, after: number), for: id)
        if decision.outcome == .shown { shown += 1 }
    }
    #expect(shown == count)
}
