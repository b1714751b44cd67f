// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

@testable import BellhopSeal

struct SealedMessageTests {
    private static let valid: JSONObject = [
        "v": 1, "suite": "a256gcm", "kid": "k", "id": "m",
        "ct": .string(Base64URL.encode(Data(repeating: 7, count: 28))),
    ]

    private static func with(_ key: String, _ value: JSONValue?) -> JSONValue {
        var object = valid
        object[key] = value
        return .object(object)
    }

    @Test func `a message with the required members can be read`() throws {
        let message = try SealedMessage(.object(Self.valid))
        #expect(message.suite == .a256gcm)
        #expect(message.keyID == "k" && message.messageID == "m")
        #expect(message.senderKeyID == nil && message.expirationEpochSeconds == nil)
        #expect(try SealedMessage(compact: message.compact) == message)
        #expect(try SealedMessage(Self.with("later", "x")) == message)
    }

    @Test(
        arguments: [
            (with("v", nil), "not-sealed"), (with("v", 2), "unknown-version"),
            (with("v", "1"), "unknown-version"), (with("v", .null), "unknown-version"),
            (with("v", 1.5), "unknown-version"), (with("suite", nil), "not-sealed"),
            (with("suite", "A256GCM"), "unknown-suite"), (with("suite", 1), "not-sealed"),
            (with("kid", nil), "not-sealed"), (with("kid", ""), "not-sealed"),
            (with("kid", "a b"), "not-sealed"), (with("kid", "a.b"), "not-sealed"),
            (with("kid", .string(String(repeating: "k", count: 65))), "not-sealed"),
            (with("id", "ü"), "not-sealed"), (with("id", 7), "not-sealed"),
            (with("skid", .null), "not-sealed"), (with("exp", "1"), "not-sealed"),
            (with("exp", 0), "not-sealed"), (with("exp", -1), "not-sealed"),
            (with("exp", 1.5), "not-sealed"), (with("exp", 253_402_300_800), "not-sealed"),
            (with("exp", .number(JSONNumber(1e300))), "not-sealed"),
            (with("ct", nil), "not-sealed"), (with("ct", "="), "not-sealed"),
            (with("ct", ""), "not-sealed"), (with("ct", "AAAA"), "not-sealed"),
            (with("ct", .string(String(repeating: "A", count: 9_000))), "not-sealed"),
            (.null, "not-sealed"), (.number(JSONNumber(1)), "not-sealed"),
            (.array([]), "not-sealed"),
            (.object(JSONObject()), "not-sealed"), ("", "not-sealed"), ("v1", "not-sealed"),
            ("v1.a256gcm.k..m...", "not-sealed"), ("v1.a256gcm.k..m..", "not-sealed"),
            ("v2.anything", "unknown-version"), ("v", "not-sealed"), ("vx.", "not-sealed"),
            ("v1.rot13.k..m...AAAA", "unknown-suite"), ("TG9yZW0gaXBzdW0=", "not-sealed"),
            ("v1.a256gcm.k..m.01..AAAA", "not-sealed"),
            ("v99999999999999999999999.", "unknown-version"),
        ] as [(JSONValue, String)])
    func `a value that is not a sealed message is refused with an error in one line`(
        value: JSONValue, name: String
    ) throws {
        let error = SealError.of { () throws(SealError) in _ = try SealedMessage(value) }
        #expect(error?.vectorName == name)
        let line = try #require(error?.description)
        #expect(!line.contains("\n") && line.utf8.count < 250, "\(line)")
    }

    @Test func `a number of seconds with an exponent is refused`() throws {
        let text = JSONWriter.text(Self.with("exp", 1_800_000_000))
        let other = text.replacing("1800000000", with: "18e8")
        #expect(try SealedMessage(JSONReader.read(text).value).expirationEpochSeconds != nil)
        #expect(throws: SealError.self) { try SealedMessage(JSONReader.read(other).value) }
    }

    @Test(arguments: ["", "A", "AB", "AAB", "A+/B", "AA==", "AA AA", "ÄAAA", "AAAAA"])
    func `only the canonical Base64url form of bytes is accepted`(text: String) {
        let decoded = Base64URL.decode(text)
        #expect(decoded == nil || decoded.map { Base64URL.encode($0) } == text)
    }

    @Test func `Base64url agrees with RFC 4648's vectors`() {
        let vectors = ["", "Zg", "Zm8", "Zm9v", "Zm9vYg", "Zm9vYmE", "Zm9vYmFy"]
        for (count, text) in vectors.enumerated() {
            #expect(Base64URL.encode("foobar".utf8.prefix(count)) == text)
            #expect(Base64URL.decode(text) == Data("foobar".utf8.prefix(count)))
            #expect(Base64URL.characterCount(count) == text.count)
        }
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
        #expect(Base64URL.decode("-_8") == Data([0xFB, 0xFF]))
        #expect(Base64URL.decode("-_9") == nil)
    }
}
