// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Simulation
import Testing

@testable import BellhopKit

private struct Broken: Error {}

struct MessageLedgerTests {
    private let clock = VirtualClock()
    private let context: AppContext
    private let message = PushMessage(
        id: "a", payload: PushPayload(JSONObject()), origin: .background)

    init() {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString)
        context = AppContext(
            time: clock.timeSource, facts: AppFacts(bundleID: "com.example.kit"),
            folder: SharedFolder(folder))
    }

    @Test func `of many concurrent calls from app and extensions, only one runs the handler`()
        async throws
    {
        let runs = Guarded(0)
        try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                let role: MessageLedger.Role = number == 0 ? .app : .appExtension
                let ledger = MessageLedger(context: context, role: role)
                group.addTask { [message] in
                    _ = try await ledger.run(message) {
                        runs.withLock { $0 += 1 }
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(runs.withLock { $0 } == 1)
    }

    @Test
    func `after a handler throws, the next copy of the message is handled, and later ones are not`()
        async throws
    {
        let ledger = MessageLedger(context: context)
        await #expect(throws: Broken.self) {
            _ = try await ledger.run(message) { throw Broken() }
        }
        guard case .ran = try await ledger.run(message, { 1 }) else {
            Issue.record("the message was not tried again")
            return
        }
        guard case .alreadyHandled(.background) = try await ledger.run(message, { 2 }) else {
            Issue.record("the handler ran twice")
            return
        }
        #expect(ledger.origin(of: "a") == .background)
    }

    @Test func `a message is handled again if the process ended while its handler ran`()
        async throws
    {
        let first = MessageLedger(context: context)
        #expect(try first.claim("a") == .granted)
        let second = MessageLedger(context: context)
        guard case .ran = try await second.run(message, {}) else {
            Issue.record("the message was lost")
            return
        }
    }

    @Test func `the app leaves a message to the extension that claimed it, for a minute at most`()
        async throws
    {
        #expect(try MessageLedger(context: context, role: .appExtension).claim("a") == .granted)
        let app = MessageLedger(context: context)
        guard case .claimedElsewhere = try await app.run(message, {}) else {
            Issue.record("the handler ran twice concurrently")
            return
        }
        clock.advance(by: .seconds(61))
        guard case .ran = try await app.run(message, {}) else {
            Issue.record("the message was lost with the extension")
            return
        }
    }

    @Test func `the handler runs for every message without an identifier`() async throws {
        let ledger = MessageLedger(context: context)
        var runs = 0
        let message = PushMessage(id: nil, payload: message.payload, origin: .background)
        for _ in 0..<2 { _ = try await ledger.run(message) { runs += 1 } }
        #expect(runs == 2)
    }

    @Test func `SF-11: when the folder cannot be read, no handler runs and an error is thrown`()
        async throws
    {
        let file = context.folder.url
        try Data().write(to: file)
        let ledger = MessageLedger(context: context)
        var runs = 0
        await #expect(throws: (any Error).self) { _ = try await ledger.run(message) { runs += 1 } }
        #expect(runs == 0)
        #expect(ledger.origin(of: "a") == nil)
    }
}
