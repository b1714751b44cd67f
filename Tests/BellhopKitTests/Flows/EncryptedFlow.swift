// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct EncryptedFlow {
    @Test func `T142: a message that is sealed for the app's registered key is shown decrypted`()
        async throws
    {
        let test = try await CourierPhone()
        try await test.putAway()
        let push = try await test.sealed("m1", "Meet at six", ["chat": "ann"])
        #expect(!push.contains("six") && !push.contains("ann"), "APNs cannot read the text")
        try await test.push(push)
        #expect(test.phone.screen.lockScreen.map(\.body) == ["Meet at six"])

        try await test.phone.unlock()
        try await test.phone.tap()
        await test.settle()
        #expect(try test.courier.router.take() == .chat("ann"))
        #expect(test.server.store.map { $0.payload.string("chat") } == ["ann"])
    }

    @Test func `an encrypted message that was missed is opened when it is fetched`() async throws {
        let test = try await CourierPhone()
        try await test.putAway()
        try await test.server.keep("m1", try await test.sealed("m1", "Lunch?", ["chat": "ann"]))
        try await test.phone.unlock()
        try await test.launch()
        #expect(test.server.handled == ["m1 fetched"])
        #expect(test.server.store.map { $0.payload.string("chat") } == ["ann"])
    }
}
