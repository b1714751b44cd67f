// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopTesting
import DeviceModel
import Testing

@Test func `REG-15: an injected push needs no token and does not pass through APNs`() async throws {
    let phone = try await TestPhone()
    let app = try await phone.install(
        InstalledApp(
            bundleID: "com.example.chat", name: "Chat", authorization: .authorized,
            registersForPush: false))
    #expect(app.state?.tokens.isEmpty == true)
    let arrival = try await phone.inject(#"{"aps":{"alert":"Hello"}}"#)
    #expect(arrival?.outcome == .shown)
    #expect(phone.screen.banner?.body == "Hello")
    #expect(phone.apns.log.isEmpty)
}

@Test func `T279: REG-15: the Simulator refuses an injected push that shows nothing`() async throws
{
    let (phone, app) = try await TestPhone.withApp()
    let silent = #"{"aps":{"content-available":1}}"#
    #expect(try await phone.inject(silent, to: app)?.outcome == .ranInBackground)
    phone.device.update { $0.kind = .simulator }
    let arrival = try await phone.inject(silent, to: app)
    #expect(arrival?.outcome == .discarded)
    #expect(arrival?.summary.contains("1401") == true)
}
