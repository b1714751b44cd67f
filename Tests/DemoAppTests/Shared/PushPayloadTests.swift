// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import DemoKit

struct PushPayloadTests {
    @Test(arguments: [
        "http://cdn.example.com/a.jpg", "file:///etc/passwd", "javascript:alert(1)", "", "a b",
    ])
    func `a picture comes by HTTPS only`(url: String) {
        #expect(PushPayload(["media-url": url]).mediaURL == nil)
    }

    @Test func `identifiers are text or numbers`() {
        #expect(PushPayload(["order_id": 20931]).orderID == "20931")
        #expect(PushPayload(["order_id": "A7"]).orderID == "A7")
        #expect(PushPayload(["order_id": ""]).orderID == nil)
        #expect(PushPayload(["order_id": ["7"]]).orderID == nil)
    }

    @Test func `a value of the wrong type counts as missing`() {
        let payload = PushPayload([
            "conversation": "c-1", "link": 7, "refresh": ["inbox"], "enc": "x", "decrypted": "yes",
        ])
        #expect(payload == PushPayload([:]))
    }

    @Test func `a conversation survives user information`() throws {
        let conversation = try #require(
            PushPayload.Conversation([
                "id": "c-1", "sender": "u-1", "sender_name": "Mia", "group": "Yard",
                "members": ["u-1", "u-2"],
            ]))
        #expect(PushPayload.Conversation(conversation.dictionary) == conversation)
        #expect(PushPayload.Conversation(["id": ""]) == nil)
    }
}
