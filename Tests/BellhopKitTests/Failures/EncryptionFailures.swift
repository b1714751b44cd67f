// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopSeal
import BellhopTesting
import GatewayAPI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct EncryptionFailures {
    private let neutral = "You have a new message"

    @Test func `decryption with an old key: a pending message is opened after the key changed`()
        async throws
    {
        let test = try await CourierPhone()
        let before = await test.server.memory.registrations.values.first?.encryptionKey
        let old = try #require(before)
        // At the first launch after 90 days, the key is replaced.
        await test.phone.advance(by: .seconds(91 * 86_400))
        try await test.phone.forceQuit(test.app)
        try await test.launch()
        let new = await test.server.memory.registrations.values.first?.encryptionKey
        #expect(new?.id != old.id)
        try await test.putAway()
        try await test.push(test.sealed("m1", "For the old key", for: old))
        try await test.push(try await test.sealed("m2", "For the new one"))
        #expect(test.phone.screen.lockScreen.map(\.body) == ["For the new one", "For the old key"])

        await test.phone.advance(by: .seconds(33 * 86_400))
        try await test.phone.unlock()
        try await test.phone.forceQuit(test.app)
        try await test.launch()
        try await test.putAway()
        try await test.push(test.sealed("m3", "Too late", for: old))
        #expect(test.phone.screen.lockScreen.first?.body == neutral)
        #expect(test.repeatCount == 0)
    }

    @Test func `replayed ciphertext shows the neutral text, and the app gets the message once`()
        async throws
    {
        let test = try await CourierPhone()
        try await test.putAway()
        let push = try await test.sealed("m1", "Meet at six", ["chat": "ann"])
        try await test.push(push)
        #expect(test.phone.screen.lockScreen.map(\.body) == ["Meet at six"])
        try await test.phone.tap()
        await test.settle()
        try await test.putAway()
        await test.phone.advance(by: .seconds(7_200))
        try await test.push(push)
        #expect(test.phone.screen.lockScreen.map(\.body) == [neutral])
        try await test.phone.tap()
        await test.settle()
        #expect(test.server.handled == ["m1 response"])
    }

    @Test func `T143: truncated ciphertext shows the neutral text, and the app gets an error`()
        async throws
    {
        let test = try await CourierPhone()
        try await test.putAway()
        try await test.push(
            try await test.sealed("m1", "Meet at six") { $0.ciphertext.removeLast(20) })
        #expect(test.phone.screen.lockScreen.map(\.title) == ["Courier"])
        #expect(test.phone.screen.lockScreen.map(\.body) == [neutral])
        try await test.phone.tap()
        await test.settle()
        #expect(test.server.store.isEmpty, "not handled, so that a fetched copy may be opened")
        #expect(test.server.errors.count == 1)
        try await test.server.keep("m1", try await test.sealed("m1", "Meet at six"))
        try await test.putAway()
        try await test.phone.unlock()
        try await test.launch()
        #expect(test.server.handled == ["m1 fetched"])
        #expect(test.repeatCount == 0)
    }
}
