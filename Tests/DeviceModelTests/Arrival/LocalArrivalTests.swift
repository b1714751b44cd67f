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

@Test(arguments: AppState.allCases)
func `FG-9, LCL-18: a local notification runs no app code except willPresent`(state: AppState)
    throws
{
    let decision = try PhoneFixture(state).decide(
        local: NotificationContent(title: "Tea", body: "ready", sound: .default, badge: 1))
    #expect(decision.callbacks.map(\.kind) == (state == .foreground ? [.willPresent] : []))
    #expect(decision.place == .banner && decision.sound == "default" && decision.badge == 1)
    #expect(decision.notification?.apnsID == nil)
    #expect(decision.notification?.trigger == .interval(seconds: 60, repeats: false))
    #expect(decision.reasons.contains(state == .foreground ? "FG-9" : "LCL-18"))
}

@Test func `LOC-6: a local notification's text is looked up when shown, in the phone's language`()
    throws
{
    var phone = try PhoneFixture {
        $0.bundle.strings = ["en": ["TEA": "%@ is ready"], "de": ["TEA": "%@ ist fertig"]]
    }
    let content = NotificationContent(body: NotificationText(key: "TEA", arguments: ["Assam"]))
    #expect(phone.decide(local: content).notification?.body == "Assam is ready")
    phone.device.language = "de-AT"
    let decision = phone.decide(local: content)
    #expect(decision.notification?.body == "Assam ist fertig")
    #expect(decision.reasons.contains("LOC-6"))
}

@Test(arguments: [(Authorization.denied, RuleID("AUTH-23")), (.notDetermined, "AUTH-24")])
func `without permission, a local notification is not shown and runs no code`(
    authorization: Authorization, rule: RuleID
) throws {
    let decision = try PhoneFixture(.foreground, authorization: authorization).decide(
        local: NotificationContent(body: "x"))
    #expect(decision.outcome == .discarded && decision.callbacks.isEmpty)
    #expect(decision.reasons.first == rule)
}

@Test func `a local request with nothing to show does nothing`() throws {
    let decision = try PhoneFixture(.foreground).decide(local: NotificationContent())
    #expect(decision.callbacks.isEmpty)
    #expect(
        decision.summary
            == "The request contains nothing to show, so nothing happened (LC-9).")
}

@Test func `ID-4, ID-2: a local notification replaces a remote one with the same identifier`()
    throws
{
    var phone = try PhoneFixture()
    try phone.take(#"{"aps":{"alert":"push"}}"#, collapseID: "local")
    let decision = phone.decide(local: NotificationContent(body: "local"))
    phone.device.apply(decision)
    #expect(decision.replaced == "local")
    #expect(try phone.app.delivered.map(\.body) == ["local"])
}

@Test func `a local request for an app that is not installed is discarded with a reason`() throws {
    let phone = try PhoneFixture()
    let decision = phone.device.decide(
        .local(
            NotificationRequest(id: "x", content: NotificationContent(body: "x")),
            bundleID: "com.example.gone"),
        at: PhoneFixture.now)
    #expect(decision.reasons == ["ARR-1"])
}
