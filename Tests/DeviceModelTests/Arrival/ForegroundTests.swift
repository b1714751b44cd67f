// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

private let full = #"{"aps":{"alert":"Hi","sound":"chime.caf","badge":6}}"#

struct PresentationCase: Sendable, CustomTestStringConvertible {
    let options: PresentationOptions
    let rule: RuleID
    let place: ArrivalDecision.Place
    let isKept: Bool

    var testDescription: String { "\(rule) \(options.names)" }

    static let all = [
        PresentationCase(options: [], rule: "FG-2", place: .none, isKept: false),
        PresentationCase(options: [.banner], rule: "FG-3", place: .banner, isKept: false),
        PresentationCase(options: [.list], rule: "FG-4", place: .notificationCenter, isKept: true),
        PresentationCase(options: [.banner, .list], rule: "FG-5", place: .banner, isKept: true),
        PresentationCase(options: [.sound], rule: "FG-6", place: .none, isKept: false),
        PresentationCase(options: [.badge], rule: "FG-6", place: .none, isKept: false),
        PresentationCase(options: .all, rule: "FG-5", place: .banner, isKept: true),
    ]
}

@Test(arguments: PresentationCase.all)
func `BDG-7: in the foreground, only the options of willPresent take effect`(row: PresentationCase)
    throws
{
    var phone = try PhoneFixture(.foreground) { $0.badge = 1 }
    let decision = try phone.decide(full, presentation: row.options)
    phone.device.apply(decision)
    #expect(decision.reasons.contains(row.rule))
    #expect(decision.place == row.place)
    #expect(decision.isKept == row.isKept)
    #expect(decision.sound == (row.options.contains(.sound) ? "chime.caf" : nil))
    #expect(try phone.app.badge == (row.options.contains(.badge) ? 6 : 1))
    #expect(try phone.app.delivered.count == (row.isKept ? 1 : 0))
    #expect((phone.device.banner != nil) == (row.place == .banner))
}

@Test(arguments: ["alert", "sound", "badge", "notificationCenter"])
func `in the foreground, an option whose setting is off has no effect`(setting: String) throws {
    let (option, off): (PresentationOptions, NotificationSettings) =
        switch setting {
        case "alert": (.banner, NotificationSettings(alert: false))
        case "sound": (.sound, NotificationSettings(sound: false))
        case "badge": (.badge, NotificationSettings(badge: false))
        default: (.list, NotificationSettings(notificationCenter: false))
        }
    let decision = try PhoneFixture(.foreground) { $0.settings = off }.decide(
        full, presentation: option)
    #expect(decision.reasons.contains("FG-7"))
    #expect(decision.place == .none)
    #expect(decision.sound == nil)
    #expect(decision.badge == nil)
    #expect(decision.outcome == .handledByApp)
    // FG-7: the option has no effect, but willPresent is still called.
    #expect(decision.callbacks.map(\.kind) == [.willPresent])
}

@Test
func `in the foreground, a sound without an alert plays only if willPresent returns the option`()
    throws
{
    let phone = try PhoneFixture(.foreground)
    let sound = #"{"aps":{"sound":"default"}}"#
    #expect(try phone.decide(sound, presentation: [.banner, .list]).sound == nil)
    #expect(try phone.decide(sound, presentation: [.sound]).sound == "default")
    #expect(try phone.decide(sound, presentation: [.sound]).outcome == .soundOrBadgeOnly)
}

@Test func `a choice decides whether willPresent or the background callback runs first`() throws {
    var phone = try PhoneFixture(.foreground)
    let payload = #"{"aps":{"alert":"Hi","content-available":1}}"#
    #expect(
        try phone.decide(payload).callbacks.map(\.kind) == [
            .willPresent, .didReceiveRemoteNotification,
        ])
    phone.device.choices.willPresentRunsFirst = false
    #expect(
        try phone.decide(payload).callbacks.map(\.kind) == [
            .didReceiveRemoteNotification, .willPresent,
        ])
}

@Test func `the result of willPresent counts even if the app has left the screen meanwhile`() throws
{
    let phone = try PhoneFixture(.background)
    let decision = try phone.decide(full, presentation: [])
    #expect(decision.place == .none)
    #expect(decision.callsWillPresent)
}
