// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import Testing

@MainActor
struct IntegrationExampleTests {
    private let payload =
        #"{"aps":{"alert":"Lunch?","category":"message"},"chat_id":"ann","message_id":"m1"}"#

    @Test func `an app with the complete integration registers, routes, replies and deletes`()
        async throws
    {
        let phone = try await TestPhone()
        var made = TestApp("com.example.chat") { ChatDelegate() }
        made.capabilities.appGroups = ["group.com.example.chat"]
        made.capabilities.taskIdentifiers = ["com.example.chat.refresh"]
        let app = try await phone.install(made)
        try await phone.setPermission(.authorized, for: app)
        try await phone.launch(app)
        await phone.settle()
        let delegate = try #require(app.delegate(as: ChatDelegate.self))
        await delegate.push.settled()
        #expect(await delegate.store.backend.registrations.count == 1)

        try await phone.goHome()
        try await phone.lock()
        for button in ["reply", "delete"] {
            try await phone.push(payload)
            try await phone.choose(button, text: button == "reply" ? "At one" : nil)
        }
        await delegate.push.settled()
        #expect(delegate.store.sent == ["ann: At one"])
        #expect(delegate.store.deleted == ["m1"])
        #expect(delegate.store.saved == ["m1"])

        try await phone.unlock()
        try await phone.push(payload)
        try await phone.tap()
        #expect(delegate.router.take() == .chat("ann"))
    }

    @Test func `the complete integration has fewer than forty lines`() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("IntegrationExample.swift")
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        let start = try #require(lines.firstIndex { $0.hasSuffix("begins here.") })
        let end = try #require(lines.firstIndex { $0.hasSuffix("ends here.") })
        #expect(end - start - 1 < 40)
    }
}
