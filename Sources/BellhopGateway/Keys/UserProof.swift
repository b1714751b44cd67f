// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An app server's word that somebody is signed in to the app as a user: the client key is in every
/// copy of the app, so it alone must not get anybody a user's messages.
///
/// The text is `v1=` and, in lowercase hex, the HMAC with SHA-256 (RFC 2104) of the bundle
/// identifier, a line feed, the user, and a line feed, under the bytes of the app's identity secret
/// as it is written. The server hands it to the app after signing in; the app sends it as
/// `user_proof`.
public struct UserProof: Hashable, Sendable {
    private static let prefix = "v1="

    /// What the app sends. Whoever has it can register as the user, so treat it as a session.
    public let text: String

    /// Makes the proof, on the app's server.
    ///
    /// - Parameters:
    ///   - user: without control characters, so that no two pairs make the same text.
    ///   - app: the bundle identifier.
    ///   - identitySecret: what the gateway gave when the app was made.
    public init(user: String, app: String, identitySecret: String) {
        let code = HMAC<SHA256>.authenticationCode(
            for: Self.statement(user, app), using: SymmetricKey(data: Array(identitySecret.utf8)))
        text = Self.prefix + Hex.encode(Array(code))
    }

    /// Whether a text proves a user under one of the secrets. Takes the same time wherever the text
    /// is wrong.
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
