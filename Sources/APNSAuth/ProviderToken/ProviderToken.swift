// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A signed provider token: the JWT that authenticates a provider to APNs.
///
/// The token's header contains `alg` and `kid`, and its claims are `iss` and `iat`, the latter in
/// whole seconds. The signature has 64 bytes, `r‖s` (RFC 7515, RFC 7518 section 3.4). Source:
/// "Establishing a token-based connection to APNs".
public struct ProviderToken: Hashable, Sendable {
    /// The three parts of the token, joined by full stops. The text is secret, because APNs accepts
    /// it for an hour. It must not be logged.
    public let text: String
    /// The `iat` claim.
    public let issuedAt: Date

    /// Signs a new token. The issue time is rounded down to a whole second.
    public init(signedBy key: ProviderKey, issuedAt: Date) throws {
        let seconds = issuedAt.wholeEpochSeconds
        let header: JSONObject = ["alg": "ES256", "kid": .string(key.keyID)]
        let claims: JSONObject = ["iss": .string(key.teamID), "iat": .number(JSONNumber(seconds))]
        let input = [header, claims]
            .map { Base64URL.encode(JSONWriter.write(.object($0))) }
            .joined(separator: ".")
        let signature = try key.privateKey.signature(for: Array(input.utf8))
        text = input + "." + Base64URL.encode(Array(signature.rawRepresentation))
        self.issuedAt = Date(epochSeconds: seconds)
    }

    /// Makes a token from text whose signature was already verified.
    init(verified text: String, issuedAt: Date) {
        self.text = text
        self.issuedAt = issuedAt
    }

    /// The value of the `authorization` header.
    public var authorizationValue: String { "bearer " + text }
}

extension ProviderToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "provider token \(ShortHash.hex(text.utf8))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["issuedAt": issuedAt]) }
}
