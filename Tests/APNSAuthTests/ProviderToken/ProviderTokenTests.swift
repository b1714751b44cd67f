// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Crypto
import Foundation
import Simulation
import Testing

struct ProviderTokenTests {
    private let key: ProviderKey
    private let start = Date(timeIntervalSince1970: 1_767_225_600.75)

    init() throws { key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "TEAM123456") }

    @Test func `a token has four members, whole seconds and a signature of 64 bytes`() throws {
        let token = try ProviderToken(signedBy: key, issuedAt: start)
        let parsed = try UnverifiedProviderToken(token.text)
        #expect(parsed.header == ["alg": "ES256", "kid": "ABC123DEFG"])
        #expect(parsed.claims == ["iss": "TEAM123456", "iat": 1_767_225_600])
        #expect(parsed.signature.count == 64)
        #expect(parsed.oddities.isEmpty)
        #expect(!token.text.contains("="))
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: parsed.signature)
        #expect(key.publicKey.isValidSignature(signature, for: Data(parsed.signedText.utf8)))
    }

    @Test func `one token serves for fifty minutes and then a new one is signed`() throws {
        let source = ProviderTokenSource(key: key)
        let first = try source.token(now: start)
        #expect(try source.token(now: start + 49 * 60) == first)
        let second = try source.token(now: start + 50 * 60)
        #expect(second != first)
        #expect(try source.token(now: start + 99 * 60) == second)
    }

    @Test func `many waiters after an expired answer get one new token`() throws {
        let source = ProviderTokenSource(key: key)
        let old = try source.token(now: start)
        let new = try #require(try source.replacement(for: old, now: start + 60))
        #expect(new != old)
        for second in 61..<100 {
            #expect(try source.replacement(for: old, now: start + TimeInterval(second)) == new)
        }
    }

    @Test func `never two early changes: after the exception the answer stands for twenty minutes`()
        throws
    {
        let source = ProviderTokenSource(key: key)
        let old = try source.token(now: start)
        let new = try #require(try source.replacement(for: old, now: start + 60))
        #expect(try source.replacement(for: new, now: start + 120) == nil)
        #expect(try source.replacement(for: new, now: start + 60 + 19 * 60) == nil)
        #expect(try source.replacement(for: new, now: start + 60 + 20 * 60) != nil)
    }

    @Test func `a clock set back by hours gets a token of its own time`() throws {
        let source = ProviderTokenSource(key: key)
        let ahead = try source.token(now: start)
        let back = try source.token(now: start - 3 * 3600)
        #expect(back != ahead)
        #expect(back.issuedAt < start - 2 * 3600)
    }

    /// Random requests, expired answers and clock steps forward: two tokens within 20 minutes only
    /// as the single exception, and never one older than 50 minutes.
    @Test(arguments: 0..<20)
    func `whatever happens the rules of change hold`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let source = ProviderTokenSource(key: key)
        var now = start
        var signedAt: [Date] = []
        var last: ProviderToken?
        for _ in 0..<300 {
            now += TimeInterval(generator.next() % 900)
            let token: ProviderToken?
            if let last, generator.chance(1, outOf: 3) {
                token = try source.replacement(for: last, now: now)
            } else {
                token = try source.token(now: now)
                #expect(now.timeIntervalSince(try #require(token).issuedAt) <= 50 * 60 + 1)
            }
            if let token, token != last {
                signedAt.append(now)
                last = token
            }
        }
        let early = zip(signedAt, signedAt.dropFirst()).map { $1.timeIntervalSince($0) < 20 * 60 }
        #expect(!zip(early, early.dropFirst()).contains { $0 && $1 }, "two early changes in a row")
    }

    @Test(arguments: ["", "a.b", "a.b.c.d", "!!.e30.AA", "e30.!!.AA", "e30.e30.", "W10.e30.AA"])
    func `what is no token is refused with words`(text: String) {
        let error = #expect(throws: ProviderTokenFormatError.self) {
            try UnverifiedProviderToken(text)
        }
        #expect(error?.description.isEmpty == false)
    }

    @Test func `a token never prints its text`() throws {
        let token = try ProviderToken(signedBy: key, issuedAt: start)
        #expect(!"\(token) \(String(reflecting: token))".contains(String(token.text.suffix(20))))
    }
}
