// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import Testing

private struct Broken: Error {}

extension KitPhone {
    /// Advances the time by the hour after which the system refreshes the app.
    fileprivate func refresh() async {
        await phone.advance(by: .seconds(3_601))
        await settle()
    }
}

@Suite(.timeLimit(.minutes(30)))
@MainActor
struct BackgroundRefreshTests {
    private let alert =
        #"{"aps":{"alert":{"title":"Ann","body":"Hi"},"thread-id":"t","category":"c"}}"#

    private func makePhone(
        _ more: @escaping @MainActor (inout PushConfiguration, KitWorld) -> Void = { _, _ in }
    ) async throws -> KitPhone {
        let kit = try await KitPhone { configuration, world in
            configuration.refresh = RefreshPlan(taskID: "kit.refresh")
            configuration.missed = .notify
            more(&configuration, world)
        }
        try await kit.leave()
        return kit
    }

    @Test func `T126, T243: an hour later, app refresh fetches missed pushes and shows them`()
        async throws
    {
        let kit = try await makePhone()
        try await kit.world.sent("a", alert)
        await kit.phone.advance(by: .seconds(3_599))
        #expect(kit.world.messages.isEmpty)
        await kit.phone.advance(by: .seconds(2))
        await kit.settle()
        #expect(kit.world.handled == ["a fetched"])
        let shown = try #require(kit.phone.screen.notifications.first)
        #expect(shown.title == "Ann" && shown.body == "Hi")
        #expect(shown.threadID == "t" && shown.category == "c" && shown.id == "a")
        #expect(kit.app.state?.refreshRequests.count == 1, "the next one is requested")

        try await kit.world.sent("b", alert)
        await kit.phone.advance(by: .seconds(3_601))
        await kit.settle()
        #expect(kit.world.handled == ["a fetched", "b fetched"])
    }

    @Test func `a tap on the notification of a missed message opens its page`() async throws {
        let kit = try await makePhone()
        try await kit.world.sent("a", #"{"aps":{"alert":"a"},"order_id":9,"message_id":"a"}"#)
        await kit.refresh()
        try await kit.phone.tap()
        await kit.settle()
        #expect(try kit.delegate.router.take() == .order("9"))
        #expect(kit.world.handled == ["a fetched"])
    }

    @Test func `SF-8: a late push with the message's identifier replaces the notification`()
        async throws
    {
        let kit = try await makePhone()
        try await kit.world.sent("a", alert)
        await kit.refresh()
        try await kit.push(
            #"{"aps":{"alert":"late"},"message_id":"a"}"#, PushHeaders(collapseID: "a"))
        #expect(kit.phone.screen.notifications.map(\.body) == ["late"])
    }

    @Test func `a message whose push is in Notification Center is not shown again`()
        async throws
    {
        let kit = try await makePhone()
        try await kit.push(#"{"aps":{"alert":"pushed"},"message_id":"a"}"#)
        try await kit.world.sent("a", alert)
        await kit.refresh()
        #expect(kit.world.handled == ["a fetched"])
        #expect(kit.phone.screen.notifications.map(\.body) == ["pushed"])
    }

    @Test
    func `missed messages are handled but not shown if the app is configured to show nothing`()
        async throws
    {
        let kit = try await makePhone { configuration, _ in
            configuration.missed = .showNothing
        }
        try await kit.world.sent("a", alert)
        await kit.refresh()
        #expect(kit.world.handled == ["a fetched"])
        #expect(kit.phone.screen.notifications.isEmpty)
    }

    @Test func `a refresh that takes too long ends, and the next launch handles its messages`()
        async throws
    {
        let kit = try await makePhone { configuration, world in
            configuration.onMessage = { message in
                world.messages.append(message)
                if world.messages.count == 1 { try await Forever.wait() }
            }
            // The refresh's own time limit has to end the handler.
            configuration.limits.handler = .seconds(60)
        }
        try await kit.world.sent("a", alert)
        try await kit.world.sent("b", alert)
        let refreshing = Task { await kit.phone.advance(by: .seconds(3_600)) }
        try await kit.wait {
            !kit.world.messages.isEmpty && kit.phone.clock.sleeperCount > 1
        }
        kit.phone.clock.advance(by: .seconds(26))
        await refreshing.value
        await kit.settle()
        #expect(kit.world.handled == ["a fetched"])
        try await kit.launch()
        #expect(kit.world.handled == ["a fetched", "a fetched", "b fetched"])
    }

    @Test func `a refresh task that is not in the Info.plist is reported as an error`() async throws
    {
        let kit = try await makePhone { configuration, _ in
            configuration.refresh = RefreshPlan(taskID: "not.there")
        }
        #expect(kit.world.errors.count == 2, "at launch, and when it left the screen")
        #expect(kit.world.errors.allSatisfy { "\($0)".contains("BGTaskScheduler") })
    }
}
