// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The request that exchanges a code for an ID token, and its response (OpenID Connect Core 1.0
/// section 3.1.3).
struct CodeExchange: Sendable {
    let request: HTTPExchangeRequest

    init(
        code: String, attempt: SignInAttempt, redirectURI: String, settings: OpenIDConnect,
        provider: IdentityProviderDescription
    ) {
        var fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
            ("code_verifier", attempt.codeVerifier),
        ]
        var headers = [
            (name: "content-type", value: "application/x-www-form-urlencoded"),
            (name: "accept", value: "application/json"),
        ]
        switch provider.authentication {
        case .basic:
            // Both parts are form-encoded before they are joined (RFC 6749 section 2.3.1).
            let pair = [settings.clientID, settings.clientSecret].map { PercentCoding.encode($0) }
                .joined(separator: ":")
            headers.append(
                (name: "authorization", value: "Basic " + Data(pair.utf8).base64EncodedString()))
        case .post:
            fields += [
                ("client_id", settings.clientID), ("client_secret", settings.clientSecret),
            ]
        }
        let body = fields.map { $0.0 + "=" + PercentCoding.encode($0.1) }.joined(separator: "&")
        request = HTTPExchangeRequest(
            url: provider.tokenEndpoint, headers: headers, body: Array(body.utf8))
    }

    /// Reads the ID token in a response.
    ///
    /// - Throws: ``IdentityFault`` that says what the provider refused, and what to do.
    static func token(in response: HTTPExchangeResponse) throws(IdentityFault) -> IDToken {
        let object = (try? JSONReader.read(response.body))?.value.objectValue
        guard response.status == 200 else {
            let error = object?["error"]?.stringValue ?? ""
            switch error {
            case "invalid_client", "unauthorized_client":
                throw .provider(
                    "it does not accept the gateway's client identifier and secret; check both")
            case "invalid_grant":
                throw .refused(
                    "the provider does not accept the code of this sign-in, which works once and "
                        + "for a short time; sign in again")
            default:
                let shown = String(error.printable.prefix(AuthorizationResponse.errorCountMax))
                throw .provider(
                    "it responded with \(response.status)"
                        + (shown.isEmpty ? "" : " (\(shown))") + " to the code of this sign-in")
            }
        }
        guard let text = object?["id_token"]?.stringValue else {
            throw .provider("its response has no ID token; permit the scope openid for the client")
        }
        return try IDToken(text)
    }
}
