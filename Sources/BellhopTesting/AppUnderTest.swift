// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel
public import DeviceSimulator
public import OpenUserNotifications

/// An app that a test installed on its phone.
public struct AppUnderTest: Sendable {
    public let phone: TestPhone
    public let bundleID: String

    /// The app as it is now; `nil` when it is not installed any more.
    public var state: InstalledApp? { phone.state[bundleID] }

    /// The number on the icon.
    public var badge: Int { state?.badge ?? 0 }

    /// What its notifications may do.
    public var settings: SettingsSnapshot { phone.state.settingsSnapshot(of: bundleID) }

    /// What waits for its trigger.
    public var pending: [PendingRequest] { state?.pending ?? [] }

    /// The phone as the app's code sees it, in the phone's own words.
    public var system: AppSystem { phone.device.system(for: bundleID) }

    private var process: PhoneApp { phone.code(of: bundleID).app(on: system) }

    /// The app's `UNUserNotificationCenter.current()`; it keeps its phone wherever it is used.
    public var center: UNUserNotificationCenter { process.center }

    /// The app's `UIApplication.shared`.
    @MainActor public var application: UIApplication { process.application }

    /// The app's delegate, while its process runs.
    @MainActor
    public func delegate<Delegate: UIApplicationDelegate>(
        as type: Delegate.Type = Delegate.self
    ) -> Delegate? { process.application.delegate as? Delegate }

    /// Runs code as code of this app: `UNUserNotificationCenter.current()`,
    /// `UIApplication.shared` and their like mean this phone, in the tasks that it starts too. Code
    /// that goes over `DispatchQueue` or `Task.detached` and asks for `current()` there gets the
    /// default device: take the center along.
    public func run<Answer: Sendable>(
        _ body: @MainActor () async throws -> Answer
    ) async rethrows -> Answer {
        let process = process
        return try await Self.run(process, body)
    }

    @MainActor
    private static func run<Answer: Sendable>(
        _ process: PhoneApp, _ body: @MainActor () async throws -> Answer
    ) async rethrows -> Answer { try await process.run(body) }
}
