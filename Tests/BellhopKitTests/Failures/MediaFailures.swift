// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

/// The server of the pictures behaves incorrectly.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct MediaFailures {
    private func payload(_ media: MediaServer) -> String {
        """
        {"aps":{"alert":"At your door","mutable-content":1},"parcel":"p1","message_id":"m1",\
        "imageURL":"\(media.url("/a.png"))"}
        """
    }

    @Test(arguments: [
        ("huge", [MediaServer.Part.head(status: 200, ["Content-Length: 99999999"]), .stall]),
        ("wrong type", .file(MediaSample.html, type: "image/png")),
        ("redirecting to a file URL", .redirect(to: "file:///etc/passwd")),
        ("slow", [.head(status: 200, ["Content-Length: 9999"]), .stall]),
    ])
    func `NSE-9: if the media server fails, the text is shown once, and a tap opens its page`(
        failure: String, response: [MediaServer.Part]
    ) async throws {
        let media = try MediaServer { _ in response }
        let test = try await CourierPhone()
        try await test.putAway()
        if failure == "slow" {
            try await test.push(
                payload(media), hanging: media.requested, for: ServiceTime.media)
        } else {
            try await test.push(payload(media))
        }
        #expect(media.paths == ["/a.png"])
        let shown = try #require(test.phone.screen.lockScreen.first)
        #expect(shown.body == "At your door")
        #expect(shown.attachments.isEmpty)
        #expect(shown.badge == 1, "the following steps run")
        #expect((test.repeatCount, test.expiryCount) == (0, 0))

        try await test.phone.unlock()
        try await test.phone.tap()
        await test.settle()
        #expect(try test.courier.router.take() == .parcel("p1"))
        #expect(test.server.handled == ["m1 response"])
    }
}
