// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import DeviceModel
public import DeviceSimulator
public import Foundation
import OpenUserNotifications
public import Simulation
import Synchronization

/// An iPhone for a test, with its own clock, its own APNs and the apps that the test installs. The
/// clock advances only when the test advances it.
///
/// ```swift
/// let phone = try await TestPhone()
/// let app = try await phone.install(TestApp("com.example.chat") { ChatDelegate() })
/// try await phone.launch(app)
/// try await phone.allow()
/// try await phone.push(#"{"aps":{"alert":"Hello"}}"#, to: app)
/// #expect(phone.screen.banner?.body == "Hello")
/// ```
///
/// Phones of parallel tests are independent. The phone's behaviour follows the rules of
/// ``/DeviceModel/DeviceRule``; ``trace`` contains each call to app code and the rule that caused
/// it.
public final class TestPhone: Sendable {
    /// The phone's clock. ``advance(by:)`` advances the clock, and the phone performs the events
    /// that become due.
    public let clock: VirtualClock
    /// The underlying virtual device. Use it for functions that this type does not offer.
    public let device: VirtualDevice
    /// The APNs of this phone.
    public let apns: TestAPNS
    /// The real time for which this process must be idle before unfinished app code is considered
    /// hanging. The phone then advances its own clock to the time limit of that code. A process is
    /// idle if it uses almost no processor time; other tests that run in the process keep it busy.
    public let patience: Duration
    let codes = Mutex<[String: ApplicationCode]>([:])

    /// Makes a phone that is switched on and unlocked and has no apps.
    ///
    /// - Parameters:
    ///   - now: the initial time of the clock; by default, 2026-01-01 00:00 UTC.
    ///   - patience: see ``patience``; by default, one second. App code that waits for something
    ///     outside this process, such as a server, may need more time.
    ///   - configure: a function that changes the phone before the phone is switched on, for
    ///     instance its time zone.
    public convenience init(
        at now: Date = Date(timeIntervalSince1970: 1_767_225_600),
        patience: Duration = .seconds(1),
        configure: (inout Device) -> Void = { _ in }
    ) async throws {
        let clock = VirtualClock(now: now)
        try await self.init(
            clock: clock, apns: TestAPNS(time: clock.timeSource), patience: patience,
            configure: configure)
    }

    /// Makes another phone that uses the same APNs and the same clock as an existing phone. Each of
    /// the two phones can advance the clock.
    public convenience init(
        beside other: TestPhone, configure: (inout Device) -> Void = { _ in }
    ) async throws {
        try await self.init(
            clock: other.clock, apns: other.apns, patience: other.patience, configure: configure)
    }

    private init(
        clock: VirtualClock, apns: TestAPNS, patience: Duration,
        configure: (inout Device) -> Void
    ) async throws {
        self.clock = clock
        self.apns = apns
        self.patience = patience
        var state = Device(
            id: UUID().uuidString, name: "Test iPhone", model: "iPhone 17", isLocked: false)
        configure(&state)
        device = VirtualDevice(state, link: apns, time: clock.timeSource)
        apns.attach(device)
        try await device.connect()
        PhoneReport.current?.add(self)
    }

    /// The current state of the phone.
    public var state: Device { device.snapshot }

    /// The calls that the phone has made to app code, in order from the oldest to the newest, each
    /// with the rule that caused it.
    public var trace: [CallbackRecord] { device.trace }

    /// The arrivals of pushes at the phone, in order from the newest to the oldest, each with its
    /// outcome.
    public var arrivals: [Arrival] { device.arrivals }

    /// ``trace`` as text with one line for each call, for the message of a failed test or for a
    /// golden file.
    public var traceText: String {
        trace.map { line in
            [
                line.time.formatted(.iso8601), line.bundleID, line.name,
                line.rule?.rawValue ?? "-", line.detail ?? "",
            ].joined(separator: "  ")
        }.joined(separator: "\n")
    }

    /// Returns the phone's complete state as JSON.
    public func save() throws -> Data { try JSONEncoder().encode(state) }

    /// Resets the phone to a state returned by ``save()``. The code of apps stays installed.
    public func restore(_ data: Data) throws {
        device.reset(to: try JSONDecoder().decode(Device.self, from: data))
    }
}
