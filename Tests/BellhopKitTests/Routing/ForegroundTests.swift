// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ForegroundTests {
    @Test
    func `FG-5, FG-6: by default, a push in the foreground has a banner, a list entry and a badge`()
        async throws
    {
        let kit = try await KitPhone()
        try await kit.push(#"{"aps":{"alert":"Hi","sound":"default","badge":3},"message_id":"a"}"#)
        #expect(kit.phone.screen.banner != nil)
        #expect(kit.phone.screen.notifications.count == 1)
        #expect(kit.app.badge == 3)
        #expect(kit.world.handled == ["a foreground"])
    }

    @Test(arguments: [
        (#"{"aps":{"alert":"a","category":"offer"}}"#, banner: false, list: true),
        (#"{"aps":{"alert":"a","thread-id":"quiet"}}"#, true, false),
        (#"{"aps":{"alert":"a"},"page":"profile"}"#, false, false),
        (#"{"aps":{"alert":"a"},"order_id":7}"#, true, true),
        (#"{"aps":{"alert":"a"},"mute":true}"#, false, false),
        (#"{"aps":{"alert":"a","category":"offer","thread-id":"quiet"}}"#, false, true),
    ])
    func `FG-2, FG-3, FG-4: the first matching rule decides how a notification is shown`(
        payload: String, banner: Bool, list: Bool
    ) async throws {
        let kit = try await KitPhone { configuration, _ in
            configuration.presentation.show(.list, category: "offer")
            configuration.presentation.show(.banner, thread: "quiet")
            configuration.presentation.show([]) { (place: Place) in place == .profile }
            configuration.presentation.show([]) { (message: PushMessage) in
                message.payload["mute"] == .bool(true)
            }
        }
        try await kit.push(payload)
        #expect((kit.phone.screen.banner != nil) == banner)
        #expect(kit.app.state?.delivered.contains(where: \.isInNotificationCenter) == list)
    }

    @Test func `FG-2: a message for the conversation on the screen is handled but not shown`()
        async throws
    {
        let kit = try await KitPhone()
        try kit.delegate.router.visible = .order("7")
        try await kit.push(#"{"aps":{"alert":"a"},"order_id":7,"message_id":"a"}"#)
        #expect(kit.phone.screen.banner == nil)
        #expect(kit.phone.screen.notifications.isEmpty)
        #expect(kit.world.handled == ["a foreground"])

        try await kit.push(#"{"aps":{"alert":"b"},"order_id":8,"message_id":"b"}"#)
        #expect(kit.phone.screen.banner?.body == "b")
    }

    @Test func `a second copy of a message is neither shown nor handled`() async throws {
        let kit = try await KitPhone()
        let payload = #"{"aps":{"alert":"a"},"message_id":"a"}"#
        try await kit.push(payload)
        try await kit.push(payload)
        #expect(kit.phone.screen.notifications.count == 1)
        #expect(kit.world.handled == ["a foreground"])
    }

    @Test func `a push that arrives after the app has fetched its message is not shown`()
        async throws
    {
        let kit = try await KitPhone()
        try await kit.world.sent("a")
        await kit.app.run { _ = try? await kit.push.inbox.fetch() }
        try await kit.push(#"{"aps":{"alert":"a"},"message_id":"a"}"#)
        #expect(kit.phone.screen.notifications.isEmpty)
        #expect(kit.world.handled == ["a fetched"])
    }

    @Test func `FG-9: a local notification is shown but not handled as a message`() async throws {
        let kit = try await KitPhone()
        let content = UNMutableNotificationContent()
        content.body = "Tea"
        try await kit.app.center.add(
            UNNotificationRequest(identifier: "tea", content: content, trigger: nil))
        await kit.settle()
        #expect(kit.phone.screen.banner?.body == "Tea")
        #expect(kit.world.messages.isEmpty)
    }

    @Test func `FG-8: a handler that hangs does not delay the banner`() async throws {
        let kit = try await KitPhone { configuration, world in
            configuration.onMessage = { message in
                world.messages.append(message)
                try await Forever.wait()
            }
        }
        try await kit.phone.push(#"{"aps":{"alert":"a"},"message_id":"a"}"#)
        #expect(kit.phone.screen.banner?.body == "a")
        try await kit.wait { !kit.world.messages.isEmpty }
        await kit.phone.advance(by: .seconds(25))
        await kit.settle()
        #expect(kit.world.handled == ["a foreground"])
        #expect(kit.world.errors.count == 1)
    }

    @Test func `GRP-1: notifications and messages have the identifiers of their threads`()
        async throws
    {
        let kit = try await KitPhone()
        for (id, thread) in [("a", "order-7"), ("b", "order-7"), ("c", "order-8")] {
            try await kit.push(
                #"{"aps":{"alert":"x","thread-id":"\#(thread)"},"message_id":"\#(id)"}"#)
        }
        let threads = kit.phone.screen.notifications.compactMap(\.threadID)
        #expect(threads.sorted() == ["order-7", "order-7", "order-8"])
        #expect(kit.world.messages.map(\.payload.threadID) == ["order-7", "order-7", "order-8"])
    }
}
