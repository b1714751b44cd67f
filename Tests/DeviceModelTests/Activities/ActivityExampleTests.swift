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

/// The start of the example's game.
private let kickOff = Date(timeIntervalSince1970: 1_768_377_600)

private func decide(_ name: String, _ device: Device, after seconds: Double) throws
    -> ArrivalDecision
{
    let path = packageRoot.appending(path: "Examples/payloads/\(name).apns")
    let file = try APNSFile(reading: Array(Data(contentsOf: path)))
    let app = try #require(device[InstalledApp.demoBundleID])
    let family: TokenFamily =
        file.payload.aps?.liveActivity.event == .start ? .liveActivityStart : .liveActivity
    let push = DevicePush(
        deviceToken: try #require(app.tokens[family]),
        topic: Topic(bundleID: app.bundleID, pushType: .liveactivity), pushType: .liveactivity,
        priority: .immediate, id: APNSID(UUID(bytes: [UInt8](repeating: 1, count: 16))),
        body: file.body, acceptedAt: kickOff)
    return device.decide(.push(push), at: kickOff.addingTimeInterval(seconds))
}

@Test func `LA-7, LA-12: the example's game starts, continues and ends on the demo phone`() throws {
    var app = InstalledApp.demo
    app.tokens = [
        .liveActivity: try PhoneFixture.token(1), .liveActivityStart: try PhoneFixture.token(2),
    ]
    var device = Device(id: "demo", name: "Alex's iPhone", apps: [app])
    let tooEarly = try decide("live-activity-update", device, after: 0)
    #expect(tooEarly.outcome == .receiptOnly)
    #expect(tooEarly.summary.contains("Start one first."))
    device.apply(try decide("live-activity-start", device, after: 0))
    #expect(device.lockScreenActivities.map(\.attributesType) == ["GameAttributes"])
    #expect(device.activityAlert?.title == "Lions – Bears")
    device.apply(try decide("live-activity-update", device, after: 1800))
    #expect(device.lockScreenActivities.first?.relevanceScore == 75)
    #expect(device.lockScreenActivities.first?.state == .active, "the example is not stale")
    #expect(device.activityAlert?.title == "Lions score")
    #expect(device.activityAlert?.body == "It is 7 : 3 now")
    #expect(device.lockScreenActivities.first?.contentState.contains("\"home\":7") == true)
    device.apply(try decide("live-activity-end", device, after: 9000))
    #expect(device.islandActivity == nil)
    let leaves = kickOff.addingTimeInterval(9000 + LiveActivity.lockScreenSecondsMax)
    #expect(device.nextDueDate == leaves)
    while device.takeDue(at: leaves) != nil {}
    #expect(device.activities.isEmpty)
}
