// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import DemoBundle
import Testing

@testable import DemoApp
@testable import DemoContent

/// The app as it is installed on a phone that knows only the app's description.
@MainActor
struct InstalledAppTests {
    /// Holds the content extension that was created last.
    private final class Shown {
        var controller: NotificationViewController?
    }

    private let shown = Shown()
    private let phone: TestPhone
    private let app: AppUnderTest

    init() async throws {
        var corner = TestApp(DemoAppDescription.bundleID, name: DemoAppDescription.name) {
            DemoAppDescription.makeDelegate()
        }
        corner.serviceExtension = { DemoAppDescription.makeServiceExtension() }
        corner.contentExtension = { [shown] in
            let controller = DemoAppDescription.makeContentExtension()
            shown.controller = controller as? NotificationViewController
            return controller
        }
        corner.installed.tokenFamilies = [.app, .voip]
        corner.bundle.contentExtensions = [AppBundle.ContentExtension(categories: ["ORDER"])]
        phone = try await TestPhone()
        app = try await phone.install(corner)
        try await phone.perform(.setAuthorization(bundleID: app.bundleID, .authorized))
        try await phone.launch(app)
    }

    @Test(.timeLimit(.minutes(30)))
    func `app and service extension share the keys in the App Group's folder`() async throws {
        try await phone.lock()
        try await phone.push(try Example.text("encrypted-chat"), to: app)
        #expect(phone.screen.lockScreen.map(\.body) == ["The key is under the blue pot."])
    }

    @Test(.timeLimit(.minutes(30)))
    func `NCE-7: an order is shown by the content extension, and its button is passed to the app`()
        async throws
    {
        try await phone.goHome()
        try await phone.push(try Example.text("order-update"), to: app)
        try await phone.expand()
        let controller = try #require(shown.controller)
        #expect(controller.orderLabel.text == "Order 20931")
        #expect(controller.textLabel.text?.hasPrefix("Out for delivery") == true)
        try await phone.choose("TRACK_ORDER")
        #expect(app.delegate(as: AppDelegate.self)?.router.take() == .order("20931"))
    }
}
