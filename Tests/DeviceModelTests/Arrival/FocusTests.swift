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

/// An interruption level and a Focus, on a phone whose app has every entitlement.
struct FocusCase: Sendable, CustomTestStringConvertible {
    let name: String
    let rule: RuleID
    let level: String
    var focus = Focus()
    let isSilenced: Bool

    var testDescription: String { "\(rule) \(name)" }

    private static let id = PhoneFixture.bundleID

    static let all = [
        FocusCase(name: "active", rule: "INT-1", level: "active", isSilenced: true),
        FocusCase(name: "passive", rule: "INT-1", level: "passive", isSilenced: true),
        FocusCase(
            name: "allowed app", rule: "INT-2", level: "active", focus: Focus(allowedApps: [id]),
            isSilenced: false),
        FocusCase(
            name: "another app is allowed", rule: "INT-1", level: "active",
            focus: Focus(allowedApps: ["com.example.other"]), isSilenced: true),
        FocusCase(
            name: "time-sensitive", rule: "LVL-3", level: "time-sensitive", isSilenced: false),
        FocusCase(
            name: "time-sensitive, not let through", rule: "INT-1", level: "time-sensitive",
            focus: Focus(allowsTimeSensitive: false), isSilenced: true),
        FocusCase(name: "critical", rule: "LVL-4", level: "critical", isSilenced: false),
        FocusCase(
            name: "filter matches", rule: "INT-2", level: "active",
            focus: Focus(allowedApps: [id], filters: [id: ["work"]]), isSilenced: false),
        FocusCase(
            name: "filter does not match", rule: "INT-9", level: "active",
            focus: Focus(allowedApps: [id], filters: [id: ["home"]]), isSilenced: true),
        FocusCase(
            name: "filter comes before the level", rule: "INT-9", level: "time-sensitive",
            focus: Focus(filters: [id: ["home"]]), isSilenced: true),
        FocusCase(
            name: "filter of another app", rule: "INT-2", level: "active",
            focus: Focus(allowedApps: [id], filters: ["com.example.other": ["home"]]),
            isSilenced: false),
    ]
}

private func phone(_ focus: Focus?, isLocked: Bool = true) throws -> PhoneFixture {
    var phone = try PhoneFixture(isLocked: isLocked) { app in
        app.capabilities.criticalAlerts = true
        app.capabilities.communication = true
        app.settings.criticalAlert = true
    }
    phone.device.focus = focus
    return phone
}

private func payload(_ level: String, _ more: String = "") -> String {
    #"{"aps":{"alert":"Hi","sound":"default","badge":2,"filter-criteria":"work","#
        + "\"interruption-level\":\"\(level)\"\(more)}}"
}

@Test(arguments: FocusCase.all)
func `a Focus silences or allows a notification, which is in Notification Center at once`(
    row: FocusCase
) throws {
    var phone = try phone(row.focus)
    let decision = try phone.take(payload(row.level))
    let isQuiet = row.isSilenced || row.level == "passive"
    #expect(decision.isSilencedByFocus == row.isSilenced)
    #expect(decision.place == (isQuiet ? .notificationCenter : .lockScreen))
    #expect(decision.lightsScreen == !isQuiet)
    #expect(decision.sound == (isQuiet ? nil : "default"))
    #expect(decision.reasons.contains(row.rule))
    // INT-1: only the alert is withheld; the notification is listed, and the badge is set.
    #expect(try phone.app.delivered.count == 1 && phone.app.badge == 2)
    #expect(try phone.app.delivered.first?.isOnLockScreen == !isQuiet)
}

@Test func `the summary of a silenced notification names the Focus and the rule`() throws {
    let silenced = try phone(Focus(name: "Sleep")).decide(payload("active"))
    #expect(
        silenced.summary
            == "The notification went only to Notification Center, because the Focus Sleep "
            + "silenced it (INT-1).")
    let filtered = try phone(
        Focus(name: "Work", filters: [PhoneFixture.bundleID: ["x"]])
    ).decide(payload("active"))
    #expect(
        filtered.summary
            == "The notification went only to Notification Center, because the app's filter for "
            + "the Focus Work does not match (INT-9).")
}

@Test(arguments: [
    ("Alex", nil, false, true, false), ("Sam", nil, false, true, true),
    ("Sam", "alex@example.com", false, true, false), ("Sam", nil, true, true, false),
    ("Sam", nil, true, false, true),
])
func `LVL-5, INT-8: a Focus allows a message because of its sender or of Notify Anyway`(
    name: String, handle: String?, anyway: Bool, sharesStatus: Bool, isSilenced: Bool
) throws {
    var phone = try phone(Focus(allowedPeople: ["Alex", "alex@example.com"]))
    phone.device[PhoneFixture.bundleID]?.capabilities.sharesFocusStatus = sharesStatus
    var content = NotificationContent(title: "Message", body: "Lunch?")
    content.communication = Communication(
        senderName: name, senderHandle: handle, notifiesAnyway: anyway)
    let decision = phone.decide(local: content)
    #expect(decision.isSilencedByFocus == isSilenced)
    #expect(decision.reasons.contains(isSilenced ? "INT-1" : anyway ? "INT-8" : "LVL-5"))
    // INT-7: without the capability, the sender has no effect.
    phone.device[PhoneFixture.bundleID]?.capabilities.communication = false
    #expect(phone.decide(local: content).isSilencedByFocus)
}

@Test(arguments: ["passive", "active", "time-sensitive", "critical"])
func `a silenced phone plays only critical sounds, and vibrates for others that are not passive`(
    level: String
) throws {
    var phone = try phone(nil)
    try phone.perform(.setMuted(true))
    let decision = try phone.decide(payload(level))
    #expect(decision.sound == (level == "critical" ? "default" : nil))
    #expect(decision.vibrates == (level == "active" || level == "time-sensitive"))
    #expect((decision.place == .lockScreen) == (level != "passive"))
    if level == "active" {
        #expect(
            decision.summary.hasSuffix(
                " No sound played, because the phone is silenced (LVL-2)."))
    }
}

@Test(arguments: [
    (true, true, InterruptionLevel.timeSensitive), (true, false, .active), (false, true, .active),
])
func `INT-3: a time-sensitive notification needs the entitlement and the person's setting`(
    isEntitled: Bool, isOn: Bool, level: InterruptionLevel
) throws {
    var phone = try phone(Focus())
    phone.device[PhoneFixture.bundleID]?.capabilities.timeSensitive = isEntitled
    phone.device[PhoneFixture.bundleID]?.settings.timeSensitive = isOn
    let decision = try phone.decide(payload("time-sensitive"))
    #expect(decision.notification?.level == level)
    #expect(decision.isSilencedByFocus == (level == .active))
    #expect(decision.reasons.contains("INT-3") == (level == .active))
}

@Test(arguments: [(true, false), (false, true)])
func `INT-4: a critical alert needs the entitlement and the person's permission`(
    isEntitled: Bool, isOn: Bool
) throws {
    var phone = try phone(Focus())
    phone.device[PhoneFixture.bundleID]?.capabilities.criticalAlerts = isEntitled
    phone.device[PhoneFixture.bundleID]?.settings.criticalAlert = isOn
    let decision = try phone.decide(payload("critical"))
    #expect(decision.notification?.level == .active)
    #expect(decision.reasons.contains("INT-4") && decision.isSilencedByFocus)
}

@Test
func `INT-11: the phone explains time-sensitive notifications once, then offers an off switch`()
    throws
{
    var phone = try phone(nil)
    let json = payload("time-sensitive")
    let day = 86_400.0
    #expect(try phone.take(json, after: 0, number: 1).timeSensitiveNote == .explains)
    #expect(try phone.take(json, after: day, number: 2).timeSensitiveNote == nil)
    #expect(try phone.take(json, after: 8 * day, number: 3).timeSensitiveNote == .offersToSwitchOff)
    #expect(try phone.take(json, after: 16 * day, number: 4).timeSensitiveNote == nil)
    #expect(try phone.decide(payload("active")).timeSensitiveNote == nil)
}

@Test func `INT-12: Low Power Mode hides no alert`() throws {
    var phone = try phone(nil)
    try phone.perform(.setLowPower(true))
    let decision = try phone.decide(payload("active"))
    #expect(decision.place == .lockScreen && decision.lightsScreen && decision.sound != nil)
}

@Test func `SIL-10: priority 1 does not wake the screen`() throws {
    let phone = try phone(nil)
    var push = try phone.push(payload("active"))
    push.priority = .powerFirst
    let decision = phone.device.decide(.push(push), at: PhoneFixture.now)
    #expect(decision.place == .lockScreen && !decision.lightsScreen)
    #expect(decision.reasons.contains("SIL-10"))
}

@Test func `LC-12, LC-13: the cited rule depends on whether the category is registered`() throws {
    var phone = try PhoneFixture()
    let json = #"{"aps":{"alert":"Hi","category":"REPLY"}}"#
    #expect(try phone.decide(json).reasons.contains("LC-13"))
    phone.device.setCategories([NotificationCategory(id: "REPLY")], of: PhoneFixture.bundleID)
    let known = try phone.decide(json)
    #expect(known.reasons.contains("LC-12") && known.place == .banner)
}
