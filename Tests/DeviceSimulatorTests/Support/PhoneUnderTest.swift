// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Simulation
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A running phone with one app that has permission and a token.
struct PhoneUnderTest {
    static let bundleID = "com.example.chat"

    let link = RecordingPushLink()
    let clock = VirtualClock()
    let phone: VirtualDevice

    init(
        _ state: AppState = .suspended, isLocked: Bool = false, code: (any AppCode)? = nil,
        limits: VirtualDevice.Limits = .init(), edit: (inout InstalledApp) -> Void = { _ in }
    ) async throws {
        var app = InstalledApp(
            bundleID: Self.bundleID, name: "Chat", state: state, authorization: .authorized)
        edit(&app)
        let device = Device(id: "phone-1", name: "Alex's iPhone", isLocked: isLocked, apps: [app])
        phone = VirtualDevice(
            device, link: link, time: clock.timeSource,
            code: code.map { [Self.bundleID: $0] } ?? [:],
            limits: limits)
        try await phone.connect()
    }

    var app: InstalledApp {
        get throws { try #require(phone.snapshot[Self.bundleID]) }
    }

    func push(_ json: String, number: UInt8 = 7) throws -> DevicePush {
        let token = try #require(try app.tokens[.app])
        return DevicePush(
            deviceToken: token, topic: Topic(Self.bundleID), pushType: .alert, priority: .immediate,
            id: APNSID(UUID(bytes: [UInt8](repeating: number, count: 16))), body: Array(json.utf8),
            acceptedAt: clock.now)
    }

    /// The trace without registration: callback names and details.
    var trace: [CallbackRecord] {
        phone.trace.filter { !$0.name.contains("RemoteNotificationsWith") }
    }

    /// Waits until app code runs, moves the clock, and lets the phone process what is then due.
    func passTime(_ duration: Duration) async {
        while !phone.waitsForCode { await Task.yield() }
        await phone.settled(withCode: false)
        clock.advance(by: duration)
        await phone.tick()
    }
}

let alertJSON = #"{"aps":{"alert":{"title":"Alex","body":"Ship it?"},"sound":"default","badge":2}}"#
let silentJSON = #"{"aps":{"content-available":1},"k":[1.50]}"#
let bothJSON = #"{"aps":{"alert":"Hi","content-available":1}}"#
