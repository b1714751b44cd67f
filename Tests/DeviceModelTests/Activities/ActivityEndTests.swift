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

private let hour: Double = 3600

struct DismissalRow: CustomTestStringConvertible {
    let phrase: String
    let dismissal: ActivityDismissal
    /// The seconds from the end of the activity to its removal; `nil` if it is removed at once.
    let leaves: Double?

    var testDescription: String { "LA-12 \(phrase)" }

    static let all: [DismissalRow] = [
        DismissalRow(phrase: "default", dismissal: .default, leaves: 4 * hour),
        DismissalRow(phrase: "immediate", dismissal: .immediate, leaves: nil),
        DismissalRow(
            phrase: "in the past", dismissal: .after(ActivityFixture.now.addingTimeInterval(-1)),
            leaves: nil),
        DismissalRow(
            phrase: "now", dismissal: .after(ActivityFixture.now.addingTimeInterval(100)),
            leaves: nil),
        DismissalRow(
            phrase: "in an hour",
            dismissal: .after(ActivityFixture.now.addingTimeInterval(100 + hour)), leaves: hour),
        DismissalRow(
            phrase: "tomorrow",
            dismissal: .after(ActivityFixture.now.addingTimeInterval(24 * hour)),
            leaves: 4 * hour),
    ]
}

@Test(arguments: DismissalRow.all, [true, false])
func `LA-12: the dismissal policy determines how long an ended activity stays on the Lock Screen`(
    row: DismissalRow, byPush: Bool
) throws {
    var scene = try ActivityFixture()
    let id = try scene.start()
    var callbacks: [Callback]
    if byPush {
        let date: Int? =
            switch row.dismissal {
            case .default: nil
            case .immediate: 0
            case .after(let date): date.wholeEpochSeconds
            }
        let more = date.map { #","dismissal-date":\#($0)"# } ?? ""
        let decision = try scene.take(
            ActivityFixture.update(9, event: "end", more: more), for: id, after: 100)
        #expect(decision.reasons.first == "LA-12")
        #expect(decision.linkOrders.isEmpty == (row.leaves != nil))
        callbacks = decision.callbacks
    } else {
        let outcome = scene.device.endActivity(
            id, contentState: #"{"home":9}"#, staleDate: nil, dismissal: row.dismissal,
            timestamp: nil, at: ActivityFixture.date(100))
        #expect(outcome.linkOrders.isEmpty == (row.leaves != nil))
        callbacks = outcome.callbacks
    }
    #expect(callbacks.map(\.kind) == [.activityContent, .activityState])
    #expect(scene.device.islandActivity == nil)
    guard let leaves = row.leaves else {
        #expect(scene.device.activities.isEmpty)
        return
    }
    #expect(try scene.activity(id).state == .ended)
    #expect(scene.device.lockScreenActivities.map(\.contentState) == [#"{"home":9}"#])
    #expect(scene.pass(100 + leaves - 1).isEmpty)
    callbacks = scene.pass(100 + leaves)
    #expect(callbacks.map(\.detail) == ["\(id) dismissed"])
    #expect(scene.device.activities.isEmpty)
}

@Test func `LA-12: an end without content shows the previous content`() throws {
    var scene = try ActivityFixture()
    let id = try scene.start()
    try scene.take(ActivityFixture.update(7), for: id)
    let end = #""timestamp":\#(ActivityFixture.epoch + 70),"event":"end""#
    let decision = try scene.take(end, for: id)
    #expect(decision.callbacks.map(\.kind) == [.activityState])
    #expect(try scene.activity(id).contentState == #"{"home":7}"#)
}

@Test func `LA-11: after its stale date, an activity stays, and an update makes it active again`()
    throws
{
    var scene = try ActivityFixture()
    let id = try scene.start { $0.staleDate = ActivityFixture.date(600) }
    #expect(scene.pass(599).isEmpty)
    let callbacks = scene.pass(600)
    #expect(callbacks.map(\.kind) == [.activityState])
    #expect(callbacks.first?.rule == "LA-11")
    #expect(try scene.activity(id).state == .stale)
    #expect(scene.device.islandActivity?.id == id)
    #expect(scene.device.lockScreenActivities.map(\.id) == [id])
    let decision = try scene.take(ActivityFixture.update(1, after: 700), for: id, after: 700)
    #expect(decision.callbacks.map(\.kind) == [.activityContent, .activityState])
    #expect(try scene.activity(id).state == .active)
    let past = ActivityFixture.epoch + 650
    let stale = try scene.take(
        ActivityFixture.update(1, after: 701, more: #","stale-date":\#(past)"#), for: id,
        after: 701)
    #expect(stale.reasons.contains("LA-11"))
    #expect(try scene.activity(id).state == .stale)
}

@Test func `LA-13: the system ends an activity after 8 hours and removes it after 12`() throws {
    var scene = try ActivityFixture()
    let id = try scene.start()
    try scene.take(ActivityFixture.update(1), for: id, after: 7 * hour)
    #expect(scene.device.nextDueDate == ActivityFixture.date(8 * hour))
    #expect(scene.pass(8 * hour).first?.rule == "LA-13")
    #expect(try scene.activity(id).state == .ended)
    #expect(scene.device.islandActivity == nil)
    #expect(scene.device.lockScreenActivities.map(\.id) == [id])
    #expect(scene.pass(12 * hour - 1).isEmpty)
    #expect(scene.pass(12 * hour).map(\.detail) == ["\(id) dismissed"])
    #expect(scene.device.activities.isEmpty)
}

@Test func `LA-13: when a day passes at once, an activity becomes stale, ends and is removed`()
    throws
{
    var scene = try ActivityFixture()
    let id = try scene.start { $0.staleDate = ActivityFixture.date(600) }
    #expect(
        scene.pass(24 * hour).map(\.detail) == ["\(id) stale", "\(id) ended", "\(id) dismissed"])
    #expect(scene.device.activities.isEmpty)
    #expect(scene.device.nextDueDate == nil)
}

@Test(arguments: [false, true])
func `LA-14: an activity that the person swipes away is dismissed, and its token is revoked`(
    hasEnded: Bool
) throws {
    var scene = try ActivityFixture()
    let id = try scene.start()
    let token = try #require(try scene.activity(id).token)
    if hasEnded { try scene.take(ActivityFixture.update(1, event: "end"), for: id) }
    let outcome = try scene.perform(.removeActivity(id: id))
    #expect(outcome.reasons == ["LA-14"])
    #expect(outcome.linkOrders == [.revoke([token], because: .activityOver)])
    #expect(outcome.callbacks.map(\.kind) == [.activityState])
    guard case .activity(let activity) = outcome.callbacks.first?.subject else {
        Issue.record("the callback has no activity")
        return
    }
    #expect(activity.state == .dismissed)
    #expect(scene.device.activities.isEmpty)
    #expect(throws: DeviceActionError.unknownActivity(id: id, existing: [])) {
        try scene.perform(.removeActivity(id: id))
    }
    let late = scene.device.decide(
        .push(try scene.push(ActivityFixture.update(2), to: token)), at: ActivityFixture.now)
    #expect(late.reasons.contains("ARR-1"))
}

@Test func `LA-14: an activity is removed with its app`() throws {
    var scene = try ActivityFixture()
    _ = try scene.start()
    try scene.perform(.uninstall(bundleID: PhoneFixture.bundleID))
    #expect(scene.device.activities.isEmpty)
    #expect(scene.device.nextDueDate == nil)
}

@Test func `LA-13: activities outlive their app's process, also after a force-quit`() throws {
    var scene = try ActivityFixture()
    let id = try scene.start()
    try scene.perform(.forceQuit(bundleID: PhoneFixture.bundleID))
    try scene.take(ActivityFixture.update(4), for: id)
    #expect(scene.device.lockScreenActivities.map(\.contentState) == [#"{"home":4}"#])
    #expect(try scene.phone.app.state == .forceQuit)
}

@Test func `LA-5: an update by the app changes its activity, unless the timestamp is older`() throws
{
    var scene = try ActivityFixture()
    let id = try scene.start(updates: .app)
    let first = scene.device.updateActivity(
        id, contentState: #"{"home":1}"#, staleDate: nil, relevanceScore: .infinity,
        timestamp: nil, alert: nil, at: ActivityFixture.date(10))
    #expect(first.callbacks.map(\.kind) == [.activityContent])
    #expect(try scene.activity(id).relevanceScore == 0)
    // LA-5: an update that is older than the current content is ignored.
    let old = scene.device.updateActivity(
        id, contentState: #"{"home":2}"#, staleDate: nil, relevanceScore: 0,
        timestamp: ActivityFixture.date(9).timeIntervalSince1970, alert: nil,
        at: ActivityFixture.date(20))
    #expect(old.reasons == ["LA-5"])
    #expect(try scene.activity(id).contentState == #"{"home":1}"#)
    let none = scene.device.updateActivity(
        "activity-99", contentState: "{}", staleDate: nil, relevanceScore: 0, timestamp: nil,
        alert: nil, at: ActivityFixture.date(20))
    #expect(none.summary?.contains("activity-99") == true)
    #expect(none.device == scene.device)
}
