// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel
public import DeviceSimulator
public import OpenUserNotifications

/// An app that a test installed on its phone.
public struct AppUnderTest: Sendable {
    public let phone: TestPhone
    public let bundleID: String

    /// The app's current state; `nil` when the app is no longer installed.
    public var state: InstalledApp? { phone.state[bundleID] }

    /// The number on the app's icon.
    public var badge: Int { state?.badge ?? 0 }

    /// The app's notification settings.
    public var settings: SettingsSnapshot { phone.state.settingsSnapshot(of: bundleID) }

    /// The pending notification requests.
    public var pending: [PendingRequest] { state?.pending ?? [] }

    /// The app's device token; `nil` before the app has registered.
    public var token: DeviceToken? { state?.tokens[.app] }

    /// The calls that the phone has made to the app's code, in order from the oldest to the newest,
    /// as the names of the methods in Apple's API.
    public var calls: [String] { trace.map(\.name) }

    /// The calls that the phone has made to the app's code, each with its time and the rule that
    /// caused it.
    public var trace: [CallbackRecord] { phone.trace.filter { $0.bundleID == bundleID } }

    /// The system interface that the phone provides to the app's code.
    public var system: AppSystem { phone.device.system(for: bundleID) }

    private var process: PhoneApp { phone.code(of: bundleID).app(on: system) }

    /// The app's `UNUserNotificationCenter.current()`. It belongs to this phone even when code
    /// outside the app calls it, for example a test.
    public var center: UNUserNotificationCenter { process.center }

    /// The app's `UIApplication.shared`.
    @MainActor public var application: UIApplication { process.application }

    /// The app's delegate; `nil` if its process is not running or the delegate is of a different
    /// type.
    @MainActor
    public func delegate<Delegate: UIApplicationDelegate>(
        as type: Delegate.Type = Delegate.self
    ) -> Delegate? { process.application.delegate as? Delegate }

    /// Runs a closure as code of this app. In the closure, `UNUserNotificationCenter.current()`,
    /// `UIApplication.shared` and similar objects belong to this phone. The same is true in tasks
    /// that the closure starts, and in closures that it passes to `DispatchQueue.async` or
    /// `asyncAfter`. In `Task.detached`, in threads and in `URLSession` handlers, `current()`
    /// belongs to the default device; pass the center to such code.
    public func run<Output: Sendable>(
        _ body: @MainActor () async throws -> Output
    ) async rethrows -> Output {
        let process = process
        return try await Self.run(process, body)
    }

    @MainActor
    private static func run<Output: Sendable>(
        _ process: PhoneApp, _ body: @MainActor () async throws -> Output
    ) async rethrows -> Output { try await process.run(body) }

    /// Starts app code that may wait for an action of the person. Returns when the code has
    /// finished or when the system shows a prompt.
    ///
    /// ```swift
    /// let asking = await app.start { await permission.askInContext() }
    /// try await phone.allow()
    /// #expect(try await asking.value)
    /// ```
    public func start<Output: Sendable>(
        _ body: @escaping @MainActor @Sendable () async throws -> Output
    ) async -> Task<Output, any Error> {
        let (ended, end) = AsyncStream.makeStream(of: Never.self)
        let code = Task {
            defer { end.finish() }
            return try await run(body)
        }
        await withTaskGroup { group in
            group.addTask { for await _ in ended {} }
            group.addTask { [phone] in
                for await _ in phone.device.changes() where !phone.state.prompts.isEmpty { return }
            }
            await group.next()
            group.cancelAll()
        }
        return code
    }

    /// Makes the next run of the app's service extension fail in a way that a test cannot cause
    /// from its own process: by a crash (`NSE-6`), by exceeding the memory limit (`NSE-7`), or by
    /// starting too slowly (`NSE-8`).
    public func failNextServiceExtension(_ result: ServiceExtensionResult) {
        phone.device.failNextServiceExtension(of: bundleID, with: result)
    }
}
