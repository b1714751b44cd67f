// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import GatewayAPI
import Testing

/// A phone with an app that asks for permission after an order was placed.
@MainActor
struct PermissionFixture {
    let phone: TestPhone
    let app: AppUnderTest

    init(configure: (inout TestApp) -> Void = { _ in }) async throws {
        phone = try await TestPhone()
        var shop = TestApp("com.example.shop") { PermissionDelegate() }
        configure(&shop)
        app = try await phone.install(shop)
    }

    /// A fixture whose app is open.
    static func launched(
        configure: (inout TestApp) -> Void = { _ in }
    ) async throws -> PermissionFixture {
        let fixture = try await PermissionFixture(configure: configure)
        try await fixture.launch()
        return fixture
    }

    func launch() async throws {
        try await phone.launch(app)
        await phone.settle()
        try await wait { try permission.state != .unknown }
    }

    var delegate: PermissionDelegate {
        get throws { try #require(app.delegate(as: PermissionDelegate.self)) }
    }

    var permission: NotificationPermission { get throws { try delegate.permission } }

    /// Starts to ask; returns when the app's own explanation is shown or the request is refused.
    func ask(
        _ reason: PermissionReason = .orders
    ) async throws -> Task<PermissionResult, Never> {
        let permission = try permission
        let finished = Counter()
        let task = Task {
            defer { finished.count += 1 }
            return await permission.request(because: reason)
        }
        try await wait { permission.asking == reason || finished.count > 0 }
        return task
    }

    /// Says yes to the app's own explanation; returns when the system asks.
    func sayYes() async throws {
        try permission.yes()
        try await wait { phone.screen.prompt != nil }
    }

    /// Lets other tasks run until the condition is true or the test's time limit has passed.
    func wait(_ condition: () throws -> Bool) async throws {
        while try !condition() {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}

@MainActor
final class Counter {
    var count = 0
}

final class PermissionDelegate: NSObject, UIApplicationDelegate {
    private(set) lazy var permission = NotificationPermission(context: .current(appGroup: nil))
    private(set) var snapshots: [PermissionSnapshot] = []
    private(set) var settingsPages: [PushMessage?] = []
    var hasSettingsPage = true

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        permission.onChange = { [unowned self] in snapshots.append($0) }
        permission.openSettingsFor = { [unowned self] in settingsPages.append($0) }
        permission.start(application)
        return true
    }
}

extension PermissionReason {
    static let orders = PermissionReason(
        feature: "orders", title: "Know when your order is at the door")
    static let chat = PermissionReason(
        feature: "chat", title: "Know when somebody answers", message: "Only for your own chats.")
}
