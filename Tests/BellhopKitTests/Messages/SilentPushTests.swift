// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

private struct Broken: Error {}

@Suite(.timeLimit(.minutes(30)))
@MainActor
struct SilentPushTests {
    private let silent = #"{"aps":{"content-available":1},"message_id":"a"}"#
    private let callback = "application(_:didReceiveRemoteNotification"

    @Test(arguments: [
        (MessageResult.newData, "new-data"), (.noData, "no-data"), (.failed, "failed"),
    ])
    func `SIL-12: the app's result reaches the system`(
        result: MessageResult, word: String
    ) async throws {
        let kit = try await KitPhone { configuration, world in
            configuration.onSilent = { message in
                world.silent.append(message)
                return result
            }
        }
        try await kit.leave()
        try await kit.push(silent)
        #expect(kit.world.silent.map(\.origin) == [.background])
        #expect(kit.world.messages.isEmpty)
        #expect(kit.detail(callback)?.hasSuffix(word) == true, "\(kit.phone.traceText)")
    }

    @Test func `SIL-2: a silent push wakes an app that is not running, even without permission`()
        async throws
    {
        let kit = try await KitPhone()
        try await kit.phone.setPermission(.denied, for: kit.app)
        try await kit.phone.terminate(kit.app)
        try await kit.push(silent)
        #expect(kit.world.handled == ["a background"])
    }

    @Test(arguments: [true, false])
    func `when a handler hangs, the kit cancels it and responds before 30 seconds have passed`(
        heedsCancellation: Bool
    ) async throws {
        let stuck = StuckCode()
        let kit = try await KitPhone { configuration, world in
            configuration.onSilent = { message in
                world.silent.append(message)
                if heedsCancellation { try await Forever.wait() } else { await stuck.wait() }
                return .newData
            }
        }
        try await kit.leave()
        try await pushAndWait(26, kit, untilRun: 1)
        #expect(kit.detail(callback)?.hasSuffix("failed") == true, "\(kit.phone.traceText)")
        #expect(kit.world.errors.count == 1)

        // A handler that has ended runs again. A handler that still runs keeps the message.
        let runs = heedsCancellation ? 2 : 1
        try await pushAndWait(26, kit, untilRun: runs)
        #expect(kit.world.silent.count == runs)
        stuck.open()
        await kit.settle()
    }

    /// Sends the push, lets the app's code begin, and lets time pass.
    private func pushAndWait(_ seconds: Int, _ kit: KitPhone, untilRun count: Int) async throws {
        let calls = kit.app.calls.count
        let pushing = Task { try await kit.phone.push(silent) }
        try await kit.wait { kit.world.silent.count == count && kit.phone.clock.sleeperCount > 0 }
        await kit.phone.advance(by: .seconds(seconds))
        _ = try await pushing.value
        await kit.phone.settle()
        try await kit.wait { kit.app.calls.count > calls }
    }

    @Test
    func `two concurrent copies of a push are handled once, and the system gets a result for each`()
        async throws
    {
        let stuck = StuckCode()
        let kit = try await KitPhone { configuration, world in
            configuration.onMessage = { message in
                world.messages.append(message)
                await stuck.wait()
            }
        }
        try await kit.leave()
        let pushing = (0..<2).map { _ in Task { try await kit.phone.push(silent) } }
        try await kit.wait { stuck.isEntered }
        stuck.open()
        for push in pushing { _ = try await push.value }
        await kit.settle()
        #expect(kit.world.handled == ["a background"])
        let results = kit.app.trace.filter { $0.name.hasPrefix(callback) }.compactMap(\.detail)
        #expect(results.count == 2)
        #expect(results.contains { $0.hasSuffix("new-data") }, "\(results)")
    }

    @Test func `a push is handled again if its handler threw, but not after it was handled`()
        async throws
    {
        let kit = try await KitPhone { configuration, world in
            configuration.onMessage = { message in
                world.messages.append(message)
                if world.messages.count == 1 { throw Broken() }
            }
        }
        try await kit.leave()
        for _ in 0..<3 { try await kit.push(silent) }
        #expect(kit.world.handled == ["a background", "a background"])
        #expect(kit.world.errors.count == 1)
        #expect(kit.detail(callback)?.hasSuffix("no-data") == true)
    }

    @Test func `FG-10: a push with an alert and content-available is handled as one message`()
        async throws
    {
        let kit = try await KitPhone()
        try await kit.push(
            #"{"aps":{"alert":"a","content-available":1},"message_id":"a"}"#)
        #expect(kit.world.handled == ["a foreground"])
        #expect(kit.phone.screen.banner != nil)
    }

    @Test func `a silent push with the key refresh makes the app fetch its messages`()
        async throws
    {
        let kit = try await KitPhone()
        try await kit.leave()
        try await kit.world.sent("m1")
        try await kit.push(#"{"aps":{"content-available":1},"refresh":true}"#)
        #expect(kit.world.handled == ["m1 fetched"])
        #expect(kit.detail(callback)?.hasSuffix("new-data") == true)

        await kit.world.backend.fail(with: Broken())
        try await kit.push(#"{"aps":{"content-available":1},"refresh":1}"#)
        #expect(kit.detail(callback)?.hasSuffix("failed") == true)
        #expect(kit.world.errors.count == 1)
    }
}
