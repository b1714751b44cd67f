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

@Test func `LA-19: the highest relevance comes first; among equals, the one that started first`()
    throws
{
    var scene = try ActivityFixture()
    let first = try scene.start()
    let second = try scene.start(at: ActivityFixture.date(1)) { $0.relevanceScore = 75 }
    let third = try scene.start(at: ActivityFixture.date(2))
    let fourth = try scene.start(at: ActivityFixture.date(2)) { $0.relevanceScore = -1 }
    #expect(scene.device.lockScreenActivities.map(\.id) == [second, first, third, fourth])
    #expect(scene.device.islandActivity?.id == second)
    try scene.take(ActivityFixture.update(1, event: "end"), for: second, after: 60)
    #expect(scene.device.islandActivity?.id == first)
    try scene.take(
        ActivityFixture.update(1, more: #","relevance-score":0.5"#), for: third, after: 61)
    #expect(scene.device.islandActivity?.id == third)
}

@Test(arguments: [
    ("iPhone 17", true), ("iPhone", true), ("iPhone 14", false), ("iPhone 14 Plus", false),
    ("iPhone 14 Pro Max", true), ("iPhone 16e", false), ("iPhone 16", true), ("iPhone SE", false),
    ("iPhone XR", false), ("iPhone Air", true), ("iPad Pro", false),
])
func `the model of a phone determines whether it has a Dynamic Island`(
    model: String, hasIsland: Bool
) throws {
    var scene = try ActivityFixture()
    scene.device.model = model
    _ = try scene.start()
    #expect(scene.device.hasDynamicIsland == hasIsland)
    #expect((scene.device.islandActivity != nil) == hasIsland)
    #expect(scene.device.lockScreenActivities.count == 1)
}

struct AlertRow: CustomTestStringConvertible {
    let phrase: String
    var state = AppState.background
    var isLocked = false
    var isMuted = false
    var model = "iPhone 17"
    var style: ActivityAlert.Style?
    var place = ArrivalDecision.Place.none
    var sound: String?

    var testDescription: String { "LA-18 \(phrase)" }

    static let all: [AlertRow] = [
        AlertRow(
            phrase: "expands the island", style: .expandedIsland, place: .banner,
            sound: "chime.caf"),
        AlertRow(
            phrase: "is a banner without an island", model: "iPhone 13", style: .banner,
            place: .banner, sound: "chime.caf"),
        AlertRow(
            phrase: "lights the Lock Screen", isLocked: true, style: .lockScreen,
            place: .lockScreen, sound: "chime.caf"),
        AlertRow(phrase: "is not shown over its own app", state: .foreground),
        AlertRow(
            phrase: "makes no sound on a muted phone", isMuted: true, style: .expandedIsland,
            place: .banner),
    ]
}

@Test(arguments: AlertRow.all)
func `LA-18, LOC-7: an update's alert is localized, and its style depends on the phone`(
    row: AlertRow
) throws {
    var scene = try ActivityFixture()
    let id = try scene.start()
    scene.device.model = row.model
    scene.device.isMuted = row.isMuted
    try scene.perform(.bring(bundleID: PhoneFixture.bundleID, to: row.state))
    if row.isLocked { try scene.perform(.lock) }
    let alert =
        #","alert":{"title":"Lions","body":{"loc-key":"SCORE","loc-args":["7","3"]},"#
        + #""sound":"chime.caf"}"#
    let decision = try scene.take(ActivityFixture.update(7, more: alert), for: id)
    #expect(decision.reasons.contains("LA-18"))
    #expect(decision.reasons.contains("LOC-7"))
    #expect(decision.place == row.place)
    #expect(decision.sound == row.sound)
    #expect(scene.device.activityAlert?.style == row.style)
    #expect(scene.device.activityAlert?.body == row.style.map { _ in "7 : 3" })
    #expect(try scene.activity(id).lastAlert?.body.key == "SCORE")
    try scene.perform(.collapseActivity(id: id))
    #expect(scene.device.activityAlert == nil)
    #expect(scene.device.activities.count == 1)
}

@Test func `LA-18: an update by the app presents its alert, too, and a tap opens the app`() throws {
    var scene = try ActivityFixture()
    let id = try scene.start()
    try scene.perform(.sendToBackground(bundleID: PhoneFixture.bundleID))
    let outcome = scene.device.updateActivity(
        id, contentState: "{}", staleDate: nil, relevanceScore: 0, timestamp: nil,
        alert: LiveActivity.Alert(title: "T", body: NotificationText(key: "NONE")),
        at: ActivityFixture.date(1))
    #expect(outcome.reasons == ["LA-18"])
    #expect(scene.device.activityAlert?.body == "NONE")
    try scene.perform(.tapActivity(id: id))
    #expect(scene.device.foregroundApp?.bundleID == PhoneFixture.bundleID)
    #expect(scene.device.activityAlert == nil)
}

@Test func `a phone with activities is unchanged by a round trip through JSON`() throws {
    var scene = try ActivityFixture()
    let id = try scene.start()
    _ = try scene.start(updates: .channel(ActivityFixture.channel))
    _ = try scene.start { $0.isTransient = true }
    try scene.perform(.suspend(bundleID: PhoneFixture.bundleID))
    try scene.take(
        ActivityFixture.update(
            7, more: #","relevance-score":1e999,"alert":{"title":"T","body":"B"}"#), for: id)
    #expect(scene.device.activityAlert != nil)
    let bytes = try JSONEncoder().encode(scene.device)
    #expect(try JSONDecoder().decode(Device.self, from: bytes) == scene.device)
}
