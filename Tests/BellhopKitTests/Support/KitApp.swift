// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import GatewayAPI
import Testing

enum Place: PushRoute {
    case order(String)
    case profile

    init?(_ message: PushMessage) {
        if let order = message.payload.string("order_id") {
            self = .order(order)
        } else if message.payload.string("page") == "profile" {
            self = .profile
        } else {
            return nil
        }
    }
}

/// What remains when the app's process ends in a test: the app's server, and what the app's
/// handlers received.
@MainActor
final class KitWorld {
    let backend = InMemoryBackend()
    /// Changes the configuration, at each launch.
    let configure: @MainActor (inout PushConfiguration, KitWorld) -> Void
    var messages: [PushMessage] = []
    var silent: [PushMessage] = []
    var responses: [PushResponse] = []
    var errors: [PushError] = []
    var settingsOpened: [PushMessage?] = []

    init(_ configure: @escaping @MainActor (inout PushConfiguration, KitWorld) -> Void) {
        self.configure = configure
    }

    /// The identifiers and origins of what was handled, oldest first.
    var handled: [String] { messages.map { "\($0.id ?? "-") \($0.origin.rawValue)" } }

    /// Adds a message that the app will fetch.
    func sent(_ id: String, _ payload: String = #"{"aps":{"alert":"Hello"}}"#) async throws {
        let payload = try JSONDecoder().decode(JSONValue.self, from: Data(payload.utf8))
        await backend.add(
            DeviceMessage(id: id, payload: payload, sentAt: Date(timeIntervalSince1970: 0)))
    }
}

final class KitDelegate: PushAppDelegate {
    let world: KitWorld
    let router = PushRouter<Place>()

    init(_ world: KitWorld) {
        self.world = world
        super.init()
    }

    override func makeConfiguration() -> PushConfiguration {
        var configuration = PushConfiguration(backend: world.backend, appGroup: "group.kit")
        configuration.router = router
        configuration.onMessage = { [world] in world.messages.append($0) }
        configuration.onError = { [world] in world.errors.append($0) }
        world.configure(&configuration, world)
        return configuration
    }
}

/// A service extension that a test provides.
protocol KitExtension: Sendable {
    static var made: UNNotificationServiceExtension { get }
}

/// A phone with an app that is built on the kit.
@MainActor
struct KitPhone {
    let phone: TestPhone
    let app: AppUnderTest
    let world: KitWorld

    /// The app has permission for notifications, has run once and is open.
    init(
        serviceExtension: (any KitExtension.Type)? = nil,
        _ configure: @escaping @MainActor (inout PushConfiguration, KitWorld) -> Void = { _, _ in }
    ) async throws {
        let world = KitWorld(configure)
        self.world = world
        phone = try await TestPhone()
        var made = TestApp("com.example.kit") { KitDelegate(world) }
        made.capabilities.appGroups = ["group.kit"]
        made.capabilities.taskIdentifiers = ["kit.refresh"]
        if let serviceExtension { made.serviceExtension = { serviceExtension.made } }
        app = try await phone.install(made)
        try await phone.setPermission(.authorized, for: app)
        try await phone.launch(app)
        await settle()
    }

    var delegate: KitDelegate {
        get throws { try #require(app.delegate(as: KitDelegate.self)) }
    }
    var push: PushCenter { get throws { try delegate.push } }

    func settle() async {
        await phone.settle()
        if let delegate = app.delegate(as: KitDelegate.self) { await delegate.push.settled() }
    }

    /// Sends a push and waits for the app's code.
    func push(_ payload: String, _ headers: PushHeaders = PushHeaders()) async throws {
        try await phone.push(payload, to: app, headers)
        await settle()
    }

    /// Lets other tasks run until the condition is true or the test's time limit has passed.
    func wait(until condition: () -> Bool) async throws {
        while !condition() {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Moves the app to the background and suspends it.
    func leave() async throws {
        try await phone.goHome()
        try await phone.suspend(app)
        await settle()
    }

    func launch() async throws {
        try await phone.launch(app)
        await settle()
    }

    /// What the phone recorded about the last call whose name begins with `name`.
    func detail(_ name: String) -> String? {
        app.trace.last { $0.name.hasPrefix(name) }?.detail
    }
}
