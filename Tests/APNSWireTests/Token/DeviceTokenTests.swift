// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Simulation
import Testing

struct DeviceTokenTests {
    /// Documented: no length may be assumed. Tokens of phones have 32 bytes, of Live Activities 80,
    /// of simulators up to 100.
    @Test(arguments: [8, 20, 32, 33, 64, 80, 100, 200])
    func `tokens of any plausible length are accepted`(byteCount: Int) throws {
        let hex = String(repeating: "a1", count: byteCount)
        #expect(try DeviceToken(hex: hex).hex == hex)
    }

    @Test func `uppercase and lowercase digits are the same token`() throws {
        #expect(
            try DeviceToken(hex: String(repeating: "AB", count: 32))
                == DeviceToken(hex: String(repeating: "ab", count: 32)))
    }

    /// Tokens of 32 bytes are stored differently from all others.
    @Test(arguments: 8...200)
    func `bytes, digits and spelling of a token agree at every length`(byteCount: Int) throws {
        var generator = SeededGenerator(seed: UInt64(byteCount))
        let bytes = (0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let token = try DeviceToken(bytes: bytes)
        let hex = Hex.encode(bytes)
        #expect(token.bytes == bytes)
        #expect(token.hex == hex)
        #expect(token.byteCount == byteCount)
        for spelled in [hex, hex.uppercased()] {
            let read = try DeviceToken(hex: spelled)
            #expect(read == token && read.hashValue == token.hashValue)
            #expect(try DeviceToken(hex: ("/" + spelled).dropFirst()) == token)
            Array(spelled.utf8).withUnsafeBufferPointer {
                #expect(DeviceToken(hexDigits: $0.span) == token)
            }
        }
        var other = bytes
        other[byteCount - 1] ^= 1
        #expect(try DeviceToken(bytes: other) != token)
        var path = Array("x".utf8)
        token.appendHex(to: &path)
        #expect(String(decoding: path, as: UTF8.self) == "x" + hex)
    }

    @Test(arguments: [0, 2, 14, 63, 65, 402, 404])
    func `an invalid number of digits is not a token`(digitCount: Int) {
        Array(repeating: UInt8(ascii: "a"), count: digitCount).withUnsafeBufferPointer {
            #expect(DeviceToken(hexDigits: $0.span) == nil)
        }
    }

    @Test(arguments: 0..<64)
    func `an invalid character among 64 digits is rejected at every position`(position: Int) {
        for stray in ["g", " ", "/", ":", "@", "`", "\u{0}", "é"] {
            var digits = Array(repeating: UInt8(ascii: "7"), count: 64)
            digits.replaceSubrange(position...position, with: stray.utf8)
            digits.withUnsafeBufferPointer { #expect(DeviceToken(hexDigits: $0.span) == nil) }
            #expect(throws: DeviceTokenError.self) {
                try DeviceToken(hex: String(decoding: digits, as: UTF8.self))
            }
        }
    }

    @Test(arguments: [
        ("<740f4707 bebcf74f 9b7c25d4 8e335894>", "Data value"),
        ("740f4707 bebcf74f", "Data value"),
        (String(repeating: "a", count: 63), "even number"),
        ("zz" + String(repeating: "a", count: 62), "only hex digits"),
        (String(repeating: "a", count: 64) + "\r\n", "only hex digits"),
        ("aaaa", "this has 2;"), ("", "this has 0;"),
        (String(repeating: "a", count: 402), "this has 201;"),
    ])
    func `a string that is not a token is rejected with the reason`(text: String, word: String) {
        let error = #expect(throws: DeviceTokenError.self) { try DeviceToken(hex: text) }
        #expect(error?.description.contains(word) == true)
    }

    @Test(arguments: [
        (
            "fGQ8bKAkQ2mZ7cXv0JdT1w:APA91b" + String(repeating: "x", count: 130),
            "an FCM registration token"
        ),
        ("fGQ8bKAkQ2mZ7cXv0JdT1w", "a Firebase installation ID"),
        ("https://web.push.apple.com/QGuQyavXutnMH", "a browser's subscription"),
    ])
    func `the error for another service's address names its kind and hides the address`(
        text: String, phrase: String
    ) {
        #expect {
            try DeviceToken(hex: text)
        } throws: { error in
            "\(error)".hasPrefix("this is \(phrase), not an APNs device token; ")
                && !"\(error)".contains(text.prefix(12))
        }
    }

    @Test func `a token shows six digits and a hash, however it is printed`() throws {
        let token = try DeviceToken(hex: "0123456789abcdef" + String(repeating: "77", count: 24))
        var dumped = ""
        dump(token, to: &dumped)
        for text in ["\(token)", String(reflecting: token), dumped, "\([token])"] {
            #expect(text.contains("012345…"))
            #expect(!text.contains("0123456789"))
            #expect(!text.contains("119"), "the bytes 0x77 must not show")
        }
    }

    @Test func `two tokens with the same beginning show different hashes`() throws {
        let one = try DeviceToken(hex: String(repeating: "ab", count: 32))
        let other = try DeviceToken(hex: String(repeating: "ab", count: 31) + "ac")
        #expect(one.redacted != other.redacted)
    }

    @Test func `a token is encoded in JSON as hex`() throws {
        let token = try DeviceToken(hex: String(repeating: "0f", count: 32))
        let data = try JSONEncoder().encode([token])
        #expect(try JSONDecoder().decode([DeviceToken].self, from: data) == [token])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([DeviceToken].self, from: Data("[\"zz\"]".utf8))
        }
    }
}
