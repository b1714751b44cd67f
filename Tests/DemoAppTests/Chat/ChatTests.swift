// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

@testable import DemoApp

private let messagePush = #"""
    {"aps":{"alert":{"title":"Mia","body":"Are you there?"},"category":"MESSAGE","badge":1,
            "thread-id":"chat-c-1"},
     "conversation":{"id":"c-1","sender":"u-1","sender_name":"Mia"}}
    """#

@MainActor
struct ChatTests {
    private func phoneInBackground() async throws -> CornerPhone {
        let corner = try await CornerPhone()
        try await corner.launch()
        try await corner.phone.goHome()
        return corner
    }

    @Test(.timeLimit(.minutes(30)))
    func `ACT-6, RSP-5: a reply from the notification is sent without opening the app`()
        async throws
    {
        let corner = try await phoneInBackground()
        try await corner.push(messagePush)
        try await corner.phone.choose("REPLY", text: "On my way")
        #expect(await corner.server.sent == ["c-1: On my way"])
        #expect(await corner.server.read == ["c-1"])
        #expect(corner.app.badge == 0)
        #expect(corner.app.state?.state != .foreground)
        let conversation = try #require(corner.delegate?.chat.conversation("c-1"))
        #expect(conversation.lines.map(\.text) == ["Are you there?", "On my way"])
        #expect(conversation.unreadCount == 0)
    }

    @Test(.timeLimit(.minutes(30)))
    func `RM-1: marking as read clears the conversation's notifications and no others`()
        async throws
    {
        let corner = try await phoneInBackground()
        try await corner.push(#"{"aps":{"alert":"Another matter"}}"#)
        try await corner.push(messagePush)
        try await corner.push(messagePush)
        try await corner.phone.choose("MARK_READ")
        #expect(corner.phone.screen.notifications.map(\.body) == ["Another matter"])
        #expect(corner.app.badge == 0)
    }

    @Test(.timeLimit(.minutes(30)))
    func `FG-2, FG-5: no banner is shown in the open conversation, and one is shown elsewhere`()
        async throws
    {
        let corner = try await CornerPhone()
        try await corner.launch()
        let app = try #require(corner.delegate)
        try await corner.push(messagePush)
        #expect(corner.phone.screen.banner?.body == "Are you there?")
        try await corner.phone.perform(.flickBannerAway)
        app.router.visible = .conversation("c-1")
        try await corner.push(messagePush)
        #expect(corner.phone.screen.banner == nil)
        #expect(app.chat.conversation("c-1")?.lines.count == 2)
        #expect(app.chat.conversation("c-1")?.name == "Mia")
    }

    @Test(.timeLimit(.minutes(30)))
    func `a message that cannot be sent is kept and marked as failed`() async throws {
        let corner = try await CornerPhone()
        try await corner.launch()
        let chat = try #require(corner.delegate).chat
        await corner.server.set(isReachable: false)
        await chat.send(" Hello ", to: "c-1")
        #expect(
            chat.conversation("c-1")?.lines
                == [ChatModel.Line(text: "Hello", delivery: .failed)])
        await chat.send("   ", to: "c-1")
        #expect(chat.conversation("c-1")?.lines.count == 1)
    }
}
