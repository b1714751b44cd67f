// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

@MainActor
struct ColdStartFlow {
    private let push = """
        {"aps":{"alert":"Your parcel is here","mutable-content":1},"parcel":"p1","message_id":"m1"}
        """

    @Test func `RSP-12, LNK-3: after a tap from a cold start, the route waits for its view`()
        async throws
    {
        let test = try await CourierPhone()
        try await test.phone.forceQuit(test.app)
        try await test.phone.lock()
        try await test.push(push)
        #expect(test.server.store.isEmpty, "an alert does not start an app")

        try await test.phone.tap()
        await test.settle()
        let router = try test.courier.router
        #expect(router.pending == .parcel("p1"))
        // The chats tab appears first and leaves the route alone; the parcels tab takes it, once.
        #expect(router.take { if case .chat = $0 { true } else { false } } == nil)
        #expect(router.take() == .parcel("p1"))
        #expect(router.take() == nil)
        #expect(test.server.handled == ["m1 response"])
        try await test.push.receipts.flush()
        #expect(await test.server.receipts == ["m1 delivered", "m1 opened"])
    }
}
