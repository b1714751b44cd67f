// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import Foundation
import Simulation
import Testing

@testable import WebPush

/// The vectors of RFC 8188 and RFC 8291, and properties of the encryption.
@Suite(.timeLimit(.minutes(30)))
struct EncryptionTests {
    private static func bytes(_ text: String) throws -> [UInt8] {
        Array(try #require(Base64URL.decode(text)))
    }

    /// RFC 8291 section 5 and appendix A.
    private enum Example {
        static let plaintext = "V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24"
        static let senderPrivate = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
        static let senderPublic =
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
            + "7A8"
        static let browserPrivate = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
        static let browserPublic =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIA"
            + "iw4"
        static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
        static let authentication = "BTBZMqHH6r4Tts7J_aSIgg"
        static let shared = "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"
        static let contentKey = "S4lYMb_L0FxCeq0WhDx813KgSYqU26kOyzWUdsXYyrg"
        static let recordKey = "oIhVW04MRdy2XN9CiKLxTg"
        static let nonce = "4h_95klXJ5E_qnoN"
        static let ciphertext =
            "8pfeW0KbunFT06SuDKoJH9Ql87S1QUrdirN6GcG7sFz1y1sqLgVi1VhjVkHsUoEsbI_0LpXMuGvnzQ"
        static let endpoint = "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV"
    }

    private func exampleKeys() throws -> (
        sender: P256.KeyAgreement.PrivateKey, browser: BrowserKeys
    ) {
        (
            try P256.KeyAgreement.PrivateKey(
                rawRepresentation: Self.bytes(Example.senderPrivate)),
            BrowserKeys(
                privateKey: try P256.KeyAgreement.PrivateKey(
                    rawRepresentation: Self.bytes(Example.browserPrivate)),
                authentication: try Self.bytes(Example.authentication))
        )
    }

    @Test func `every intermediate value of RFC 8291 appendix A is the same on both sides`() throws
    {
        let (sender, browser) = try exampleKeys()
        let browserKey = browser.privateKey.publicKey
        #expect(Base64URL.encode(sender.publicKey.x963Representation) == Example.senderPublic)
        #expect(Base64URL.encode(browserKey.x963Representation) == Example.browserPublic)
        for secret in [
            try MessageSecret(
                sender: sender, browser: browserKey, authentication: browser.authentication),
            try MessageSecret(
                browser: browser.privateKey, sender: sender.publicKey,
                authentication: browser.authentication),
        ] {
            #expect(Base64URL.encode(secret.shared) == Example.shared)
            #expect(
                secret.contentKey.withUnsafeBytes { Base64URL.encode(Array($0)) }
                    == Example.contentKey)
            let record = RecordKeys(key: secret.contentKey, salt: try Self.bytes(Example.salt))
            #expect(
                record.contentKey.withUnsafeBytes { Base64URL.encode(Array($0)) }
                    == Example.recordKey)
            #expect(Base64URL.encode(record.nonce) == Example.nonce)
        }
    }

    @Test func `the body equals the example of RFC 8291 section 5, and the browser reads it`()
        throws
    {
        let (sender, browser) = try exampleKeys()
        let subscription = try browser.subscription(endpoint: Example.endpoint)
        let body = try subscription.encrypt(
            Self.bytes(Example.plaintext), sender: sender, salt: Self.bytes(Example.salt))
        #expect(body.count == 144)
        #expect(Base64URL.encode(body.suffix(58)) == Example.ciphertext)
        #expect(Array(body.prefix(16)) == (try Self.bytes(Example.salt)))
        #expect(Array(body[16..<21]) == [0, 0, 16, 0, 65])
        #expect(
            String(decoding: try browser.open(body), as: UTF8.self)
                == "When I grow up, I want to be a watermelon")
    }

    @Test func `a change of any byte of the body, except the record size, is detected`() throws {
        let (sender, browser) = try exampleKeys()
        let body = try browser.subscription(endpoint: Example.endpoint).encrypt(
            Self.bytes(Example.plaintext), sender: sender, salt: Self.bytes(Example.salt))
        // A larger record size does not change a message of one record.
        for index in body.indices where !(16..<20).contains(index) {
            var changed = body
            changed[index] ^= 1
            #expect(throws: EncryptedContent.Problem.self, "byte \(index)") {
                try browser.open(changed)
            }
        }
    }

    @Test func `content of any length up to the limit arrives, and longer content is refused`()
        throws
    {
        let browser = BrowserKeys()
        let subscription = try browser.subscription(endpoint: Example.endpoint)
        #expect(WebPushLimits.contentByteCountMax == 3993)
        var generator = SeededGenerator(seed: 8291)
        for length in [0, 1, 2, 16, 255, 3992, 3993]
            + (0..<40).map({ _ in
                Int.random(in: 0...3993, using: &generator)
            })
        {
            let content = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let body = try subscription.encrypt(content)
            #expect(body.count <= 4096)
            #expect(try browser.open(body) == content, "\(length) bytes")
        }
        #expect(throws: WebPushMessage.Problem.self) {
            try subscription.encrypt([UInt8](repeating: 1, count: 3994))
        }
    }

    @Test func `padding hides the length of the content`() throws {
        let browser = BrowserKeys()
        let subscription = try browser.subscription(endpoint: Example.endpoint)
        let bodies = try ["a", String(repeating: "b", count: 200)].map {
            try subscription.encrypt(Array($0.utf8), paddedByteCount: 256)
        }
        #expect(Set(bodies.map(\.count)) == [86 + 256 + 17])
        #expect(try browser.open(bodies[0]) == Array("a".utf8))
    }

    @Test func `a body of two records is not a Web Push message`() throws {
        let (sender, browser) = try exampleKeys()
        let secret = try MessageSecret(
            sender: sender, browser: browser.privateKey.publicKey,
            authentication: browser.authentication)
        let body = try EncryptedContent(
            encrypting: [UInt8](repeating: 7, count: 50), key: secret.contentKey,
            salt: Self.bytes(Example.salt), recordSize: 40,
            keyIdentifier: Array(sender.publicKey.x963Representation)
        ).bytes
        #expect(throws: EncryptedContent.Problem.self) { try browser.open(body) }
    }

    /// RFC 8188 sections 3.1 and 3.2.
    @Test(arguments: [
        (
            "yqdlZ-tYemfogSmv7Ws5PQ",
            "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg", 4096, ""
        ),
        (
            "BO3ZVPxUlnLORbVGMpbT1Q",
            "uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKE"
                + "pgz3SsLWIqS_uA",
            25, "a1"
        ),
    ])
    func `the examples of RFC 8188 are decrypted, and encrypted to the same bytes`(
        key: String, body: String, recordSize: Int, identifier: String
    ) throws {
        let key = SymmetricKey(data: try Self.bytes(key))
        let content = try EncryptedContent(bytes: Self.bytes(body))
        #expect(content.recordSize == recordSize)
        #expect(String(decoding: content.keyIdentifier, as: UTF8.self) == identifier)
        let plain = try content.decrypted(key: key)
        #expect(String(decoding: plain, as: UTF8.self) == "I am the walrus")
        let again = try EncryptedContent(
            encrypting: plain, key: key, salt: content.salt, recordSize: recordSize,
            keyIdentifier: content.keyIdentifier, paddings: recordSize == 25 ? [1] : [])
        #expect(Base64URL.encode(again.bytes) == body)
    }

    @Test func `a truncated body, and one whose record size is too small, are refused`() {
        #expect(throws: EncryptedContent.Problem.truncated) { try EncryptedContent(bytes: [1, 2]) }
        let header = [UInt8](repeating: 0, count: 16) + [0, 0, 0, 17, 0]
        #expect(throws: EncryptedContent.Problem.recordSizeTooSmall(17)) {
            try EncryptedContent(bytes: header)
        }
        let named = [UInt8](repeating: 0, count: 16) + [0, 0, 16, 0, 200, 1]
        #expect(throws: EncryptedContent.Problem.truncated) { try EncryptedContent(bytes: named) }
    }
}
