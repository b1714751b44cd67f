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

private let folder = packageRoot.appending(path: "Examples/payloads")

private let exampleNames =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".apns") }.sorted()

private func example(_ name: String) throws -> APNSFile {
    try APNSFile(reading: Array(Data(contentsOf: folder.appending(path: name))))
}

/// A phone with the demo app, which has a token of every family.
private func demoPhone() throws -> Device {
    var app = InstalledApp.demo
    for (number, family) in TokenFamily.allCases.enumerated() {
        app.tokens[family] = try PhoneFixture.token(UInt8(number))
    }
    return Device(id: "demo", name: "Alex's iPhone", apps: [app])
}

/// The header table of the folder's README, by file name: push type, priority, topic suffix.
private func headerTable() throws -> [String: [String]] {
    let text = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    var table: [String: [String]] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
        let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.trimming(while: { $0 == " " || $0 == "`" })
        }
        table[cells[1]] = Array(cells[3...5])
    }
    return table
}

extension Substring {
    fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> String {
        String(String(drop(while: isTrimmed)).reversed().drop(while: isTrimmed).reversed())
    }
}

@Test func `there are at least 24 examples, and the README lists each of them`() throws {
    #expect(exampleNames.count >= 24)
    #expect(Set(try headerTable().keys) == Set(exampleNames))
}

@Test(arguments: exampleNames)
func `an example is valid for its push type and has an effect on the demo phone`(
    name: String
) throws {
    let file = try example(name)
    let headers = try #require(try headerTable()[name])
    let type = try #require(PushType(rawValue: headers[0]))
    #expect(file.body.count <= type.traits.payloadByteCountMax)
    #expect(headers[2] == type.traits.topicSuffix)
    let priority = try #require(Int(headers[1]).flatMap(PushPriority.init))
    #expect(type.traits.priorities.contains(priority))
    #expect(file.targetBundleID == (type == .mdm ? nil : InstalledApp.demoBundleID))
    #expect(try Payload(reading: file.body) == file.payload)

    let device = try demoPhone()
    let family: TokenFamily =
        file.payload.aps?.liveActivity.event == .start
        ? .liveActivityStart : type.traits.tokenFamily
    let token = try #require(device.apps.first?.tokens[family])
    let push = DevicePush(
        deviceToken: token, topic: Topic(bundleID: InstalledApp.demoBundleID, pushType: type),
        pushType: type, priority: priority,
        id: APNSID(UUID(bytes: [UInt8](repeating: 1, count: 16))),
        body: file.body, acceptedAt: PhoneFixture.now)
    let decision = device.decide(.push(push), at: PhoneFixture.now)
    #expect(decision.outcome.isDelivered)
    let isHandled = [TokenFamily.app, .voip, .liveActivityStart].contains(family)
    #expect((decision.outcome == .receiptOnly) == !isHandled)
}

@Test(arguments: exampleNames)
func `the push type of an example is inferred, unless only the sender can know it`(name: String)
    throws
{
    let headers = try #require(try headerTable()[name])
    let inference = PushInference(
        payload: try example(name).payload, bundleID: InstalledApp.demoBundleID)
    if ["voip", "location", "pushtotalk"].contains(headers[0]) {
        #expect(inference.pushType == .alert)
    } else {
        #expect(inference.pushType.rawValue == headers[0])
    }
}

@Test func `three scores with one collapse identifier leave a single notification`() throws {
    var device = try demoPhone()
    let token = try #require(device.apps.first?.tokens[.app])
    for number in 1...3 {
        let push = DevicePush(
            deviceToken: token, topic: Topic(InstalledApp.demoBundleID), pushType: .alert,
            priority: .immediate, collapseID: try CollapseID("match-551"),
            id: APNSID(UUID(bytes: [UInt8](repeating: UInt8(number), count: 16))),
            body: try example("score-\(number).apns").body, acceptedAt: PhoneFixture.now)
        device.apply(device.decide(.push(push), at: PhoneFixture.now))
    }
    #expect(device.apps.first?.delivered.map(\.title) == ["Lions 2 : 1 Bears"])
}

@Test func `the localized example shows the demo app's strings`() throws {
    let device = try demoPhone()
    let token = try #require(device.apps.first?.tokens[.app])
    let push = DevicePush(
        deviceToken: token, topic: Topic(InstalledApp.demoBundleID), pushType: .alert,
        priority: .immediate,
        id: APNSID(UUID(bytes: [UInt8](repeating: 1, count: 16))),
        body: try example("localized.apns").body,
        acceptedAt: PhoneFixture.now)
    #expect(
        device.decide(.push(push), at: PhoneFixture.now).summary
            == "A banner appeared on the Lock Screen: “Game invitation · "
            + "Jenna invites you to play at Frank's Chess Club”.")
}
