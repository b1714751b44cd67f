// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

private func alert(_ more: String) -> String { "{\"aps\":{\"alert\":\"Hi\",\(more)}}" }

struct SoundCase: Sendable, CustomTestStringConvertible {
    let aps: String
    let sound: String?
    let rule: RuleID
    var isCriticalAllowed = false
    var isSoundOn = true

    var testDescription: String { "\(aps) critical \(isCriticalAllowed) sound \(isSoundOn)" }

    static let critical =
        #""sound":{"critical":1,"name":"chime.caf","volume":4},"interruption-level":"critical""#

    static let all = [
        SoundCase(aps: #""sound":"default""#, sound: "default", rule: "SND-2"),
        SoundCase(aps: #""badge":1"#, sound: nil, rule: "LVL-2"),
        SoundCase(aps: #""sound":"chime.caf""#, sound: "chime.caf", rule: "SND-2"),
        SoundCase(aps: #""sound":"gone.caf""#, sound: "default", rule: "SND-3"),
        SoundCase(aps: #""sound":"chime.mp3""#, sound: "default", rule: "SND-1"),
        SoundCase(aps: #""sound":"""#, sound: "default", rule: "SND-1"),
        SoundCase(aps: #""sound":"default""#, sound: nil, rule: "SND-2", isSoundOn: false),
        SoundCase(
            aps: #""sound":"default","interruption-level":"passive""#, sound: nil, rule: "LVL-1"),
        SoundCase(
            aps: #""sound":{"critical":0,"name":"chime.caf"}"#, sound: "chime.caf", rule: "LVL-2"),
        SoundCase(aps: critical, sound: "chime.caf", rule: "INT-4"),
        SoundCase(aps: critical, sound: nil, rule: "INT-4", isSoundOn: false),
        SoundCase(
            aps: critical, sound: "chime.caf", rule: "INT-6", isCriticalAllowed: true,
            isSoundOn: false),
        SoundCase(
            aps: #""interruption-level":"critical""#, sound: "default", rule: "INT-5",
            isCriticalAllowed: true, isSoundOn: false),
        SoundCase(aps: #""interruption-level":"critical""#, sound: nil, rule: "INT-4"),
    ]
}

@Test(arguments: SoundCase.all)
func `the sound of a notification is the named file, the default or none`(row: SoundCase) throws {
    let phone = try PhoneFixture {
        $0.capabilities.criticalAlerts = row.isCriticalAllowed
        $0.settings.criticalAlert = row.isCriticalAllowed
        $0.settings.sound = row.isSoundOn
    }
    let decision = try phone.decide(alert(row.aps))
    #expect(decision.sound == row.sound)
    #expect(decision.reasons.contains(row.rule))
    #expect(decision.notification?.isCritical == row.isCriticalAllowed)
}

@Test func `the volume of a critical sound is at most 1`() throws {
    let phone = try PhoneFixture {
        $0.capabilities.criticalAlerts = true
        $0.settings.criticalAlert = true
    }
    #expect(try phone.decide(alert(SoundCase.critical)).notification?.soundVolume == 1)
    let ordinary = try PhoneFixture().decide(alert(SoundCase.critical))
    #expect(ordinary.notification?.soundVolume == nil)
}

@Test(arguments: [
    (true, InterruptionLevel.timeSensitive, RuleID("LVL-3")), (false, .active, "INT-3"),
])
func `a time-sensitive notification counts as active without the entitlement`(
    isEntitled: Bool, level: InterruptionLevel, rule: RuleID
) throws {
    let phone = try PhoneFixture(isLocked: true) { $0.capabilities.timeSensitive = isEntitled }
    let decision = try phone.decide(alert(#""interruption-level":"time-sensitive""#))
    #expect(decision.notification?.level == level)
    #expect(decision.reasons.contains(rule))
    #expect(decision.place == .lockScreen)
}

@Test func `a passive notification is listed and sets the badge, but is not on the Lock Screen`()
    throws
{
    var phone = try PhoneFixture(isLocked: true)
    let decision = try phone.take(
        alert(#""badge":2,"sound":"default","interruption-level":"passive""#))
    #expect(decision.place == .notificationCenter)
    let notification = try #require(try phone.app.delivered.first)
    #expect(!notification.isOnLockScreen)
    #expect(try phone.app.badge == 2)
}

@Test func `BDG-1, BDG-2: a badge is an absolute number and stays if omitted, and 0 removes it`()
    throws
{
    var phone = try PhoneFixture()
    try phone.take(alert(#""badge":4"#))
    try phone.take(alert(#""badge":4"#), number: 8)
    #expect(try phone.app.badge == 4)
    try phone.take(alert(#""sound":"default""#), number: 9)
    #expect(try phone.app.badge == 4)
    try phone.take(alert(#""badge":-3"#), number: 10)
    #expect(try phone.app.badge == 4)
    try phone.take(#"{"aps":{"badge":0}}"#)
    #expect(try phone.app.badge == 0)
}

@Test(arguments: [true, false])
func `by choice, setting the badge to zero clears the list`(clears: Bool) throws {
    var phone = try PhoneFixture()
    phone.device.choices.badgeZeroClearsList = clears
    try phone.take(alert(#""badge":4"#))
    let decision = try phone.take(#"{"aps":{"badge":0,"alert":"last"}}"#, number: 8)
    #expect(decision.reasons.contains("BDG-5") == clears)
    #expect(try phone.app.delivered.map(\.body) == (clears ? ["last"] : ["last", "Hi"]))
    // If the badge is already 0, setting it to 0 does not clear the list.
    try phone.take(#"{"aps":{"badge":0}}"#, number: 9)
    #expect(try phone.app.delivered.count == (clears ? 1 : 2))
}

@Test func `a notification with the same collapse identifier replaces the older one and moves up`()
    throws
{
    var phone = try PhoneFixture(isLocked: true)
    try phone.take(#"{"aps":{"alert":"0 : 0"}}"#, collapseID: "match", number: 1)
    try phone.take(#"{"aps":{"alert":"other"}}"#, number: 2)
    let decision = try phone.take(#"{"aps":{"alert":"1 : 0"}}"#, collapseID: "match", number: 3)
    #expect(decision.replaced == "match")
    #expect(decision.place == .lockScreen)
    #expect(decision.reasons.contains("ID-2") && decision.reasons.contains("ID-3"))
    #expect(try phone.app.delivered.map(\.body) == ["1 : 0", "other"])
}

@Test func `without a collapse identifier the apns-id is the identifier`() throws {
    var phone = try PhoneFixture()
    try phone.take(Sample.alert, number: 1)
    try phone.take(Sample.alert, number: 2)
    #expect(try phone.app.delivered.map(\.id) == phone.app.delivered.map(\.apnsID?.text))
    #expect(try phone.app.delivered.count == 2)
    let again = try phone.take(Sample.alert, number: 1)
    #expect(again.replaced != nil)
    #expect(try phone.app.delivered.count == 2)
}

@Test func `notifications are grouped by thread, and the group with the newest comes first`() throws
{
    var phone = try PhoneFixture()
    for (number, thread) in ["a", "b", "a", nil].enumerated() {
        let key = thread.map { ",\"thread-id\":\"\($0)\"" } ?? ""
        try phone.take("{\"aps\":{\"alert\":\"\(number)\"\(key)}}", number: UInt8(number))
    }
    let groups = try phone.app.groups
    try #require(groups.map(\.threadID) == [nil, "a", "b"])
    #expect(groups[1].notifications.map(\.body) == ["2", "0"])
}

@Test func `beyond the limit of the list, the oldest notification is removed`() throws {
    var phone = try PhoneFixture()
    for number in 0...InstalledApp.deliveredCountMax {
        try phone.take("{\"aps\":{\"alert\":\"\(number)\"}}", collapseID: "id-\(number)")
    }
    #expect(try phone.app.delivered.count == InstalledApp.deliveredCountMax)
    #expect(try phone.app.delivered.last?.body == "1")
}

@Test func `a notification that may not be listed is removed when the phone is unlocked`() throws {
    var phone = try PhoneFixture(isLocked: true) { $0.settings.notificationCenter = false }
    #expect(try phone.take(Sample.alert).place == .lockScreen)
    #expect(try phone.app.delivered.count == 1)
    try phone.perform(.unlock)
    #expect(try phone.app.delivered.isEmpty)
    #expect(try phone.take(Sample.alert).isKept == false)
}

@Test func `a relevance score above 1 becomes 1`() throws {
    let decision = try PhoneFixture().decide(alert(#""relevance-score":75"#))
    #expect(decision.notification?.relevanceScore == 1)
    #expect(decision.reasons.contains("INT-10"))
}

@Test func `settings that the person changes apply to the next push`() throws {
    var phone = try PhoneFixture()
    try phone.perform(
        .setSettings(
            bundleID: PhoneFixture.bundleID,
            NotificationSettings(alert: false, sound: false, badge: false, lockScreen: true)))
    let decision = try phone.take(alert(#""sound":"default","badge":2"#))
    #expect(decision.place == .notificationCenter)
    #expect(decision.sound == nil)
    #expect(decision.badge == nil)
}
