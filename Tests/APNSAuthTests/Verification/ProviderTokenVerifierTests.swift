// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Crypto
import Foundation
import Testing

struct ProviderTokenVerifierTests {
    private let key: ProviderKey
    private let registered: RegisteredKey
    private let now = Date(timeIntervalSince1970: 1_767_225_600)

    init() throws {
        key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "TEAM123456")
        registered = RegisteredKey(
            keyID: "ABC123DEFG", teamID: "TEAM123456", publicKey: key.publicKey)
    }

    private func reason(_ authorization: String?) -> RejectionReason? {
        let result = ProviderTokenVerifier.verify(authorization: authorization, now: now) {
            $0 == registered.keyID ? registered : nil
        }
        if case .failure(let refusal) = result { return refusal.reason }
        return nil
    }

    private func forge(
        header: JSONObject = ["alg": "ES256", "kid": "ABC123DEFG"], claims: JSONObject,
        der: Bool = false,
        signer: P256.Signing.PrivateKey? = nil
    ) throws -> String {
        let input = [header, claims].map { Base64URL.encode(JSONWriter.write(.object($0))) }
            .joined(separator: ".")
        let privateKey = try signer ?? P256.Signing.PrivateKey(pemRepresentation: key.p8Text)
        let signature = try privateKey.signature(for: Data(input.utf8))
        let bytes = der ? signature.derRepresentation : signature.rawRepresentation
        return "bearer " + input + "." + Base64URL.encode(Array(bytes))
    }

    @Test func `both signature forms, a string iat and extra claims are accepted`() throws {
        let claims: JSONObject = ["iss": "TEAM123456", "iat": 1_767_225_600]
        #expect(reason(try ProviderToken(signedBy: key, issuedAt: now).authorizationValue) == nil)
        #expect(reason(try forge(claims: claims, der: true)) == nil)
        #expect(
            reason(try forge(claims: ["iss": "TEAM123456", "iat": "1767225600", "kid": "x"])) == nil
        )
        #expect(reason(try forge(claims: claims).replacing("bearer", with: "Bearer")) == nil)
    }

    @Test func `a token expires after sixty minutes, and its iat may be an hour ahead`() throws {
        for (offset, expected) in [
            (-3600.0, RejectionReason?.none), (-3601, .expiredProviderToken), (3600, nil),
            (3700, .invalidProviderToken),
        ] {
            let token = try ProviderToken(signedBy: key, issuedAt: now + offset)
            #expect(reason(token.authorizationValue) == expected, "iat \(offset) s from now")
        }
    }

    @Test func `a token that cannot be verified is invalid`() throws {
        let claims: JSONObject = ["iss": "TEAM123456", "iat": 1_767_225_600]
        let stranger = P256.Signing.PrivateKey()
        #expect(reason(try forge(claims: claims, signer: stranger)) == .invalidProviderToken)
        #expect(
            reason(try forge(header: ["alg": "none", "kid": "ABC123DEFG"], claims: claims))
                == .invalidProviderToken)
        #expect(
            reason(try forge(header: ["alg": "HS256", "kid": "ABC123DEFG"], claims: claims))
                == .invalidProviderToken)
        #expect(
            reason(try forge(header: ["alg": "ES256", "kid": "OTHER12345"], claims: claims))
                == .invalidProviderToken)
        #expect(
            reason(try forge(claims: ["iss": "OTHER12345", "iat": 1_767_225_600]))
                == .invalidProviderToken)
        #expect(reason(try forge(claims: ["iss": "TEAM123456"])) == .invalidProviderToken)
        #expect(
            reason(try forge(claims: ["iss": "TEAM123456", "iat": "soon"])) == .invalidProviderToken
        )
        #expect(reason("bearer x.y.z") == .invalidProviderToken)
        #expect(reason(try String(forge(claims: claims).dropLast(4))) == .invalidProviderToken)
    }

    @Test(arguments: [nil, "", "bearer", "Basic abc"] as [String?])
    func `a header without a bearer token counts as missing`(authorization: String?) {
        #expect(reason(authorization) == .missingProviderToken)
    }

    @Test func `an old token with an invalid signature is reported as invalid, not as expired`()
        throws
    {
        let old: JSONObject = ["iss": "TEAM123456", "iat": 1_000_000_000]
        #expect(
            reason(try forge(claims: old, signer: P256.Signing.PrivateKey()))
                == .invalidProviderToken)
    }
}
