// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Crypto
import Foundation
import Testing

struct ProviderTokenTests {
    private let key: ProviderKey
    private let start = Date(timeIntervalSince1970: 1_767_225_600.75)

    init() throws { key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "TEAM123456") }

    @Test func `a token has four values, whole seconds and a signature of 64 bytes`() throws {
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

    @Test(arguments: ["", "a.b", "a.b.c.d", "!!.e30.AA", "e30.!!.AA", "e30.e30.", "W10.e30.AA"])
    func `a string that is not a token is rejected with a message`(text: String) {
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
