// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import Synchronization

/// A locked phone with an app whose service extension a test configures.
struct ExtensionPhone: Sendable {
    static let group = "group.com.example.chat"

    let phone: TestPhone
    let app: AppUnderTest

    /// - Parameters:
    ///   - edit: changes what the project of the app declares.
    ///   - configuration: what the extension does, created for each push.
    init(
        edit: @Sendable (inout TestApp) -> Void = { _ in },
        _ configuration: @escaping @Sendable () -> ServiceConfiguration
    ) async throws {
        var chat = TestApp("com.example.chat")
        chat.launch = { UIApplication.shared.registerForRemoteNotifications() }
        chat.serviceExtension = { BenchService(configuration()) }
        chat.capabilities.appGroups = [Self.group]
        chat.capabilities.communication = true
        edit(&chat)
        phone = try await TestPhone()
        app = try await phone.install(chat)
        try await phone.setPermission(.authorized, for: app)
        try await phone.launch(app)
        await phone.settle()
        try await phone.forceQuit(app)
        try await phone.lock()
    }

    /// The configuration of an app, with a downloader that reaches a server on this machine.
    static func configuration(
        decrypt: DecryptStep? = nil, badge: BadgeStep? = nil,
        receipt: (@Sendable (PushMessage) async -> Void)? = nil
    ) -> ServiceConfiguration {
        ServiceConfiguration(
            appGroup: group, decrypt: decrypt,
            downloader: WebMediaDownloader.local, badge: badge, receipt: receipt)
    }

    /// Pushes an alert with keys beside `aps`, and returns its notification on the Lock Screen.
    @discardableResult
    func push(
        _ keys: JSONObject = [:], aps: JSONObject = ["alert": "sent"]
    ) async throws -> DeliveredNotification? {
        var payload = keys
        var aps = aps
        aps["mutable-content"] = 1
        payload["aps"] = .object(aps)
        let text = String(decoding: JSONWriter.write(.object(payload)), as: UTF8.self)
        let id = try await phone.push(text)?.notificationID
        return phone.screen.lockScreen.first { $0.id == id }
    }

    /// Pushes an alert on which the extension hangs; once it hangs, advances the phone's time.
    func push(
        _ keys: JSONObject = [:], hanging: @Sendable () async -> Void, for duration: Duration
    ) async throws -> DeliveredNotification? {
        async let shown = push(keys)
        await hanging()
        await phone.advance(by: duration)
        return try await shown
    }

    /// The number of the extension's calls to the system's handler after the first call.
    var repeatCount: Int { app.trace.count { $0.rule == "NSE-9" } }
    /// The number of times that the system informed the extension that its time had expired.
    var expiryCount: Int { app.trace.count { $0.rule == "NSE-5" } }
}

/// Collects values from steps, from any thread.
final class Collected<Value: Sendable>: Sendable {
    private let stored = Mutex<[Value]>([])
    var all: [Value] { stored.withLock { $0 } }
    func add(_ value: Value) { stored.withLock { $0.append(value) } }
}
