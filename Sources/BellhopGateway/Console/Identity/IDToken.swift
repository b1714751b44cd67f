// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An ID token that has been read but not yet verified (OpenID Connect Core 1.0 section 2).
struct IDToken: Sendable {
    /// The maximum size of a token in bytes. A longer one is refused.
    static let byteCountMax = 16 * 1024
    /// The maximum size of a subject in bytes, as the standard defines it.
    static let subjectByteCountMax = 255
    /// The maximum size of an email address in bytes (RFC 5321 section 4.5.3.1).
    static let emailByteCountMax = 254
    /// The maximum difference between the clocks of provider and gateway, in seconds.
    static let clockSkewMax = 60.0

    let algorithm: IdentityProviderKeys.Algorithm
    let keyID: String?
    private let claims: JSONObject
    private let signedText: [UInt8]
    private let signature: [UInt8]

    /// What a token must contain.
    struct Expectation: Sendable {
        let issuer: String
        let clientID: String
        let nonce: String
        /// When the sign-in began.
        let beganAt: Date
    }

    /// Reads a token.
    ///
    /// - Throws: ``IdentityFault`` if the token is not a JWT that is signed with RS256 or ES256.
    init(_ text: String) throws(IdentityFault) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.byteCountMax, parts.count == 3 else {
            throw .provider(
                "its ID token is not a signed JWT of at most \(Self.byteCountMax) bytes")
        }
        guard let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { throw .provider("its ID token is not a JWT") }
        guard let name = header["alg"]?.stringValue,
            let algorithm = IdentityProviderKeys.Algorithm(rawValue: name)
        else {
            throw .provider(
                "its ID token is not signed with RS256 or ES256; choose one of these algorithms")
        }
        // No extensions are implemented, so a token that requires one is refused (RFC 7515 section
        // 4.1.11).
        guard header["crit"] == nil else {
            throw .provider("its ID token requires an extension of JWT (crit)")
        }
        self.algorithm = algorithm
        keyID = header["kid"]?.stringValue
        self.claims = claims
        self.signature = Array(signature)
        signedText = Array((parts[0] + "." + parts[1]).utf8)
    }

    private static func object(_ part: Substring) -> JSONObject? {
        Base64URL.decode(part).flatMap { try? JSONReader.read($0) }?.value.objectValue
    }

    /// Verifies the signature and the claims (OpenID Connect Core 1.0 section 3.1.3.7).
    ///
    /// - Throws: ``IdentityFault`` that says which check failed.
    func verified(
        with keys: IdentityProviderKeys, _ expected: Expectation, now: Date
    ) throws(IdentityFault) -> MemberIdentity {
        guard keys.contain(keyID, for: algorithm) else {
            throw .provider("its ID token is signed with a key that it does not publish")
        }
        guard keys.verify(signature, of: signedText, by: keyID, with: algorithm) else {
            throw .provider("the signature of its ID token is wrong")
        }
        guard claims["iss"]?.stringValue == expected.issuer else {
            throw .provider("its ID token is from another issuer")
        }
        try checkAudience(expected.clientID)
        try checkTimes(since: expected.beganAt, now: now)
        guard let nonce = claims["nonce"]?.stringValue, isEqual(nonce, expected.nonce) else {
            throw .refused("the provider's response belongs to another sign-in; sign in again")
        }
        guard let subject = claims["sub"]?.stringValue,
            (1...Self.subjectByteCountMax).contains(subject.utf8.count)
        else { throw .provider("its ID token has no subject") }
        let email = claims["email"]?.stringValue?.lowercased()
        return MemberIdentity(
            issuer: expected.issuer, subject: subject,
            email: email.flatMap { $0.utf8.count <= Self.emailByteCountMax ? $0 : nil },
            isEmailVerified: claims["email_verified"]?.boolValue == true)
    }

    private func checkAudience(_ clientID: String) throws(IdentityFault) {
        let audiences: [String]
        switch claims["aud"] {
        case .string(let text): audiences = [text]
        case .array(let values): audiences = values.compactMap(\.stringValue)
        default: audiences = []
        }
        let party = claims["azp"]?.stringValue
        guard audiences.contains(clientID), audiences.count == 1 || party != nil,
            claims["azp"] == nil || party == clientID
        else {
            throw .provider("its ID token is for another client; check the client's identifier")
        }
    }

    private func checkTimes(since began: Date, now: Date) throws(IdentityFault) {
        func time(_ key: String) -> Date? {
            claims[key]?.doubleValue.flatMap { Date(checkingEpochSeconds: $0) }
        }
        let skew = Self.clockSkewMax
        let clocks = "; check the clocks of provider and gateway"
        guard let expiry = time("exp"), now < expiry.addingTimeInterval(skew) else {
            throw .provider("its ID token has expired" + clocks)
        }
        guard let issued = time("iat"), issued <= now.addingTimeInterval(skew),
            issued >= began.addingTimeInterval(-skew)
        else { throw .provider("its ID token was not issued during this sign-in" + clocks) }
        guard
            claims["nbf"] == nil || (time("nbf").map { $0 <= now.addingTimeInterval(skew) }) == true
        else { throw .provider("its ID token is not valid yet" + clocks) }
    }

    /// Returns whether two texts are equal, in a time that does not depend on where they differ.
    private func isEqual(_ a: String, _ b: String) -> Bool {
        SHA256.hash(data: Array(a.utf8)) == SHA256.hash(data: Array(b.utf8))
    }
}

/// The identity of a person who has signed in at an identity provider, from a verified ID token.
struct MemberIdentity: Hashable, Sendable {
    let issuer: String
    /// The identifier of the person, which the provider never gives to another person.
    let subject: String
    /// The email address in lowercase.
    let email: String?
    /// Whether the provider has verified that the email address belongs to the person.
    let isEmailVerified: Bool
}
