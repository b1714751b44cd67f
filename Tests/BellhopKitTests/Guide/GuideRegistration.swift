// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import GatewayAPI
import Testing

// guide: registration-session
@MainActor
struct Session {
    let push: PushCenter

    /// After logging in, and at each launch while somebody is logged in.
    func begin(_ user: String, proof: String) {
        push.signIn(user, proof: proof)
    }

    func logOut() async { await push.signOut() }

    func deleteAccount() async throws { try await push.registration.forget() }

    /// For a line in the app's settings.
    var status: String { push.registration.status.description }
}
// guide: end

// guide: registration-receipts
@MainActor
struct Feedback {
    let push: PushCenter

    /// What the person chose on the app's own page. The choice is kept across launches.
    func allow(_ isAllowed: Bool) {
        let policy = ReceiptPolicy(events: [.delivered, .opened], sampleRate: 0.1)
        push.receipts.policy = isAllowed ? policy : .off
    }

    /// For messages that were opened without a tap. Taps are recorded automatically.
    func opened(_ message: PushMessage) { push.receipts.record(.opened, message: message) }
}
// guide: end

// guide: registration-topics
@MainActor
struct NewsSwitch {
    let push: PushCenter

    var isOn: Bool { push.topics.isSubscribed(to: "news") }

    /// The note is the evidence that the person agreed.
    func set(_ isOn: Bool) {
        push.topics.setSubscribed(isOn, to: "news", note: "settings, version 3")
    }

    /// Reads the subscriptions after a new installation.
    func load() async throws { try await push.topics.refresh() }
}
// guide: end

private final class SessionDelegate: PushAppDelegate {
    let backend = InMemoryBackend()

    override func makeConfiguration() -> PushConfiguration { PushConfiguration(backend: backend) }
}

@MainActor
struct GuideRegistrationTests {
    @Test func `a session sets and removes an installation's user, and deletes the installation`()
        async throws
    {
        let phone = try await TestPhone()
        let app = try await phone.install(TestApp("com.example.shop") { SessionDelegate() })
        try await phone.launch(app)
        await phone.settle()
        let delegate = try #require(app.delegate(as: SessionDelegate.self))
        let session = Session(push: delegate.push)
        session.begin("alex", proof: "v1=00")
        await delegate.push.registration.settled()
        #expect(await delegate.backend.registrations.values.map(\.user) == ["alex"])
        #expect(session.status.hasPrefix("registered at"))
        await session.logOut()
        await delegate.push.registration.settled()
        #expect(await delegate.backend.registrations.values.map(\.user) == [nil])
        try await session.deleteAccount()
        #expect(await delegate.backend.registrations.isEmpty)
    }

    @Test("a sample of the receipts is sent if the person allows it", arguments: [true, false])
    func feedback(_ isAllowed: Bool) async throws {
        let phone = try await TestPhone()
        let app = try await phone.install(TestApp("com.example.shop") { SessionDelegate() })
        try await phone.launch(app)
        await phone.settle()
        let delegate = try #require(app.delegate(as: SessionDelegate.self))
        await delegate.push.registration.settled()
        let feedback = Feedback(push: delegate.push)
        feedback.allow(isAllowed)
        for number in 1...200 {
            let payload = PushPayload(["message_id": "m\(number)"])
            feedback.opened(PushMessage(payload, origin: .response))
        }
        await delegate.push.receipts.flush()
        let count = await delegate.backend.receipts.count
        #expect(isAllowed ? (1...60).contains(count) : count == 0)
    }

    @Test func `a switch shows and changes a subscription`() async throws {
        let phone = try await TestPhone()
        let app = try await phone.install(TestApp("com.example.shop") { SessionDelegate() })
        try await phone.launch(app)
        await phone.settle()
        let delegate = try #require(app.delegate(as: SessionDelegate.self))
        await delegate.push.registration.settled()
        let news = NewsSwitch(push: delegate.push)
        #expect(!news.isOn)
        news.set(true)
        #expect(news.isOn)
        await delegate.push.settled()
        try await news.load()
        #expect(news.isOn)
        #expect(await delegate.backend.topics.values.first?["news"]?.subscribed == true)
    }
}
