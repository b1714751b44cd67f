// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopSeal
import Foundation
import Testing

// The block between the markers appears verbatim in docs/encryption.md.

// guide: sealing-server
/// The bytes to push: what only this installation can read, and a neutral text for everybody.
func sealedPush(
    _ text: String, id: String, sentAt now: Date, to key: SealPublicKey, from server: SealPrivateKey
) throws -> [UInt8] {
    let sealer = try Sealer(
        app: "com.example.chat", recipient: key, sender: server, padding: .blocks(of: 128))
    let content = SealedContent(
        messageID: id, sentAt: now, title: "Ada", body: text, thread: "chat-7",
        data: ["link": "example://chat/7"])
    var neutral = AlertFields()
    neutral.bodyKey = "NEW_MESSAGE"
    return try sealer.payload(for: content, fallback: .fields(neutral)).encoded
}
// guide: end

struct GuideSealing {
    @Test func `the message of the guide's server can be opened, and is not too long`() throws {
        let phone = try SealPrivateKey.generate(), server = try SealPrivateKey.generate()
        let bytes = try sealedPush(
            "Meet at six", id: "m-1", sentAt: Date(timeIntervalSince1970: 1_780_000_000),
            to: phone.publicKey, from: server)
        let payload = try Payload(reading: bytes)
        let message = try SealedMessage(#require(payload.custom["enc"]))
        let content = try Opener(app: "com.example.chat")
            .open(message, with: .own(phone), sender: server.publicKey)
        #expect(content.body == "Meet at six")
        #expect(bytes.count < SealLimits.payloadByteCountMax)
    }
}
