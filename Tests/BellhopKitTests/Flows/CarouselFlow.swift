// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct CarouselFlow {
    @Test func `T167, NCE-7: in a carousel, each page has its own picture, text and link`()
        async throws
    {
        let media = try MediaServer { _ in .file(MediaSample.png, type: "image/png") }
        let pages = ["table", "chair"].map {
            #"{"image":"\#(media.url("/\($0)"))","title":"\#($0)","link":"shop://\#($0)"}"#
        }
        let test = try await CourierPhone()
        try await test.putAway()
        try await test.push(
            """
            {"aps":{"alert":"Offers","category":"offers","mutable-content":1},"message_id":"m1",\
            "link":"shop://all","carousel":[\(pages.joined(separator: ","))]}
            """)
        #expect(test.phone.screen.lockScreen.first?.attachments.count == 2)
        try await test.phone.unlock()
        try await test.phone.expand()
        let content = try #require(test.server.content)
        #expect(content.carouselView.titleLabel.text == "table")
        try await test.phone.choose(CarouselAction.next.identifier)
        #expect(content.carouselView.titleLabel.text == "chair")
        #expect(content.carouselView.imageView.image != nil)

        try await test.phone.choose(CarouselAction.open(page: 1).identifier)
        await test.settle()
        #expect(try test.courier.router.take() == .link("shop://chair"))
        #expect(test.server.errors.isEmpty)
        #expect(test.server.handled == ["m1 response"])
    }
}
