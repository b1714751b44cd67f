// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A statement by an app's server that a person is signed in to the app as a user. It is needed
/// because every copy of the app contains the client key, so the client key alone must not give
/// access to a user's messages.
///
/// The text is `v1=` and, in lowercase hex, the HMAC with SHA-256 (RFC 2104) of the bundle
/// identifier, a line feed, the user, and a line feed. The key of the HMAC is the identity secret,
/// as the UTF-8 bytes of its text. The server sends the proof to the app after the person has
/// signed in; the app sends it as `user_proof`.
public struct UserProof: Hashable, Sendable {
    private static let prefix = "v1="

    /// The text that the app sends. Every program that has it can register as the user, so protect
    /// it like a session token.
    public let text: String

    /// Makes the proof, on the app's server.
    ///
    /// - Parameters:
    ///   - user: the user, without control characters, so that no two pairs of app and user make
    ///     the same text.
    ///   - app: the bundle identifier.
    ///   - identitySecret: the secret that the gateway returned when the app was created.
    public init(user: String, app: String, identitySecret: String) {
        let code = HMAC<SHA256>.authenticationCode(
            for: Self.statement(user, app), using: SymmetricKey(data: Array(identitySecret.utf8)))
        text = Self.prefix + Hex.encode(Array(code))
    }

    /// Returns whether a text proves a user with one of the secrets. The comparison takes the same
    /// time wherever the text is wrong.
    static func isValid(
        _ text: String, user: String, app: String, identitySecrets: [String]
    ) -> Bool {
        guard text.hasPrefix(prefix), let code = Hex.decode(String(text.dropFirst(prefix.count)))
        else { return false }
        return identitySecrets.contains { secret in
            HMAC<SHA256>.isValidAuthenticationCode(
                code, authenticating: statement(user, app),
                using: SymmetricKey(data: Array(secret.utf8)))
        }
    }

    private static func statement(_ user: String, _ app: String) -> [UInt8] {
        Array("\(app)\n\(user)\n".utf8)
    }
}

extension UserProof: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "proof of a user" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
