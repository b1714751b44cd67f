// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import Crypto
import Testing

struct ProviderKeyTests {
    private static let validKey = P256.Signing.PrivateKey().pemRepresentation

    private func error(_ text: String) -> ProviderKeyError? {
        do {
            _ = try ProviderKey(p8: text, keyID: "ABC123DEFG", teamID: "TEAM123456")
            return nil
        } catch { return error }
    }

    @Test func `a key in PEM is read with any line endings`() throws {
        for text in [
            Self.validKey, Self.validKey + "\n\n", Self.validKey.replacing("\n", with: "\r\n"),
            "\n" + Self.validKey,
        ] {
            #expect(error(text) == nil)
        }
    }

    @Test func `a key that is written and read again is the same`() throws {
        let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "TEAM123456")
        let again = try ProviderKey(p8: key.p8Text, keyID: "ABC123DEFG", teamID: "TEAM123456")
        #expect(again.publicKey.rawRepresentation == key.publicKey.rawRepresentation)
    }

    @Test func `content that is not a P-256 key is identified`() throws {
        #expect(error("hello") == .notPEM)
        #expect(error("") == .notPEM)
        #expect(
            error(P384.Signing.PrivateKey().pemRepresentation) == .otherCurve("P-384 (secp384r1)"))
        #expect(
            error(P521.Signing.PrivateKey().pemRepresentation) == .otherCurve("P-521 (secp521r1)"))
        #expect(error(P256.Signing.PrivateKey().publicKey.pemRepresentation) == .publicKey)
        #expect(error(Self.block("CERTIFICATE")) == .certificate)
        #expect(error(Self.block("ENCRYPTED PRIVATE KEY")) == .encrypted)
        #expect(error(Self.block("EC PRIVATE KEY")) == .sec1)
        #expect(error(Self.block("RSA PRIVATE KEY")) == .otherAlgorithm("RSA"))
        #expect(error(Self.block("PGP MESSAGE")) == .otherContent("PGP MESSAGE"))
    }

    @Test func `a key truncated anywhere is reported as truncated or malformed, never accepted`() {
        let text = Self.validKey
        for length in stride(from: text.count - 2, to: 28, by: -1) {
            let found = error(String(text.prefix(length)))
            #expect(
                found == .truncated || found == .malformed,
                "\(length) characters: \(String(describing: found))")
        }
    }

    @Test(arguments: ["", "ABC123DEF", "ABC123DEFGH", "abc123defg", "ABC 23DEFG", "ÄBC123DEF"])
    func `an identifier that is not ten capital letters and digits is rejected`(identifier: String)
    {
        #expect(throws: ProviderKeyError.badIdentifier(name: "key ID", value: identifier)) {
            try ProviderKey(p8: Self.validKey, keyID: identifier, teamID: "TEAM123456")
        }
    }

    @Test func `a key never prints its secret`() throws {
        let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "TEAM123456")
        var dumped = ""
        dump(key, to: &dumped)
        let secret = String(key.p8Text.split(separator: "\n")[1].prefix(20))
        for text in ["\(key)", String(reflecting: key), dumped] { #expect(!text.contains(secret)) }
    }

    private static func block(_ label: String) -> String {
        "-----BEGIN \(label)-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg\n-----END "
            + "\(label)-----\n"
    }
}
