// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import Simulation
import Testing

@testable import BellhopKit

/// An installation with its folder, clock and server; no phone is needed.
private struct Fixture {
    let clock = VirtualClock()
    let backend = InMemoryBackend()
    let context: AppContext
    let installation: Installation

    init(isRegistered: Bool = true) async throws {
        let folder = SharedFolder(
            FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString))
        context = AppContext(
            time: clock.timeSource,
            facts: AppFacts(bundleID: "com.example.shop", environment: .sandbox), folder: folder)
        var generator = SeededGenerator(seed: 1)
        installation = try InstallationFile(folder: folder)
            .current(phone: nil, using: &generator).installation
        if isRegistered {
            let registration = DeviceRegistration(app: "com.example.shop", environment: .sandbox)
            try await backend.register(registration, as: installation)
        }
    }

    /// The receipts of a process of the app.
    func app(_ policy: ReceiptPolicy? = nil) -> PushReceipts {
        PushReceipts(backend: backend, context: context, policy: policy)
    }

    /// The receipts of a run of the app's service extension.
    func serviceExtension() -> PushReceipts {
        PushReceipts(backend: backend, context: context, sending: .whenFlushed)
    }

    /// The receipts that the server has, as `message event`.
    var received: [String] {
        get async { await backend.receipts.map { "\($0.message) \($0.event.rawValue)" } }
    }

    /// Waits for a timer, advances the clock, and waits until the calls have ended.
    func advance(by duration: Duration, _ receipts: PushReceipts) async {
        while clock.sleeperCount == 0 { await Task.yield() }
        clock.advance(by: duration)
        await receipts.settled()
    }
}

struct ReceiptsTests {
    @Test func `by default no receipt is recorded or sent`() async throws {
        let fixture = try await Fixture()
        let receipts = fixture.app()
        receipts.record(.opened, messageID: "m1")
        await receipts.flush()
        #expect(await fixture.received.isEmpty)
        #expect(receipts.backlog.waiting == 0)
        #expect(fixture.clock.sleeperCount == 0)
    }

    @Test func `receipts of extension and app are sent in one call, within five seconds`()
        async throws
    {
        let fixture = try await Fixture()
        let app = fixture.app(.all)
        fixture.serviceExtension().record(.delivered, messageID: "m1")
        #expect(await fixture.backend.callCount == 1)
        app.record(.opened, messageID: "m1")
        app.record(.action, messageID: "m1", action: "REPLY")
        app.record(.opened, messageID: "m1")
        await fixture.advance(by: PushReceipts.jitterMax, app)
        #expect(await fixture.received == ["m1 delivered", "m1 opened", "m1 action"])
        #expect(Set(await fixture.backend.receipts.map(\.at)) == [VirtualClock().now])
        #expect(await fixture.backend.callCount == 2)
        #expect(app.backlog == (waiting: 0, dropped: 0))
    }

    @Test
    func `a message without identifier has no receipt; only receipts of actions name an action`()
        async throws
    {
        let fixture = try await Fixture()
        let receipts = fixture.app(.all)
        let payload = PushPayload([:])
        receipts.record(.opened, message: PushMessage(id: nil, payload: payload, origin: .response))
        let message = PushMessage(id: "m1", payload: payload, origin: .response)
        receipts.record(.opened, message: message, action: "not one")
        await receipts.flush()
        #expect(await fixture.received == ["m1 opened"])
        #expect(await fixture.backend.receipts.map(\.action) == [nil])
    }

    @Test func `receipts of a process that has ended are sent by the next, in batches`()
        async throws
    {
        let fixture = try await Fixture()
        let first = fixture.app(.all)
        await fixture.backend.fail(with: BackendError(.unreachable, "no network"))
        for number in 1...250 { first.record(.delivered, messageID: "m\(number)") }
        await first.flush()
        #expect(first.backlog.waiting == 250)
        await fixture.backend.fail(with: nil)
        fixture.clock.jump(to: fixture.clock.now + 3600)
        let second = fixture.app()
        await second.flush()
        #expect(await fixture.received == (1...250).map { "m\($0) delivered" })
        // The registration, the failed call, and three batches.
        #expect(await fixture.backend.callCount == 5)
    }

    @Test func `a failed call is repeated automatically after a wait`() async throws {
        let fixture = try await Fixture()
        let receipts = fixture.app(.all)
        await fixture.backend.fail(with: BackendError(.unreachable, "no network"))
        receipts.record(.delivered, messageID: "m1")
        await receipts.flush()
        let count = await fixture.backend.callCount
        await receipts.flush()
        #expect(await fixture.backend.callCount == count)
        await fixture.backend.fail(with: nil)
        await fixture.advance(by: RetryDelay.standard.first, receipts)
        #expect(await fixture.received == ["m1 delivered"])
    }

    @Test func `a delay that was recorded while the clock was a day ahead is ignored`()
        async throws
    {
        let fixture = try await Fixture()
        let correctTime = fixture.clock.now
        fixture.clock.jump(to: correctTime + 86_400)
        let receipts = fixture.app(.all)
        await fixture.backend.fail(
            with: BackendError(.unreachable, "no network", retryAfter: .seconds(60)))
        receipts.record(.delivered, messageID: "m1")
        await receipts.flush()
        await fixture.backend.fail(with: nil)
        fixture.clock.jump(to: correctTime)
        await receipts.flush()
        #expect(await fixture.received == ["m1 delivered"])
    }

    @Test func `receipts are not sent after the person has turned them off`() async throws {
        let fixture = try await Fixture()
        let app = fixture.app(.all)
        app.record(.delivered, messageID: "m1")
        app.record(.opened, messageID: "m1")
        app.policy = ReceiptPolicy(events: [.delivered])
        #expect(fixture.serviceExtension().policy == ReceiptPolicy(events: [.delivered]))
        await app.flush()
        #expect(await fixture.received == ["m1 delivered"])
        app.policy = .off
        app.record(.delivered, messageID: "m2")
        await app.flush()
        #expect(await fixture.received == ["m1 delivered"])
    }

    @Test func `receipts wait for the registration`() async throws {
        let fixture = try await Fixture(isRegistered: false)
        let receipts = fixture.app(.all)
        receipts.record(.delivered, messageID: "m1")
        await receipts.flush()
        #expect(receipts.backlog == (waiting: 1, dropped: 0))
    }

    @Test func `an extension that sends receipts waits no longer than its limit`() async throws {
        let fixture = try await Fixture()
        _ = fixture.app(.all)
        let receipts = PushReceipts(
            backend: StuckBackend(), context: fixture.context, sending: .whenFlushed)
        receipts.record(.delivered, messageID: "m1")
        async let flushed: Void = receipts.flush(within: .seconds(2))
        while fixture.clock.sleeperCount == 0 { await Task.yield() }
        fixture.clock.advance(by: .seconds(2))
        await flushed
        #expect(receipts.backlog.waiting == 1)
        await fixture.app().flush()
        #expect(await fixture.received == ["m1 delivered"])
    }

    @Test func `an extension that has sent its receipts leaves no timer`()
        async throws
    {
        let fixture = try await Fixture()
        _ = fixture.app(.all)
        let receipts = fixture.serviceExtension()
        receipts.record(.delivered, messageID: "m1")
        await receipts.flush(within: .seconds(2))
        #expect(await fixture.received == ["m1 delivered"])
        while fixture.clock.sleeperCount > 0 { await Task.yield() }
    }

    @Test
    func `SF-11: a receipt policy that is set while the file cannot be read applies afterwards`()
        async throws
    {
        let fixture = try await Fixture()
        fixture.app(.all).record(.delivered, messageID: "m1")
        let file = fixture.context.folder.onThisPhone.url.appendingPathComponent("receipts.json")
        let aside = file.appendingPathExtension("aside")
        try FileManager.default.moveItem(at: file, to: aside)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        let app = fixture.app(.off)
        #expect(app.policy == .off)
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: aside, to: file)
        app.record(.opened, messageID: "m2")
        await app.flush()
        #expect(await fixture.received.isEmpty)
        #expect(fixture.serviceExtension().policy == .off)
    }

    @Test func `extensions record receipts while the app sends, and each receipt is sent once`()
        async throws
    {
        let fixture = try await Fixture()
        let app = fixture.app(.all)
        await withTaskGroup { group in
            for number in 1...20 {
                group.addTask {
                    let receipts = fixture.serviceExtension()
                    receipts.record(.delivered, messageID: "m\(number)")
                    await receipts.flush(within: .seconds(2))
                }
                group.addTask { await app.flush() }
            }
        }
        await app.flush()
        #expect(Set(await fixture.received) == Set((1...20).map { "m\($0) delivered" }))
        #expect(await fixture.received.count == 20)
    }
}
