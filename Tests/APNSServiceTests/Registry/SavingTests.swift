// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Testing

@testable import APNSService

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Saving and restoring the state.
struct SavingTests {
    private func reloaded(_ service: PushService) throws -> PushService {
        let bytes = try JSONEncoder().encode(service.savedState)
        return try PushService(
            JSONDecoder().decode(PushService.SavedState.self, from: bytes),
            tokenCheck: SignedTokenCheck())
    }

    @Test func `keys, tokens, their invalidation and stored pushes survive a restart`() throws {
        var bench = try Bench()
        let dead = try bench.registerToken(bundleID: Bench.otherBundleID)
        try bench.service.unregister(dead, now: bench.now)
        _ = try bench.setOnline(false)
        let request = bench.request { $0.set("apns-collapse-id", "dinner") }
        _ = bench.send(request)
        let stored = try #require(bench.service.store.values.first)

        bench.service = try reloaded(bench.service)
        #expect(bench.service.store.values.first == stored)
        #expect(try bench.registerToken() == bench.sandboxToken)
        let unregistered = bench.request { request in
            request.path = "/3/device/" + dead.hex
            request.set("apns-topic", Bench.otherBundleID)
        }
        #expect(bench.sendOnNewConnection(unregistered).reason == "Unregistered")
        let delivered = try bench.setOnline(true).deliveries
        #expect(delivered.map(\.collapseID?.text) == ["dinner"])
        #expect(delivered.first?.body == request.body)
        let id = try #require(delivered.first?.id)
        #expect(
            bench.service.log.entries(.init(apnsID: id)).first?.delivery == .deliveredFromStorage)
        #expect(bench.service.log.acceptedCount(of: id) == 1)
    }

    @Test func `the saved log is bounded, and its sequence numbers continue`() throws {
        var limits = ServiceLimits()
        limits.savedLogEntryCountMax = 2
        var bench = try Bench(limits: limits)
        for _ in 1...5 { _ = bench.send(bench.validRequest) }
        bench.service = try reloaded(bench.service)
        #expect(bench.service.log.entries().map(\.sequence) == [4, 5])
        _ = bench.sendOnNewConnection(bench.validRequest)
        #expect(bench.lastEntry?.sequence == 6)
    }

    @Test func `a state that a newer version saved is rejected`() throws {
        let bench = try Bench()
        let bytes = try JSONEncoder().encode(bench.service.savedState)
        let text = String(decoding: bytes, as: UTF8.self)
            .replacing("\"version\":1", with: "\"version\":99")
        let newer = try JSONDecoder().decode(PushService.SavedState.self, from: Data(text.utf8))
        #expect(throws: SavedStateError.self) {
            try PushService(newer, tokenCheck: SignedTokenCheck())
        }
    }

    @Test func `a reset keeps senders and sequence numbers, and removes devices and the log`()
        throws
    {
        var bench = try Bench()
        _ = bench.send(bench.validRequest)
        bench.service.reset()
        #expect(bench.service.registry.allDevices.isEmpty)
        #expect(bench.service.log.entries().isEmpty)
        #expect(bench.sendOnNewConnection(bench.validRequest).reason == "BadDeviceToken")
        #expect(bench.lastEntry?.sequence == 2)
    }
}
