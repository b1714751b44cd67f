// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import Foundation
import Testing

@testable import WebPush

/// VAPID tokens and their verification.
@Suite(.timeLimit(.minutes(30)))
struct VAPIDTests {
    private static let now = Date(epochSeconds: 1_800_000_000)
    private static let origin = "https://push.example.net"

    /// RFC 8292 section 2.4.
    private static let example =
        "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQ"
        + "iLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFO"
        + "epC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wj"
        + "xsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"

    @Test func `the example of RFC 8292 is valid until it expires`() throws {
        let expiry = 1_453_523_768
        let check = try VAPIDCheck(
            header: Self.example, audiences: [Self.origin], now: Date(epochSeconds: expiry - 60))
        #expect(check.subject == "mailto:push@example.com")
        #expect(check.publicKey.hasPrefix("BA1Hxzyi1RUM"))
        #expect(throws: VAPIDCheck.Problem.self) {
            try VAPIDCheck(
                header: Self.example, audiences: [Self.origin], now: Date(epochSeconds: expiry))
        }
        #expect(throws: VAPIDCheck.Problem.self, "exp is more than 24 hours ahead") {
            try VAPIDCheck(
                header: Self.example, audiences: [Self.origin],
                now: Date(epochSeconds: expiry - 86_401))
        }
    }

    @Test func `a generated token is valid for its origin only`() throws {
        let key = VAPIDKey()
        let token = try VAPIDToken(
            key: key, origin: Self.origin, subject: "mailto:ops@example.com", now: Self.now)
        let check = try VAPIDCheck(
            header: token.authorization, audiences: [Self.origin], now: Self.now)
        #expect(check.publicKey == key.publicKeyText)
        #expect(throws: VAPIDCheck.Problem.self) {
            try VAPIDCheck(
                header: token.authorization, audiences: ["https://other.example"], now: Self.now)
        }
        #expect("\(token)".contains("eyJ") == false)
    }

    @Test(
        arguments: [
            ("no header", nil, "BadAuthorizationHeader"),
            ("another scheme", "WebPush eyJ0", "BadAuthorizationHeader"),
            ("no key", "vapid t=a.b.c", "BadAuthorizationHeader"),
            ("a key that is no point", "vapid t=a.b.c, k=AAAA", "BadVapidPublicKey"),
        ] as [(String, String?, String)])
    func `an invalid header is refused with Apple's reason`(
        name: String, header: String?, reason: String
    ) {
        #expect {
            try VAPIDCheck(header: header, audiences: [Self.origin], now: Self.now)
        } throws: {
            ($0 as? VAPIDCheck.Problem)?.reason == reason
        }
    }

    @Test(arguments: ["mailto:me", "http://example.com", "me@example.com", "mailto:@a", ""])
    func `a subject must be a mailto or https URL`(subject: String) throws {
        let token = try VAPIDToken(
            key: VAPIDKey(), origin: Self.origin, subject: subject, now: Self.now)
        #expect {
            try VAPIDCheck(
                header: token.authorization, audiences: [Self.origin], now: Self.now)
        } throws: {
            ($0 as? VAPIDCheck.Problem)?.reason == "BadJwtToken"
        }
    }

    @Test func `a changed claim makes the signature invalid`() throws {
        let token = try VAPIDToken(
            key: VAPIDKey(), origin: Self.origin, subject: "mailto:a@b.example", now: Self.now)
        let parts = token.authorization.split(separator: ".")
        let claims = Base64URL.encode(
            Array(#"{"aud":"https://push.example.net","exp":1800000100}"#.utf8))
        let forged =
            "\(parts[0]).\(claims).\(parts[2]).\(parts.dropFirst(3).joined(separator: "."))"
        #expect(throws: VAPIDCheck.Problem.self) {
            try VAPIDCheck(
                header: forged, audiences: [Self.origin], requiresSubject: false, now: Self.now)
        }
    }

    @Test func `one token is used for an origin until half of its lifetime is over`() throws {
        let clock = NowBox(Self.now)
        let tokens = VAPIDTokens(
            key: VAPIDKey(), subject: "mailto:a@b.example",
            time: TimeSource(now: { clock.now }, sleep: { _ in }))
        let first = try tokens.token(for: Self.origin)
        clock.advance(by: 6 * 3600 - 1)
        #expect(try tokens.token(for: Self.origin) == first)
        #expect(try tokens.token(for: "https://other.example") != first)
        clock.advance(by: 1)
        #expect(try tokens.token(for: Self.origin) != first)
    }

    @Test func `a private key is read as PEM and as 32 bytes in base64url`() throws {
        let key = VAPIDKey()
        let raw = Base64URL.encode(key.privateKey.rawRepresentation)
        #expect(try #require(VAPIDKey(text: key.pem)).publicKeyText == key.publicKeyText)
        #expect(try #require(VAPIDKey(text: raw + "\n")).publicKeyText == key.publicKeyText)
        #expect(VAPIDKey(text: "AAAA") == nil)
        #expect("\(key)".contains(raw) == false)
    }
}
