// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import Testing

/// An iPhone with the courier's app, which has run once and is open.
@MainActor
struct CourierPhone {
    let phone: TestPhone
    let app: AppUnderTest
    let server: CourierServer

    /// - Parameters:
    ///   - permission: what the person allows; `nil` for an app that never asked.
    ///   - change: changes the configuration of the service extension.
    init(
        _ permission: Authorization? = .authorized, server: CourierServer? = nil,
        isLaunched: Bool = true,
        device: @Sendable (inout Device) -> Void = { _ in },
        change: @escaping @Sendable (inout ServiceConfiguration) -> Void = { _ in }
    ) async throws {
        let server = server ?? CourierServer()
        self.server = server
        let backend = server.backend
        var courier = TestApp(Courier.bundleID) { CourierAppDelegate(server: server) }
        courier.capabilities.appGroups = [Courier.appGroup]
        courier.capabilities.taskIdentifiers = [Courier.refreshTask]
        courier.capabilities.communication = true
        courier.bundle.strings = Courier.strings
        courier.bundle.contentExtensions = [AppBundle.ContentExtension(categories: ["offers"])]
        courier.serviceExtension = { CourierNotificationService(backend: backend, change: change) }
        courier.contentExtension = { server.makeContent() }
        courier.addActivity(DeliveryAttributes.self)
        courier.addActivity(LineAttributes.self)
        phone = try await TestPhone(configure: device)
        app = try await phone.install(courier)
        if let permission { try await phone.setPermission(permission, for: app) }
        if isLaunched { try await launch() }
    }

    /// The app's delegate, in its running process.
    var courier: CourierAppDelegate {
        get throws { try #require(app.delegate(as: CourierAppDelegate.self)) }
    }

    var push: PushCenter { get throws { try courier.push } }

    /// Opens the app and waits until it is idle.
    func launch() async throws {
        try await phone.launch(app)
        await settle()
    }

    /// The person puts the phone away: the app is suspended and the phone locked.
    func putAway() async throws {
        await settle()
        try await phone.goHome()
        await settle()
        try await phone.suspend(app)
        try await phone.lock()
    }

    /// Waits for the app's code.
    func settle() async {
        await phone.settle()
        await app.delegate(as: CourierAppDelegate.self)?.push.settled()
    }

    /// Sends a push, and waits for the app's code.
    @discardableResult
    func push(
        _ payload: String, _ headers: PushHeaders = PushHeaders()
    ) async throws -> Arrival? {
        let arrival = try await phone.push(payload, to: app, headers)
        await settle()
        return arrival
    }

    /// Sends a push on which the service extension hangs; once it hangs, advances the time.
    func push(
        _ payload: String, hanging: @Sendable () async -> Void, for duration: Duration
    ) async throws {
        async let arrival = phone.push(payload, to: app)
        await hanging()
        await phone.advance(by: duration)
        _ = try await arrival
    }

    /// Lets other tasks run until the condition is true or the test's time limit has passed.
    func wait(_ condition: () throws -> Bool) async throws {
        while try !condition() {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// The number of the service extension's calls to the system's handler after the first call.
    var repeatCount: Int { app.trace.count { $0.rule == "NSE-9" } }
    /// The number of times that the system informed the extension that its time had expired.
    var expiryCount: Int { app.trace.count { $0.rule == "NSE-5" } }
}
