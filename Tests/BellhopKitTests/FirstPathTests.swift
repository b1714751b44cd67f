// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import GatewayAPI
import Testing

private enum ShopRoute: PushRoute {
    case order(String)

    init?(_ message: PushMessage) {
        guard let order = message.payload.string("order_id") else { return nil }
        self = .order(order)
    }
}

private final class ShopDelegate: PushAppDelegate {
    let router = PushRouter<ShopRoute>()
    let backend = InMemoryBackend()

    override func makeConfiguration() -> PushConfiguration {
        var configuration = PushConfiguration(backend: backend, appGroup: "group.com.example.shop")
        configuration.router = router
        return configuration
    }
}

@MainActor
struct FirstPathTests {
    @Test func `an app registers at launch, and a tap from a cold start waits for its views`()
        async throws
    {
        let phone = try await TestPhone()
        let app = try await phone.install(TestApp("com.example.shop") { ShopDelegate() })
        try await phone.setPermission(.authorized, for: app)
        try await phone.launch(app)
        await phone.settle()
        let first = try #require(app.delegate(as: ShopDelegate.self))
        await first.push.registration.settled()
        let registered = try #require(await first.backend.registrations.values.first)
        #expect(registered.environment == .sandbox)
        #expect(registered.tokens.map(\.token) == [try #require(app.token)])

        try await phone.forceQuit(app)
        try await phone.push(#"{"aps":{"alert":"On its way"},"order_id":20931}"#)
        try await phone.tap()
        let second = try #require(app.delegate(as: ShopDelegate.self))
        #expect(second.router.pending == .order("20931"))
        #expect(second.router.take() == .order("20931"))
        #expect(second.router.pending == nil)
    }
}
