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

/// A phone with a scheduled summary at 8:00 and 18:00, in which its app is included.
/// ``PhoneFixture/now`` is 8:00 UTC.
private func phone(edit: (inout InstalledApp) -> Void = { _ in }) throws -> PhoneFixture {
    var phone = try PhoneFixture(isLocked: true) { app in
        app.settings.scheduledDelivery = true
        app.settings.criticalAlert = true
        app.capabilities.criticalAlerts = true
        app.capabilities.communication = true
        edit(&app)
    }
    phone.device.summary = ScheduledSummary()
    return phone
}

private func payload(_ level: String = "active", score: Double = 0, text: String = "Hi") -> String {
    "{\"aps\":{\"alert\":\"\(text)\",\"sound\":\"default\",\"badge\":2,"
        + "\"interruption-level\":\"\(level)\",\"relevance-score\":\(score)}}"
}

@Test(arguments: [
    ("passive", true, RuleID("LVL-1")), ("active", true, "LVL-2"),
    ("time-sensitive", false, "LVL-3"),
    ("critical", false, "LVL-4"),
])
func `ordinary notifications wait for the summary, and urgent ones do not`(
    level: String, waits: Bool, rule: RuleID
) throws {
    var phone = try phone()
    let decision = try phone.take(payload(level))
    #expect(decision.waitsForSummary == waits)
    #expect(decision.place == (waits ? .none : .lockScreen))
    #expect(decision.sound == (waits ? nil : "default"))
    #expect(decision.outcome == (waits ? .held : .shown))
    #expect(decision.reasons.contains(rule))
    #expect(try phone.app.heldForSummary.count == (waits ? 1 : 0))
    #expect(try phone.app.delivered.count == (waits ? 0 : 1))
    // The badge does not wait.
    #expect(try phone.app.badge == 2)
    if waits {
        #expect(
            decision.summary
                == "The phone holds the notification for the scheduled summary (\(rule)).")
    }
}

@Test(arguments: ["no summary", "app not in it", "no hours", "message", "in use"])
func `messages, and notifications in the foreground or without a summary, do not wait`(why: String)
    throws
{
    var phone = try phone()
    var content = NotificationContent(body: "Lunch?")
    switch why {
    case "no summary": phone.device.summary = nil
    case "app not in it": phone.device[PhoneFixture.bundleID]?.settings.scheduledDelivery = false
    case "no hours": phone.device.summary = ScheduledSummary(minutes: [])
    case "message": content.communication = Communication(senderName: "Alex")
    default:
        phone.device.isLocked = false
        phone.device[PhoneFixture.bundleID]?.state = .foreground
    }
    let decision = phone.decide(local: content)
    #expect(!decision.waitsForSummary && decision.place != .none)
    if why == "message" {
        // LVL-5: messages do not wait by default; they wait if direct messages are switched off.
        phone.device[PhoneFixture.bundleID]?.settings.directMessages = false
        #expect(phone.decide(local: content).waitsForSummary)
    }
}

@Test
func `INT-10: the summary is sorted by relevance and features the most relevant notification`()
    throws
{
    var phone = try phone()
    try phone.take(payload(score: 0.2, text: "low"), after: 60, number: 1)
    try phone.take(payload(score: 0.9, text: "high"), after: 120, number: 2)
    try phone.take(payload(score: 7, text: "above 1 is 1"), after: 180, number: 3)
    try phone.take(payload(text: "none"), after: 240, number: 4)
    let order = ["above 1 is 1", "high", "low", "none"]
    #expect(phone.device.summaryDigest.entries.map(\.notification.body) == order)
    #expect(phone.device.summaryDigest.featured?.notification.body == "above 1 is 1")

    // 18:00 is ten hours after now.
    #expect(phone.device.nextDueDate == PhoneFixture.after(36_000))
    #expect(phone.takeDue(after: 35_999) == nil)
    guard case .outcome(let outcome) = phone.takeDue(after: 36_000) else {
        Issue.record("the summary was not delivered")
        return
    }
    #expect(outcome.device == phone.device)
    #expect(outcome.reasons == ["INT-10"])
    #expect(
        outcome.summary
            == "The scheduled summary arrived with 4 notifications; the most relevant is “above 1 "
            + "is 1” (INT-10).")
    #expect(try phone.app.delivered.map(\.body) == order)
    #expect(try phone.app.heldForSummary.isEmpty)
    #expect(phone.device.nextDueDate == nil && phone.takeDue(after: 99_999) == nil)
}

@Test func `the summary arrives at its times of day in the phone's current time zone`() throws {
    var phone = try phone()
    phone.device.timeZone = "Europe/Berlin"
    try phone.take(payload(), after: 0)
    // It is 9:00 in Berlin; 18:00 there is nine hours away.
    #expect(phone.device.nextDueDate == PhoneFixture.after(9 * 3600))
    phone.device.timeZone = "America/New_York"
    // It is 3:00 in New York; 8:00 there is five hours away.
    #expect(phone.device.nextDueDate == PhoneFixture.after(5 * 3600))
    phone.device.timeZone = "Nowhere/Unknown"
    #expect(phone.device.nextDueDate == PhoneFixture.after(10 * 3600))
}

@Test func `a notification that arrives in the minute of a summary waits for the next one`() throws
{
    var phone = try phone()
    phone.device.summary = ScheduledSummary(minutes: [480])
    try phone.take(payload(), after: 0)
    #expect(phone.device.nextDueDate == PhoneFixture.after(86_400))
}

@Test(arguments: [true, false])
func `waiting notifications are delivered at once when no summary applies to them`(
    endsForApp: Bool
) throws {
    var phone = try phone()
    try phone.take(payload(), after: 0)
    if endsForApp {
        var settings = try phone.app.settings
        settings.scheduledDelivery = false
        try phone.perform(.setSettings(bundleID: PhoneFixture.bundleID, settings))
    } else {
        try phone.perform(.setSummary(nil))
    }
    #expect(phone.takeDue(after: 1) != nil)
    #expect(try phone.app.delivered.count == 1 && phone.app.heldForSummary.isEmpty)
}

@Test func `ID-2: a notification replaces one with the same identifier, whether waiting or shown`()
    throws
{
    var phone = try phone()
    try phone.take(payload(text: "one"), after: 0, collapseID: "x")
    let second = try phone.take(payload(text: "two"), after: 1, collapseID: "x")
    #expect(second.replaced == "x")
    #expect(try phone.app.heldForSummary.map(\.body) == ["two"])
    try phone.take(payload("time-sensitive", text: "now"), after: 2, collapseID: "x")
    #expect(try phone.app.heldForSummary.isEmpty)
    #expect(try phone.app.delivered.map(\.body) == ["now"])
    try phone.take(payload(text: "later"), after: 3, collapseID: "x")
    #expect(try phone.app.delivered.isEmpty)
    #expect(try phone.app.heldForSummary.map(\.body) == ["later"])
}

@Test func `a notification silenced by a Focus waits if its app is in the summary`() throws {
    var phone = try phone()
    phone.device.focus = Focus()
    let decision = try phone.take(payload())
    #expect(decision.isSilencedByFocus && decision.waitsForSummary)
    #expect(try phone.app.delivered.isEmpty)
}

@Test func `a summary has at most twelve times of day, each valid and only once`() throws {
    var phone = try phone()
    try phone.perform(.setSummary(ScheduledSummary(minutes: [1440, -1, 60, 60, 30])))
    #expect(phone.device.summary?.minutes == [30, 60])
    try phone.perform(.setSummary(ScheduledSummary(minutes: Array(0..<100))))
    #expect(phone.device.summary?.minutes.count == ScheduledSummary.timeCountMax)
}

@Test func `a phone with waiting notifications is unchanged by a round trip through JSON`() throws {
    var phone = try phone()
    try phone.take(payload(), after: 0, number: 1)
    try phone.take(payload("time-sensitive"), after: 1, number: 2)
    try phone.take(Sample.silent, after: 2, number: 3)
    phone.device.isLowPower = true
    try phone.take(Sample.silent, after: 3, number: 4)
    #expect(try phone.app.heldPush != nil && phone.app.heldForSummary.count == 1)
    let bytes = try JSONEncoder().encode(phone.device)
    let back = try JSONDecoder().decode(Device.self, from: bytes)
    #expect(back == phone.device)
    #expect(back.nextDueDate == phone.device.nextDueDate)
}
