// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The check of an `authorization` header by a push service (RFC 8292 sections 2 and 3).
package struct VAPIDCheck: Hashable, Sendable {
    /// The problem for which a header is rejected; `reason` is the name that Apple's service gives
    /// the problem.
    package struct Problem: Error, Hashable, CustomStringConvertible {
        package let reason: String
        package let description: String

        static func header(_ text: String) -> Problem {
            Problem(reason: "BadAuthorizationHeader", description: text)
        }
        static func token(_ text: String) -> Problem {
            Problem(reason: "BadJwtToken", description: text)
        }
    }

    /// The longest validity that a token may claim (RFC 8292 section 2).
    package static let lifetimeMax = Duration.seconds(24 * 3600)

    /// The sender's public key in base64url.
    package let publicKey: String
    /// The claim `sub`; `nil` if it is absent.
    package let subject: String?

    /// Checks a header.
    ///
    /// - Parameters:
    ///   - audiences: the origins of the push service.
    ///   - requiresSubject: whether a token without `sub` is rejected, as Apple's and Mozilla's
    ///     services do.
    package init(
        header: String?, audiences: Set<String>, requiresSubject: Bool = true, now: Date
    ) throws(Problem) {
        let (text, keyText) = try Self.parts(of: header)
        guard let keyBytes = Base64URL.decodeLeniently(keyText),
            let key = try? P256.Signing.PublicKey(x963Representation: keyBytes)
        else {
            throw Problem(
                reason: "BadVapidPublicKey",
                description: "k must be a public key on P-256: 65 bytes in base64url")
        }
        let claims = try Self.claims(of: text, key: key)
        guard let audience = claims["aud"]?.stringValue, audiences.contains(audience) else {
            let origins = audiences.sorted().joined(separator: " or ")
            throw .token("aud must be the origin of the endpoint, \(origins)")
        }
        guard let expiry = claims["exp"]?.doubleValue else {
            throw .token("exp must be a number of seconds since 1970")
        }
        let left = expiry - now.timeIntervalSince1970
        guard left > 0 else { throw .token("the token has expired; check the clock") }
        guard left <= Self.lifetimeMax.inSeconds else {
            throw .token("exp is more than 24 hours ahead")
        }
        subject = claims["sub"]?.stringValue
        guard subject.map(VAPIDToken.isSubject) ?? !requiresSubject else {
            throw .token("sub must be a mailto: or https: URL")
        }
        publicKey = Base64URL.encode(keyBytes)
    }

    /// Returns the token and the key of `vapid t=…, k=…`.
    private static func parts(
        of header: String?
    ) throws(Problem) -> (token: String, key: String) {
        guard let header else {
            throw .header("the request has no authorization header with scheme vapid")
        }
        guard header.lowercased().hasPrefix("vapid ") else {
            throw .header(
                "the scheme of the authorization header must be vapid, with t and k (RFC 8292)")
        }
        var values: [String: String] = [:]
        for part in header.dropFirst(6).split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1).map { side in
                String(side.filter { $0 != " " && $0 != "\t" })
            }
            if pair.count == 2 { values[pair[0]] = pair[1] }
        }
        guard let token = values["t"], let key = values["k"] else {
            throw .header("the authorization header needs t, the token, and k, the public key")
        }
        return (token, key)
    }

    private static func claims(
        of token: String, key: P256.Signing.PublicKey
    ) throws(Problem) -> JSONObject {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        guard parts.count == 3, let header = object(parts[0]), let claims = object(parts[1]),
            let signatureBytes = Base64URL.decode(parts[2])
        else { throw .token("t is not a JWT: three parts in base64url, joined by full stops") }
        guard header["alg"]?.stringValue == "ES256" else {
            throw .token("the algorithm of the token must be ES256")
        }
        guard
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signatureBytes),
            key.isValidSignature(signature, for: Array((parts[0] + "." + parts[1]).utf8))
        else { throw .token("the signature of the token does not belong to the key k") }
        return claims
    }

    private static func object(_ part: String) -> JSONObject? {
        Base64URL.decode(part).flatMap { try? JSONReader.read($0) }?.value.objectValue
    }
}
