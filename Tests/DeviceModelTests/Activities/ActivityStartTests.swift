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

@Test func `LA-1: an app in the foreground starts an activity and is informed of it`() throws {
    var scene = try ActivityFixture()
    let outcome = try scene.device.startActivity(
        ActivityFixture.request(), of: PhoneFixture.bundleID, at: ActivityFixture.now)
    let activity = try #require(outcome.startedActivity)
    #expect(activity.state == .active)
    #expect(activity.token == nil)
    #expect(scene.device == outcome.device)
    #expect(outcome.linkOrders == [.registerActivity(id: activity.id)])
    #expect(outcome.callbacks.map(\.kind) == [.activityStarted])
    #expect(outcome.callbacks.first?.subject == .activity(activity))
    #expect(scene.device.missingActivityTokens == outcome.linkOrders)
}

struct StartRow: CustomTestStringConvertible {
    let rule: RuleID
    let failure: ActivityFailure?
    var state = AppState.foreground
    var version = "26.0"
    var app: @Sendable (inout InstalledApp) -> Void = { _ in }
    var request: @Sendable (inout ActivityRequest) -> Void = { _ in }

    var testDescription: String { "\(rule) \(failure?.rawValue ?? "starts") \(version) \(state)" }

    static let all: [StartRow] = [
        StartRow(rule: "LA-1", failure: .visibility, state: .background),
        StartRow(rule: "LA-1", failure: .visibility, state: .suspended),
        StartRow(rule: "LA-1", failure: nil, state: .background) { _ in
        } request: {
            $0.isIntent = true
        },
        StartRow(
            rule: "LA-2", failure: .unsupportedTarget,
            app: { $0.capabilities.liveActivities = false }
        ),
        StartRow(rule: "LA-2", failure: nil, app: { $0.authorization = .denied }),
        StartRow(rule: "LA-2", failure: .unsupported, version: "16.0"),
        StartRow(rule: "LA-2", failure: nil, version: "16.1"),
        StartRow(rule: "LA-9", failure: .unentitled, app: { $0.capabilities.environment = nil }),
        StartRow(
            rule: "LA-1", failure: nil, app: { $0.capabilities.environment = nil },
            request: { $0.updates = .app }),
        StartRow(
            rule: "LA-15", failure: nil,
            request: { $0.attributes = String(repeating: "a", count: 4096 - 10) }),
        StartRow(
            rule: "LA-15", failure: .attributesTooLarge,
            request: { $0.attributes = String(repeating: "a", count: 4096 - 9) }),
        StartRow(
            rule: "LA-20", failure: .malformedActivityIdentifier,
            request: { $0.updates = .channel("no base64!") }),
        StartRow(
            rule: "LA-20", failure: .malformedActivityIdentifier,
            request: { $0.updates = .channel("") }),
        StartRow(
            rule: "LA-20", failure: nil,
            request: { $0.updates = .channel(ActivityFixture.channel) }),
        StartRow(
            rule: "LA-20", failure: .unsupported, version: "17.6",
            request: { $0.updates = .channel(ActivityFixture.channel) }),
        StartRow(
            rule: "LA-24", failure: .unsupported, version: "17.6",
            request: { $0.isTransient = true }),
        StartRow(
            rule: "LA-24", failure: .unsupported, version: "18.6",
            request: {
                $0.start = ActivityFixture.now.addingTimeInterval(60)
                $0.alert = LiveActivity.Alert(title: "T", body: "B")
            }),
        StartRow(
            rule: "LA-24", failure: .unsupported,
            request: { $0.start = ActivityFixture.now.addingTimeInterval(60) }),
    ]
}

@Test(arguments: StartRow.all)
func `an app can start an activity only if its state, system and request permit it`(row: StartRow)
    throws
{
    var scene = try ActivityFixture(row.state, edit: row.app)
    scene.device.systemVersion = row.version
    let request = ActivityFixture.request(edit: row.request)
    let before = scene.device
    let failure: ActivityFailure?
    do {
        _ = try scene.device.startActivity(
            request, of: PhoneFixture.bundleID, at: ActivityFixture.now)
        failure = nil
    } catch { failure = error }
    #expect(failure == row.failure)
    #expect((scene.device == before) == (row.failure != nil))
}

@Test func `LA-2: the person's setting ends activities, prevents others and informs the app`()
    throws
{
    var scene = try ActivityFixture()
    let id = try scene.start()
    let bundleID = PhoneFixture.bundleID
    #expect(scene.device.areActivitiesEnabled(of: bundleID))
    let off = try scene.perform(.setActivities(bundleID: bundleID, false))
    #expect(!scene.device.areActivitiesEnabled(of: bundleID))
    #expect(off.callbacks.map(\.kind) == [.activitiesEnabled, .activityState])
    #expect(off.callbacks.first?.subject == .isEnabled(false))
    #expect(scene.device.activity(id) == nil)
    #expect(throws: ActivityFailure.denied) { _ = try scene.start() }
    let again = try scene.perform(.setActivities(bundleID: bundleID, false))
    #expect(again.callbacks.isEmpty)
    let on = try scene.perform(.setActivities(bundleID: bundleID, true))
    #expect(on.callbacks.map(\.subject) == [.isEnabled(true)])
    _ = try scene.start()
}

@Test func `LA-17: frequent updates need the Info.plist key and the person's setting`() throws {
    let bundleID = PhoneFixture.bundleID
    #expect(!(try ActivityFixture().device.frequentPushesEnabled(of: bundleID)))
    var scene = try ActivityFixture { $0.capabilities.frequentUpdates = true }
    #expect(scene.device.frequentPushesEnabled(of: bundleID))
    let off = try scene.perform(.setFrequentUpdates(bundleID: bundleID, false))
    #expect(off.callbacks.map(\.kind) == [.frequentPushesEnabled])
    #expect(!scene.device.frequentPushesEnabled(of: bundleID))
    try scene.perform(.setFrequentUpdates(bundleID: bundleID, true))
    try scene.perform(.setActivities(bundleID: bundleID, false))
    #expect(!scene.device.frequentPushesEnabled(of: bundleID))
}

@Test
func `LA-22: an app has at most five activities; scheduled ones count, ended ones do not`()
    throws
{
    var scene = try ActivityFixture()
    var ids: [String] = []
    for _ in 0..<4 { ids.append(try scene.start()) }
    ids.append(
        try scene.start {
            $0.start = ActivityFixture.date(3600)
            $0.alert = LiveActivity.Alert(title: "T", body: "B")
        })
    #expect(Set(ids).count == 5)
    #expect(throws: ActivityFailure.targetMaximumExceeded) { _ = try scene.start() }
    _ = scene.device.endActivity(
        ids[0], contentState: nil, staleDate: nil, dismissal: .default, timestamp: nil,
        at: ActivityFixture.now)
    _ = try scene.start()
    scene.device.choices.activitiesPerApp = 0
    for _ in 0..<(Device.liveActivityCountMax - 5) { _ = try scene.start() }
    #expect(throws: ActivityFailure.globalMaximumExceeded) { _ = try scene.start() }
}

@Test func `ended activities do not pile up without limit`() throws {
    var scene = try ActivityFixture()
    let first = try scene.start()
    for _ in 0..<(2 * Device.activityCountMax) {
        let id = try scene.start(updates: .app)
        _ = scene.device.endActivity(
            id, contentState: nil, staleDate: nil, dismissal: .default, timestamp: nil,
            at: ActivityFixture.now)
    }
    #expect(scene.device.activities.count == Device.activityCountMax)
    #expect(scene.device.activity(first)?.state == .active)
}

@Test
func `LA-23, LA-24, N26-2: a scheduled activity is pending, then starts by itself with its alert`()
    throws
{
    var scene = try ActivityFixture()
    let id = try scene.start {
        $0.start = ActivityFixture.date(3600)
        $0.alert = LiveActivity.Alert(title: "Lions", body: "Soon", sound: .default)
    }
    try scene.perform(.sendToBackground(bundleID: PhoneFixture.bundleID))
    #expect(try scene.activity(id).state == .pending)
    #expect(scene.device.lockScreenActivities.isEmpty)
    #expect(scene.device.islandActivity == nil)
    #expect(scene.device.nextDueDate == ActivityFixture.date(3600))
    #expect(scene.pass(3599).isEmpty)
    #expect(scene.pass(3600).map(\.kind) == [.activityState])
    #expect(try scene.activity(id).state == .active)
    #expect(scene.device.islandActivity?.id == id)
    #expect(scene.device.activityAlert?.style == .expandedIsland)
    #expect(scene.device.activityAlert?.body == "Soon")
    // The eight hours of the activity are counted from its start.
    #expect(scene.device.nextDueDate == ActivityFixture.date(3600 + LiveActivity.activeSecondsMax))
}

@Test func `LA-24: a scheduled activity that ends before its start never appears`() throws {
    var scene = try ActivityFixture()
    let id = try scene.start {
        $0.start = ActivityFixture.date(3600)
        $0.alert = LiveActivity.Alert(title: "T", body: "B")
    }
    _ = scene.device.endActivity(
        id, contentState: nil, staleDate: nil, dismissal: .default, timestamp: nil,
        at: ActivityFixture.date(60))
    #expect(scene.device.activities.isEmpty)
    #expect(scene.device.nextDueDate == nil)
}

@Test(arguments: [true, false])
func `LA-24: a transient activity ends when the phone is locked or the activity collapsed`(
    byLock: Bool
) throws {
    var scene = try ActivityFixture()
    let normal = try scene.start()
    let id = try scene.start { $0.isTransient = true }
    #expect(scene.device.lockScreenActivities.map(\.id) == [normal])
    try scene.perform(byLock ? .lock : .collapseActivity(id: id))
    #expect(scene.device.activities.map(\.id) == [normal])
    try scene.perform(.collapseActivity(id: normal))
    #expect(scene.device.activities.map(\.id) == [normal])
}
