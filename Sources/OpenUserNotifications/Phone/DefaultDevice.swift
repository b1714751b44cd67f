// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Foundation
import Synchronization

/// The phone for code that runs outside of every installed app, for instance in a plain test that
/// calls `UNUserNotificationCenter.current()`.
///
/// The default device follows the wall clock, stores nothing, grants every permission, and has one
/// app, which is in the foreground and named after the main bundle.
enum DefaultDevice {
    static let app: PhoneApp = {
        let bundleID = Bundle.main.bundleIdentifier ?? "app.default"
        var capabilities = AppCapabilities()
        capabilities.environment = .sandbox
        var installed = InstalledApp(
            bundleID: bundleID, name: bundleID, state: .foreground, capabilities: capabilities)
        installed.registersForPush = false
        let phone = Device(
            id: "default-device", name: "iPhone", isLocked: false, apps: [installed])
        let code = ApplicationCode()
        let device = VirtualDevice(
            phone, link: LocalTokens(), time: .system, code: [bundleID: code])
        device.setPromptPolicy(.answer(.allow))
        device.startTimer()
        return code.app(on: device.system(for: bundleID))
    }()
}

/// Replaces a connection to APNs: generates device tokens and ignores all other calls.
struct LocalTokens: PushLink {
    func registerToken(
        deviceID: String, bundleID: String, environment: APNSEnvironment, family: TokenFamily,
        instance: String
    ) async throws -> DeviceToken {
        let seed = "\(deviceID)|\(bundleID)|\(environment.rawValue)|\(family.rawValue)|\(instance)"
        var state: UInt64 = 0xcbf2_9ce4_8422_2325
        var bytes: [UInt8] = []
        for round in 0..<UInt8(32) {
            for byte in seed.utf8 { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
            state = (state ^ UInt64(round)) &* 0x0000_0100_0000_01b3
            bytes.append(UInt8(truncatingIfNeeded: state >> 32))
        }
        return try DeviceToken(bytes: bytes)
    }

    func unregister(_ token: DeviceToken) async throws {}

    func unregister(deviceID: String, bundleID: String) async throws {}

    func revoke(_ tokens: [DeviceToken], because end: TokenEnd) async throws {}

    func setNotificationsAllowed(
        deviceID: String, bundleID: String, _ isAllowed: Bool
    ) async throws {}

    func setOnline(deviceID: String, _ isOnline: Bool) async throws {}
}
