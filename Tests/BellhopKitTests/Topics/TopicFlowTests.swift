// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import GatewayAPI
import Testing

/// Topics and the badge of an app on a phone, as its server sees them.
@MainActor
struct TopicFlowTests {
    @Test func `the start and the end of a subscription reach the server`() async throws {
        let phone = try await KitPhone()
        let topics = try phone.push.topics
        #expect(topics.setSubscribed(true, to: "news", note: "settings, version 3"))
        #expect(topics.isSubscribed(to: "news"))
        await phone.settle()
        #expect(
            await Array(phone.world.backend.topics.values) == [
                ["news": TopicDecision(subscribed: true, note: "settings, version 3")]
            ])
        topics.setSubscribed(false, to: "news")
        await phone.settle()
        #expect(await phone.world.backend.topics.values.first?["news"]?.subscribed == false)
        #expect(topics.states == ["news": false])
    }

    @Test func `a decision that is made without a network is sent in a later launch`()
        async throws
    {
        let phone = try await KitPhone()
        await phone.world.backend.fail(with: BackendError(.unreachable, "no network"))
        try phone.push.topics.setSubscribed(true, to: "news")
        await (try phone.push).topics.flush()
        try await phone.leave()
        await phone.world.backend.fail(with: nil)
        await phone.phone.advance(by: .seconds(3600))
        try await phone.phone.terminate(phone.app)
        try await phone.launch()
        #expect(try phone.push.topics.isSubscribed(to: "news"))
        #expect(await phone.world.backend.topics.values.first?["news"]?.subscribed == true)
    }

    @Test func `the next user does not inherit the previous user's decisions`() async throws {
        let phone = try await KitPhone()
        let push = try phone.push
        push.signIn("alex")
        await phone.settle()
        await phone.world.backend.fail(with: BackendError(.unreachable, "no network"))
        push.topics.setSubscribed(true, to: "news")
        await push.topics.flush()
        push.signIn("robin")
        #expect(push.topics.states.isEmpty)
        await phone.world.backend.fail(with: nil)
        try await phone.leave()
        await phone.phone.advance(by: .seconds(3600))
        try await phone.launch()
        #expect(await phone.world.backend.registrations.values.map(\.user) == ["robin"])
        #expect(await phone.world.backend.topics.values.allSatisfy(\.isEmpty))
    }

    @Test func `a new installation reads its subscriptions`() async throws {
        let phone = try await KitPhone()
        let push = try phone.push
        let installation = try push.registration.installation
        try await phone.world.backend.decide(
            TopicDecision(subscribed: true), topic: "offers", for: installation)
        #expect(!push.topics.isSubscribed(to: "offers"))
        try await push.topics.refresh()
        #expect(push.topics.states == ["offers": true])
    }

    @Test func `with a backend without topics, a decision is dropped with an error`() async throws {
        let phone = try await KitPhone { configuration, world in
            configuration.backend = BackendWithoutTopics(inner: world.backend)
        }
        try phone.push.topics.setSubscribed(true, to: "news")
        await phone.settle()
        let error = try #require(phone.world.errors.first)
        #expect(phone.world.errors.count == 1)
        #expect("\(error)".contains("\"news\""), "\(error)")
        #expect(try phone.push.topics.states.isEmpty)
    }

    @Test func `a badge number that the app sets is sent to the server once`() async throws {
        let phone = try await KitPhone { configuration, _ in configuration.badge = .server }
        let push = try phone.push
        await push.badge.set(3)
        await phone.settle()
        let backend = phone.world.backend
        #expect(await backend.registrations.values.map(\.badge) == [3])
        push.signIn("alex")
        await phone.settle()
        #expect(await backend.registrations.values.map(\.badge) == [nil])
    }

    @Test func `if the app counts, its badge number is not sent to the server`() async throws {
        let phone = try await KitPhone { configuration, _ in configuration.badge = .app }
        let calls = await phone.world.backend.callCount
        await (try phone.push).badge.set(3)
        await phone.settle()
        #expect(await phone.world.backend.callCount == calls)
    }
}

/// A backend that implements only the four required calls, and not those for topics.
private struct BackendWithoutTopics: DeviceBackend {
    let inner: InMemoryBackend

    func register(
        _ registration: DeviceRegistration, as installation: Installation
    ) async throws { try await inner.register(registration, as: installation) }

    func unregister(_ installation: Installation) async throws {
        try await inner.unregister(installation)
    }

    func messages(
        after cursor: String?, for installation: Installation
    ) async throws -> DeviceMessagePage {
        try await inner.messages(after: cursor, for: installation)
    }

    func send(_ receipts: [Receipt], from installation: Installation) async throws {
        try await inner.send(receipts, from: installation)
    }
}
