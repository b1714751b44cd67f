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

@Test func `a phone with tokens and a notification is unchanged by a round trip through JSON`()
    throws
{
    var phone = try PhoneFixture(.foreground, isLocked: false) {
        $0.tokens[.liveActivityStart] = try? PhoneFixture.token(3)
        $0.foregroundPresentation = [.banner, .sound]
        $0.bundle.strings["en"] = ["K": "V"]
    }
    phone.device.apps.append(.demo)
    try phone.take(
        #"{"aps":{"alert":{"title":"T","body":"B"},"sound":"default","badge":3,"thread-id":"t"}}"#
    )
    let copy = try JSONDecoder().decode(Device.self, from: JSONEncoder().encode(phone.device))
    #expect(copy == phone.device)
}

@Test func `the JSON of a phone has keys with underscores and tokens by family name`() throws {
    var phone = try PhoneFixture(.background, isLocked: true)
    try phone.take(
        #"{"aps":{"alert":"Hi","interruption-level":"time-sensitive"}}"#, collapseID: "n")
    let root = try JSONReader.read(JSONEncoder().encode(phone.device)).value.objectValue
    #expect(root?["is_locked"] == true)
    #expect(root?["system_version"] == "26.0")
    let app = root?["apps"]?.arrayValue?.first?.objectValue
    #expect(app?["bundle_id"]?.stringValue == PhoneFixture.bundleID)
    #expect(app?["state"] == "background")
    #expect(app?["tokens"]?.objectValue?["app"]?.stringValue == phone.token.hex)
    #expect(
        app?["behaviour"]?.objectValue?["presentation"] == ["banner", "list", "sound", "badge"])
    #expect(app?["settings"]?.objectValue?["lock_screen"] == true)
    #expect(app?["capabilities"]?.objectValue?["remote_notification_background_mode"] == true)
    let notification = app?["delivered"]?.arrayValue?.first?.objectValue
    #expect(notification?["id"] == "n")
    #expect(notification?["level"] == "time-sensitive")
    #expect(notification?["is_on_lock_screen"] == true)
}

@Test func `an arrival survives a round trip through JSON, and may cite an unknown rule`() throws {
    let phone = try PhoneFixture()
    let push = try phone.push(Sample.alert)
    let arrival = Arrival(
        phone.device.decide(.push(push), at: PhoneFixture.now), of: .push(push),
        at: PhoneFixture.now)
    let bytes = try JSONEncoder().encode(arrival)
    #expect(try JSONDecoder().decode(Arrival.self, from: bytes) == arrival)
    let text = String(decoding: bytes, as: UTF8.self).replacing("\"LC-1\"", with: "\"LC-99\"")
    let other = try JSONDecoder().decode(Arrival.self, from: Data(text.utf8))
    #expect(other.reasons.first == "LC-99")
    #expect(other.reasons.first?.rule == nil)
}

@Test(arguments: [#"["banner","loud"]"#, #""banner""#, "3"])
func `presentation options other than a list of known names are refused`(json: String) {
    #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(PresentationOptions.self, from: Data(json.utf8))
    }
}

@Test(arguments: Authorization.allCases)
func `the effective settings never exceed the permission`(authorization: Authorization) throws {
    let app = try PhoneFixture(authorization: authorization) { $0.settings = .allOn }.app
    #expect(app.effectiveSettings == .defaults(for: authorization))
    let off = try PhoneFixture(authorization: authorization) { $0.settings = .allOff }.app
    #expect(off.effectiveSettings == .allOff)
}
