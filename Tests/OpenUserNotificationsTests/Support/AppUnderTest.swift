// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Foundation
import OpenUserNotifications
import Simulation
import Synchronization
import Testing

/// A phone on a virtual clock with one app written for Apple's API.
struct AppUnderTest {
    static let bundleID = "com.example.chat"

    let clock = VirtualClock()
    let phone: VirtualDevice
    let code: ApplicationCode

    init(
        _ state: AppState = .foreground, authorization: Authorization = .authorized,
        parts: ApplicationCode.Parts = .init(), edit: (inout InstalledApp) -> Void = { _ in }
    ) async throws {
        var capabilities = AppCapabilities()
        capabilities.environment = .sandbox
        capabilities.serviceExtension = parts.serviceExtension != nil
        var app = InstalledApp(
            bundleID: Self.bundleID, name: "Chat", state: state, authorization: authorization,
            capabilities: capabilities, tokenFamilies: [.app])
        app.registersForPush = false
        app.tokens[.app] = try DeviceToken(bytes: Array(repeating: 1, count: 32))
        edit(&app)
        let device = Device(id: "phone-1", name: "iPhone", isLocked: false, apps: [app])
        code = ApplicationCode(parts)
        phone = VirtualDevice(
            device, link: TestLink(), time: clock.timeSource, code: [Self.bundleID: code])
        phone.setPromptPolicy(.answer(.allow))
        try await phone.connect()
    }

    var system: AppSystem { phone.system(for: Self.bundleID) }
    var app: PhoneApp { code.app(on: system) }
    var center: UNUserNotificationCenter { app.center }

    /// The results of a callback in the phone's trace, newest last.
    func results(of kind: String) -> [String] {
        phone.trace.filter { $0.name.contains(kind) }.map { record in
            record.detail?.components(separatedBy: " → ").last ?? ""
        }
    }

    func push(_ json: String, number: UInt8 = 7) throws -> DevicePush {
        let token = try DeviceToken(bytes: Array(repeating: 1, count: 32))
        return DevicePush(
            deviceToken: token, topic: Topic(Self.bundleID), pushType: .alert,
            priority: .immediate, id: APNSID(UUID(uuidString: Self.id(number)) ?? UUID()),
            body: Array(json.utf8), acceptedAt: clock.now)
    }

    /// The identifier of the notification of a push with this number.
    static func id(_ number: UInt8) -> String {
        "00000000-0000-0000-0000-0000000000" + String(number + 16, radix: 16)
    }
}

/// A link that creates tokens without an APNs.
struct TestLink: PushLink {
    func registerToken(
        deviceID: String, bundleID: String, environment: APNSEnvironment, family: TokenFamily,
        instance: String
    ) async throws -> DeviceToken {
        try DeviceToken(bytes: Array(repeating: UInt8(family == .app ? 1 : 2), count: 32))
    }

    func unregister(_ token: DeviceToken) async throws {}
    func unregister(deviceID: String, bundleID: String) async throws {}
    func revoke(_ tokens: [DeviceToken], because end: TokenEnd) async throws {}
    func setNotificationsAllowed(
        deviceID: String, bundleID: String, _ isAllowed: Bool
    ) async throws {}
    func setOnline(deviceID: String, _ isOnline: Bool) async throws {}
}

/// Lines that callbacks record, from any thread.
final class Journal: Sendable {
    private let stored = Mutex<[String]>([])

    func note(_ line: String) { stored.withLock { $0.append(line) } }
    var lines: [String] { stored.withLock { $0 } }
}

let alertJSON = #"{"aps":{"alert":{"title":"Ann","body":"Hi"},"sound":"default"},"k":[1,2.5]}"#
