// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A sign-in with the identity provider that has begun in one browser.
///
/// Its secret is only in a cookie of that browser. State, nonce and code verifier are derived from
/// it, so that the gateway stores nothing until the sign-in has succeeded.
struct SignInAttempt: Hashable, Sendable {
    /// The time within which a person has to sign in at the provider, in seconds: 10 minutes.
    static let ageSecondsMax = 600.0

    /// The value of the cookie: a random text, a period, and the time in seconds since 1970.
    let secret: String
    let beganAt: Date

    /// - Parameter random: a text that cannot be guessed.
    init(random: String, now: Date) {
        let seconds = now.wholeEpochSeconds
        secret = "\(random).\(seconds)"
        beganAt = Date(checkingEpochSeconds: Double(seconds)) ?? now
    }

    /// Reads the value of the cookie; `nil` if the value does not have the form of a secret.
    ///
    /// Changing the time in the value also changes the state, the nonce and the code verifier.
    init?(cookie: String) {
        let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == RandomText.secretCount,
            let seconds = Double(parts[1]), let date = Date(checkingEpochSeconds: seconds)
        else { return nil }
        secret = cookie
        beganAt = date
    }

    func isValid(at now: Date) -> Bool {
        let age = now.timeIntervalSince(beganAt)
        return age > -IDToken.clockSkewMax && age < Self.ageSecondsMax
    }

    /// The end of the time for which the gateway remembers that the attempt was used.
    var expiresAt: Date { beganAt.addingTimeInterval(Self.ageSecondsMax) }

    /// What the database stores about an attempt that was used.
    var hash: [UInt8] { Array(SHA256.hash(data: Array(secret.utf8))) }

    var state: String { derived("state") }
    var nonce: String { derived("nonce") }
    /// The code verifier of PKCE (RFC 7636): 64 characters.
    var codeVerifier: String { derived("code verifier") }

    /// The code challenge for the method `S256`.
    var codeChallenge: String {
        Base64URL.encode(SHA256.hash(data: Array(codeVerifier.utf8)))
    }

    private func derived(_ purpose: String) -> String {
        let key = SymmetricKey(data: Array(secret.utf8))
        return Hex.encode(
            HMAC<SHA256>.authenticationCode(
                for: Array("bellhop sign-in 1 \(purpose)".utf8), using: key))
    }

    /// Returns the address at the provider that the browser opens.
    func authorizationAddress(
        at provider: IdentityProviderDescription, clientID: String, redirectURI: String
    ) -> String {
        let parameters = [
            ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirectURI),
            ("scope", "openid email"), ("state", state), ("nonce", nonce),
            ("code_challenge", codeChallenge), ("code_challenge_method", "S256"),
        ]
        let endpoint = provider.authorizationEndpoint
        return endpoint + (endpoint.contains("?") ? "&" : "?")
            + parameters.map { $0.0 + "=" + PercentCoding.encode($0.1) }.joined(separator: "&")
    }
}

/// The provider's response, which arrives through the browser (RFC 6749 section 4.1.2).
struct AuthorizationResponse: Hashable, Sendable {
    /// The maximum size of a code in bytes. A longer one is refused.
    static let codeByteCountMax = 4096
    /// The maximum length of the provider's description of an error, in characters.
    static let errorCountMax = 200

    let state: String
    let code: String?
    let issuer: String?
    let error: String?

    /// Reads the query of the address; a repeated parameter counts as absent.
    init(query: String) {
        var values: [String: [String]] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let value = PercentCoding.decode(parts[1], plusIsBlank: true)
            else { continue }
            values[String(parts[0]), default: []].append(value)
        }
        func one(_ name: String) -> String? {
            values[name].flatMap { $0.count == 1 ? $0[0] : nil }
        }
        state = one("state") ?? ""
        code = one("code")
        issuer = one("iss")
        error = one("error").map { error in
            let detail = one("error_description").map { " (\($0))" } ?? ""
            return String((error + detail).printable.prefix(Self.errorCountMax))
        }
    }

    /// Returns the code, if the response belongs to an attempt.
    ///
    /// - Throws: ``IdentityFault`` that says what is wrong and what to do.
    func code(
        for attempt: SignInAttempt, at provider: IdentityProviderDescription, issuer: String
    ) throws(IdentityFault) -> String {
        guard SHA256.hash(data: Array(state.utf8)) == SHA256.hash(data: Array(attempt.state.utf8))
        else {
            throw .refused(
                "the provider's response belongs to another sign-in; sign in again in this window")
        }
        guard self.issuer == nil ? !provider.namesItself : self.issuer == issuer else {
            throw .refused("the response is not from the provider of this gateway; sign in again")
        }
        if let error {
            throw .refused(
                "the provider did not sign you in: \(error); try again, or ask the person who "
                    + "manages accounts there for access")
        }
        guard let code, (1...Self.codeByteCountMax).contains(code.utf8.count) else {
            throw .provider("its response has no code")
        }
        return code
    }
}
