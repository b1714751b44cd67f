// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import PostcardPush
import Testing

/// The app on a virtual iPhone: no Mac, no device, no Apple account.
@MainActor
struct PostcardTests {
    let phone: TestPhone
    let app: AppUnderTest

    init() async throws {
        phone = try await TestPhone()
        app = try await phone.install(
            TestApp("dev.bellhop.postcard", name: "Postcard") { AppDelegate() })
        try await phone.setPermission(.authorized, for: app)
        try await phone.launch(app)
    }

    private var delegate: AppDelegate? { app.delegate() }
    private let push = """
        {"aps":{"alert":"A postcard from Rome","category":"POSTCARDS"},"message_id":"m1",
         "postcard":"rome","text":"Sunny!"}
        """

    @Test func `a tap that starts the app leads to the postcard`() async throws {
        try await phone.forceQuit(app)
        try await phone.lock()
        try await phone.push(push)
        #expect(phone.screen.lockScreen.map(\.body) == ["A postcard from Rome"])

        try await phone.tap()
        #expect(delegate?.router.take() == .postcard(id: "rome"))
        #expect(delegate?.postcards.received.map(\.text) == ["Sunny!"])
    }

    @Test func `a postcard is answered from the lock screen`() async throws {
        try await phone.goHome()
        try await phone.suspend(app)
        try await phone.lock()
        try await phone.push(push)
        try await phone.choose("THANK", text: "Lovely!")
        #expect(delegate?.postcards.thanks == ["rome": "Lovely!"])
        #expect(phone.screen.isLocked)
    }
}
