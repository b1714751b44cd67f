// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DeviceModel
import Foundation
import Testing

@testable import SimulatorHost

@Test func `a Live Activity that is updated by push can be saved without tokens`() throws {
    let now = Date(timeIntervalSince1970: 1_767_225_600)
    var app = InstalledApp.demo
    app.state = .foreground
    var phone = Device(id: "phone", name: "Phone", isLocked: false, apps: [app])
    let request = ActivityRequest(
        attributesType: "GameAttributes", attributes: "{}", contentState: "{}", updates: .token)
    phone = try phone.startActivity(request, of: app.bundleID, at: now).device
    let saved = try DeviceState.withoutTokens(try ControlJSON.encode(phone, isPretty: true))
    let back = try DeviceState.read(saved, keepsToken: { _ in false })
    #expect(back.activities.map(\.updates) == [.token])
}
