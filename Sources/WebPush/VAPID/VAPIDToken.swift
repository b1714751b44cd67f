// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A signed JWT for one push service (RFC 8292 section 2). It is sent with each message to that
/// service and must not be logged.
package struct VAPIDToken: Hashable, Sendable {
    /// The time for which a token is valid. RFC 8292 allows 24 hours at most.
    package static let lifetime = Duration.seconds(12 * 3600)

    /// The value of the `authorization` header.
    package let authorization: String
    package let issuedAt: Date

    /// - Parameters:
    ///   - origin: the origin of the endpoint, for instance `https://web.push.apple.com`.
    ///   - subject: how to reach the sender: a `mailto:` or `https:` URL. The services of Apple
    ///     and Mozilla require it.
    package init(key: VAPIDKey, origin: String, subject: String, now: Date) throws {
        let expiry = now.wholeEpochSeconds + Int(Self.lifetime.components.seconds)
        let header: JSONObject = ["typ": "JWT", "alg": "ES256"]
        let claims: JSONObject = [
            "aud": .string(origin), "exp": .number(JSONNumber(expiry)), "sub": .string(subject),
        ]
        let input = [header, claims]
            .map { Base64URL.encode(JSONWriter.write(.object($0))) }
            .joined(separator: ".")
        let signature = try key.privateKey.signature(for: Array(input.utf8))
        let text = input + "." + Base64URL.encode(signature.rawRepresentation)
        authorization = "vapid t=\(text), k=\(key.publicKeyText)"
        issuedAt = now
    }

    /// Returns whether a new token is needed: after half of the lifetime, or when the clock was set
    /// back.
    package func isDue(at now: Date) -> Bool {
        let age = now.timeIntervalSince(issuedAt)
        return age < 0 || age >= Self.lifetime.inSeconds / 2
    }

    /// Returns whether a text can be the subject of a token.
    package static func isSubject(_ text: String) -> Bool {
        if text.hasPrefix("mailto:") {
            let parts = text.dropFirst(7).split(separator: "@", omittingEmptySubsequences: false)
            return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
        }
        return text.hasPrefix("https://") && text.utf8.count > 8
    }
}

extension VAPIDToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "VAPID token \(ShortHash.hex(authorization.utf8))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["issuedAt": issuedAt]) }
}
