// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct RichMediaFlow {
    @Test
    func `ATT-2: an attached picture has the type of its content, not of the server's header`()
        async throws
    {
        let media = try MediaServer { _ in .file(MediaSample.jpeg, type: "image/png") }
        let test = try await CourierPhone()
        try await test.putAway()
        try await test.push(
            """
            {"aps":{"alert":"At your door","mutable-content":1},"parcel":"p1","message_id":"m1",\
            "imageURL":"\(media.url("/door"))"}
            """)
        let shown = try #require(test.phone.screen.lockScreen.first)
        #expect(shown.attachments.map(\.type) == ["public.jpeg"])
        #expect(shown.badge == 1, "the extension counts the badge")
        #expect(await test.server.receipts == ["m1 delivered"], "sent without the app")
        #expect(test.server.store.isEmpty)

        try await test.phone.unlock()
        try await test.phone.tap(shown)
        await test.settle()
        #expect(try test.courier.router.take() == .parcel("p1"))
        #expect(test.app.badge == 0)
        #expect((test.repeatCount, test.expiryCount) == (0, 0))
    }
}
