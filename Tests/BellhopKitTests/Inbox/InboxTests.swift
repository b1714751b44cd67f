// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import GatewayAPI
import Testing

private struct Broken: Error {}

@Suite(.timeLimit(.minutes(30)))
@MainActor
struct InboxTests {
    private let alert = #"{"aps":{"alert":{"title":"Ann","body":"Hi"},"sound":"default"}}"#

    @Test
    func `T126, SF-3, SF-7: messages that APNs dropped are fetched when the app becomes active`()
        async throws
    {
        let kit = try await KitPhone()
        try await kit.leave()
        for id in ["a", "b", "c"] { try await kit.world.sent(id, alert) }
        try await kit.launch()
        #expect(kit.world.handled == ["a fetched", "b fetched", "c fetched"])
        #expect(kit.phone.screen.notifications.isEmpty, "the app is in use")
        try await kit.leave()
        try await kit.launch()
        #expect(kit.world.messages.count == 3)
    }

    @Test func `a message that arrived as a push is not handled again when it is fetched`()
        async throws
    {
        let kit = try await KitPhone()
        try await kit.push(#"{"aps":{"alert":"a"},"message_id":"a"}"#)
        try await kit.leave()
        try await kit.world.sent("a")
        try await kit.world.sent("b")
        try await kit.launch()
        #expect(kit.world.handled == ["a foreground", "b fetched"])
    }

    @Test func `all pages are fetched, each message once`() async throws {
        let kit = try await KitPhone()
        try await kit.leave()
        let count = GatewayLimits.pageEntriesDefault + 1
        for number in 0..<count { try await kit.world.sent("\(number)") }
        try await kit.launch()
        #expect(kit.world.messages.compactMap(\.id) == (0..<count).map(String.init))
    }

    @Test func `a message is fetched after the server was down for three launches`() async throws {
        let kit = try await KitPhone()
        try await kit.leave()
        try await kit.world.sent("a")
        await kit.world.backend.fail(with: Broken())
        for _ in 0..<3 {
            try await kit.launch()
            try await kit.phone.terminate(kit.app)
        }
        #expect(kit.world.handled == [])
        #expect(kit.world.errors.count == 3)
        await kit.world.backend.fail(with: nil)
        try await kit.launch()
        #expect(kit.world.handled == ["a fetched"])
    }

    @Test func `a fetch before the first registration is not an error, but a later refusal is`()
        async throws
    {
        let kit = try await KitPhone()
        #expect(kit.world.errors.isEmpty, "the app was active before it was registered")
        let inbox = try kit.push.inbox
        try await kit.world.sent("a")
        #expect(await inbox.fetch() == PushInbox.Result(newCount: 1, isComplete: true))
        await kit.world.backend.fail(with: BackendError(.refused(status: 404), "gone"))
        #expect(await inbox.fetch() == PushInbox.Result(newCount: 0, isComplete: false))
        #expect(kit.world.errors.count == 1)
    }

    @Test func `a message that fails is fetched again and does not block the others`()
        async throws
    {
        let kit = try await KitPhone { configuration, world in
            configuration.onMessage = { message in
                world.messages.append(message)
                if world.messages.count == 2 { throw Broken() }
            }
        }
        try await kit.leave()
        for id in ["a", "b", "c"] { try await kit.world.sent(id) }
        try await kit.launch()
        #expect(kit.world.messages.compactMap(\.id) == ["a", "b", "c"])
        try await kit.leave()
        try await kit.launch()
        #expect(kit.world.messages.compactMap(\.id) == ["a", "b", "c", "b"])
        try await kit.leave()
        try await kit.launch()
        #expect(kit.world.messages.count == 4)
    }

    @Test func `a message that is pushed and fetched at the same time is handled once`()
        async throws
    {
        let stuck = StuckCode()
        let kit = try await KitPhone { configuration, world in
            configuration.onMessage = { message in
                world.messages.append(message)
                await stuck.wait()
            }
        }
        try await kit.world.sent("a")
        let inbox = try kit.push.inbox
        let fetching = Task { await kit.app.run { await inbox.fetch() } }
        try await kit.wait { stuck.isEntered }
        let pushing = Task {
            try await kit.phone.push(#"{"aps":{"alert":"a"},"message_id":"a"}"#)
        }
        let joined = Task { await inbox.fetch() }
        stuck.open()
        #expect(await fetching.value == PushInbox.Result(newCount: 1, isComplete: true))
        _ = await joined.value
        _ = try await pushing.value
        await kit.settle()
        #expect(kit.world.handled == ["a fetched"])
    }

    @Test func `with fetchesWhenActive off, messages are not fetched when the app becomes active`()
        async throws
    {
        let kit = try await KitPhone { configuration, _ in
            configuration.fetchesWhenActive = false
        }
        try await kit.leave()
        try await kit.world.sent("a")
        try await kit.launch()
        #expect(kit.world.messages.isEmpty)
    }
}
