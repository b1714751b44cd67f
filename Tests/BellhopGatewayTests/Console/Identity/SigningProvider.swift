// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import CryptoExtras
import Foundation

@testable import BellhopGateway

/// The keys of an identity provider, and ID tokens that it signs.
struct SigningProvider: Sendable {
    static let issuer = "https://sso.example.com/realms/staff"
    static let clientID = "bellhop"
    static let now = Date(timeIntervalSince1970: 1_767_225_600)

    let rsa: _RSA.Signing.PrivateKey
    let p256 = P256.Signing.PrivateKey()

    init() throws { rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048) }

    /// The keys as a JWK Set (RFC 7517).
    func keyDocument() throws -> JSONValue {
        let primitives = try rsa.publicKey.getKeyPrimitives()
        let point = Array(p256.publicKey.rawRepresentation)
        return [
            "keys": [
                [
                    "kty": "RSA", "kid": "rsa", "use": "sig", "alg": "RS256",
                    "n": .string(Base64URL.encode(primitives.modulus)),
                    "e": .string(Base64URL.encode(primitives.publicExponent)),
                ],
                [
                    "kty": "EC", "crv": "P-256", "kid": "p256",
                    "x": .string(Base64URL.encode(point[..<32])),
                    "y": .string(Base64URL.encode(point[32...])),
                ],
            ]
        ]
    }

    func keys() throws -> IdentityProviderKeys {
        try IdentityProviderKeys(JSONWriter.write(try keyDocument()))
    }

    static let attempt = SignInAttempt(
        random: String(repeating: "r", count: RandomText.secretCount), now: now)

    static var expectation: IDToken.Expectation {
        IDToken.Expectation(
            issuer: issuer, clientID: clientID, nonce: attempt.nonce, beganAt: attempt.beganAt)
    }

    /// The claims of a correct token.
    static var claims: JSONObject {
        [
            "iss": .string(issuer), "aud": .string(clientID), "sub": "subject 1",
            "exp": .number(JSONNumber(now.wholeEpochSeconds + 300)),
            "iat": .number(JSONNumber(now.wholeEpochSeconds + 5)),
            "nonce": .string(attempt.nonce), "email": "Alex@Example.com",
            "email_verified": true,
        ]
    }

    enum Signer: Sendable {
        case rs256, es256
        /// Without a signature.
        case none
        /// With HS256, whose secret is the text of the public key: an attack on verifiers that take
        /// the algorithm from the token.
        case publicKeyAsSecret
    }

    func token(
        _ claims: JSONObject, _ signer: Signer = .rs256, keyID: String? = nil,
        more: JSONObject = [:]
    ) throws -> String {
        var header = more
        switch signer {
        case .rs256: (header["alg"], header["kid"]) = ("RS256", "rsa")
        case .es256: (header["alg"], header["kid"]) = ("ES256", "p256")
        case .none: header["alg"] = "none"
        case .publicKeyAsSecret: (header["alg"], header["kid"]) = ("HS256", "rsa")
        }
        if let keyID { header["kid"] = .string(keyID) }
        let text = [header, claims]
            .map { Base64URL.encode(JSONWriter.write(.object($0))) }.joined(separator: ".")
        let digest = SHA256.hash(data: Array(text.utf8))
        let signature: [UInt8]
        switch signer {
        case .rs256:
            signature = Array(
                try rsa.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
        case .es256: signature = Array(try p256.signature(for: digest).rawRepresentation)
        case .none: signature = []
        case .publicKeyAsSecret:
            let key = SymmetricKey(data: Array(rsa.publicKey.pemRepresentation.utf8))
            signature = Array(
                HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key))
        }
        return text + "." + Base64URL.encode(signature)
    }
}
