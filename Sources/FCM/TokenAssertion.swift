// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import CryptoExtras

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The signed JWT that a service account exchanges for an access token (RFC 7523 section 2.1).
package struct TokenAssertion: Sendable {
    /// The scope that permits sending and nothing else.
    package static let scope = "https://www.googleapis.com/auth/firebase.messaging"
    package static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    /// The time for which the assertion is valid; Google allows an hour at most.
    package static let lifetime = Duration.seconds(3600)

    package let text: String

    /// Signs an assertion with RS256.
    package init(_ account: ServiceAccount, now: Date) throws {
        var header: JSONObject = ["alg": "RS256", "typ": "JWT"]
        header["kid"] = account.keyID.map { .string($0) }
        let issued = now.wholeEpochSeconds
        let claims: JSONObject = [
            "iss": .string(account.clientEmail), "scope": .string(Self.scope),
            "aud": .string(account.tokenAddress), "iat": .number(JSONNumber(issued)),
            "exp": .number(JSONNumber(issued + Int(Self.lifetime.components.seconds))),
        ]
        let input = [header, claims]
            .map { Base64URL.encode(JSONWriter.write(.object($0))) }
            .joined(separator: ".")
        let signature = try account.privateKey.signature(
            for: SHA256.hash(data: Array(input.utf8)), padding: .insecurePKCS1v1_5)
        text = input + "." + Base64URL.encode(signature.rawRepresentation)
    }

    /// The body of the request, as `application/x-www-form-urlencoded`. Base64url needs no escapes.
    package var form: String {
        "grant_type=" + Self.grantType.replacing(":", with: "%3A") + "&assertion=" + text
    }
}

extension TokenAssertion: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "assertion \(ShortHash.hex(text.utf8))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// An access token of Google's OAuth server. It is secret while it is valid, about an hour.
package struct AccessToken: Hashable, Sendable {
    /// The part of the lifetime after which a new token is requested.
    package static let renewalPart = 0.8

    package let text: String
    package let issuedAt: Date
    package let lifetime: Duration

    package init(text: String, issuedAt: Date, lifetime: Duration) {
        self.text = text
        self.issuedAt = issuedAt
        self.lifetime = lifetime
    }

    /// Reads the response of a token endpoint; `nil` if it contains no token.
    package init?(response: some Collection<UInt8>, now: Date) {
        guard let object = (try? JSONReader.read(response))?.value.objectValue,
            let text = object["access_token"]?.stringValue, !text.isEmpty
        else { return nil }
        let seconds = object["expires_in"]?.intValue ?? 3600
        self.init(text: text, issuedAt: now, lifetime: .seconds(min(max(seconds, 0), 86_400)))
    }

    package func isDue(at now: Date) -> Bool {
        let age = now.timeIntervalSince(issuedAt)
        return age < 0 || age >= lifetime.inSeconds * Self.renewalPart
    }

    package func isExpired(at now: Date) -> Bool {
        now.timeIntervalSince(issuedAt) >= lifetime.inSeconds
    }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "access token \(ShortHash.hex(text.utf8))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["issuedAt": issuedAt]) }
}
