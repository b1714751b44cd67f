// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Test func `AUTH-1: an app with permission does not show two prompts for critical alerts at once`()
    throws
{
    var phone = try PhoneFixture(.foreground, authorization: .notDetermined) {
        $0.capabilities.criticalAlerts = true
    }
    #expect(phone.request([.alert, .criticalAlert]).promptID != nil)
    try phone.perform(.answerPrompt(.allow))
    #expect(phone.device.prompts.map(\.kind) == [.criticalAlerts])
    let again = phone.request([.alert, .criticalAlert, .provisional])
    #expect(again.promptID == phone.device.prompts.first?.id)
    #expect(phone.device.prompts.count == 1)
}

@Test(arguments: [Authorization.denied, .notDetermined])
func `AUTH-23: without permission, notifications that wait for the summary are removed`(
    authorization: Authorization
) throws {
    var phone = try PhoneFixture(isLocked: true)
    try phone.perform(.setSummary(ScheduledSummary()))
    var settings = NotificationSettings.allOn
    settings.scheduledDelivery = true
    try phone.perform(.setSettings(bundleID: PhoneFixture.bundleID, settings))
    #expect(try phone.take(Sample.alert).waitsForSummary)
    try phone.perform(.setAuthorization(bundleID: PhoneFixture.bundleID, authorization))
    #expect(try phone.app.heldForSummary.isEmpty)
    #expect(phone.device.nextDueDate == nil)
    #expect(phone.device.takeDue(at: PhoneFixture.after(3 * 86_400)) == nil)
    #expect(try phone.app.delivered.isEmpty)
}
