// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

@testable import BellhopSeal

struct SealKeyTests {
    @Test(arguments: SealSuite.allCases.filter(\.hasKeyPairs))
    func `a key pair is unchanged after it is written and read`(suite: SealSuite) throws {
        let key = try SealPrivateKey.generate(suite: suite)
        #expect(key.publicKey.bytes.count == suite.publicKeyByteCount)
        #expect(key.id.count == 12 && SealIdentifier.isValid(key.id))
        let file = JSONWriter.write(.object(SealKeyFile.privateKey(key).json))
        #expect(try SealKeyFile(reading: file) == .privateKey(key))
        let publicFile = JSONWriter.write(.object(SealKeyFile.publicKey(key.publicKey).json))
        #expect(try SealKeyFile(reading: publicFile) == .publicKey(key.publicKey))
        #expect(try SealPrivateKey.generate(suite: suite).id != key.id)
    }

    @Test func `a shared key is unchanged after it is written and read`() throws {
        let key = try SealSharedKey.generate(id: "family:1")
        let file = JSONWriter.write(.object(SealKeyFile.sharedKey(key).json))
        #expect(try SealKeyFile(reading: file) == .sharedKey(key))
    }

    @Test func `descriptions and dumps of keys contain no secret`() throws {
        let pair = try SealPrivateKey.generate()
        let shared = try SealSharedKey.generate(id: "k")
        for (value, secret) in [(pair as Any, pair.secret), (shared as Any, shared.secret)] {
            var dumped = ""
            dump(value, to: &dumped)
            let text = "\(value) \(String(reflecting: value)) \(dumped)"
            for spelling in [
                secret.base64EncodedString(), Hex.encode(secret), Base64URL.encode(secret),
            ] {
                #expect(!text.contains(spelling))
            }
            #expect(!text.contains("32 bytes"))
        }
    }

    @Test(arguments: [
        ("", "not a JSON object"), ("[]", "not a JSON object"), ("{}", "no \"suite\""),
        (#"{"suite":"rot13"}"#, "unknown"), (#"{"suite":"x25519"}"#, "no public_key"),
        (#"{"suite":"x25519","public_key":"AAAA"}"#, "3 bytes"),
        (#"{"suite":"x25519","public_key":1}"#, "not Base64"),
        (#"{"suite":"x25519","private_key":"%"}"#, "not Base64"),
        (#"{"suite":"x25519","private_key":"AAAA"}"#, "3 bytes"),
        (#"{"suite":"x25519","shared_key":"AAAA"}"#, "a256gcm"),
        (#"{"suite":"a256gcm","shared_key":"AAAA"}"#, "\"id\""),
        (#"{"suite":"a256gcm","id":"k","shared_key":"AAAA"}"#, "32 bytes"),
        (#"{"suite":"a256gcm","id":"k","public_key":"AAAA"}"#, "no public keys"),
        (#"{"suite":"a256gcm","id":"k","private_key":"AAAA"}"#, "no private keys"),
        (
            #"{"suite":"p256","private_key":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}"#,
            "not a valid private key of p256"
        ),
        (
            #"{"suite":"x25519","id":"a b","private_key":"#
                + #""AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}"#,
            "letters, digits"
        ),
    ])
    func `an invalid key file is refused with an error in one line`(text: String, part: String)
        throws
    {
        let error = SealError.of { () throws(SealError) in
            _ = try SealKeyFile(reading: text.utf8)
        }
        let line = try #require(error?.description)
        #expect(line.contains(part), "\(line)")
        #expect(!line.contains("\n") && !line.contains("AAAA"), "\(line)")
    }

    @Test func `a point that is not on the curve is not a valid key`() throws {
        let bytes = Data([4] + [UInt8](repeating: 1, count: 64))
        #expect(throws: SealError.self) { try SealPublicKey(suite: .p256, bytes: bytes) }
    }

    /// Points of low order on Curve25519 (RFC 7748): u = 0, u = 1, one of order 8, and u = p - 1.
    @Test(arguments: [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ])
    func `a point of low order is not a valid key, and opens no message`(hex: String) throws {
        let bytes = Data(try #require(Hex.decode(hex)))
        #expect(throws: SealError.self) { try SealPublicKey(suite: .x25519, bytes: bytes) }
        let key = try SealPrivateKey.generate()
        #expect(throws: SealError.notAuthentic) {
            try SealHPKE.open(
                Data(count: 16), encapsulatedKey: bytes, with: key, from: nil,
                binding: .init(info: Data(), aad: Data()))
        }
        #expect(SealHPKE.isValidPoint(key.publicKey.bytes))
        #expect(!SealHPKE.isValidPoint(bytes))
    }
}
