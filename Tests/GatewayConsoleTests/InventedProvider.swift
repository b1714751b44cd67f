// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import Foundation
import GatewayAPI
import HTTPTypes
import Synchronization
import Testing

@testable import BellhopGateway

/// An identity provider in this process, which signs in the person that a test names.
final class InventedProvider: IdentityProviderExchanging {
    static let issuer = "https://sso.example.com"
    static let settings = try? OpenIDConnect(
        issuer: issuer, clientID: "bellhop", clientSecret: "the client's secret",
        name: "Example SSO")

    struct State {
        var key = P256.Signing.PrivateKey()
        var keyID = "1"
        /// The claims that replace others in the next tokens.
        var claims: JSONObject = [
            "sub": "1", "email": "alex@example.com", "email_verified": true,
        ]
        /// The nonce of each code, and its code challenge.
        var codes: [String: (nonce: String, challenge: String)] = [:]
        var gets: [String] = []
        var posts: [String] = []
        /// What the provider responds with instead of its description.
        var description: [UInt8]?
        var failure: HTTPExchangeFailure?
    }

    let clock: @Sendable () -> Date
    let state = Mutex(State())

    init(clock: @escaping @Sendable () -> Date) { self.clock = clock }

    /// Signs a person in: what the provider's pages do with the address that the browser opens.
    ///
    /// - Returns: the path and query with which the browser comes back.
    func signIn(_ address: String, code: String = "code") throws -> String {
        let query = try #require(URLComponents(string: address)?.queryItems)
        func value(_ name: String) throws -> String {
            try #require(query.first { $0.name == name }?.value)
        }
        let nonce = try value("nonce")
        let challenge = try value("code_challenge")
        state.withLock { $0.codes[code] = (nonce, challenge) }
        let back = try #require(URLComponents(string: try value("redirect_uri")))
        return back.path + "?code=\(code)&state=" + (try value("state"))
    }

    func get(_ url: String) async throws(HTTPExchangeFailure) -> HTTPExchangeResponse {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        return state.withLock { state in
            state.gets.append(url)
            let point = Array(state.key.publicKey.rawRepresentation)
            let document: JSONValue =
                url.hasSuffix("/keys")
                ? [
                    "keys": [
                        [
                            "kty": "EC", "crv": "P-256", "kid": .string(state.keyID),
                            "x": .string(Base64URL.encode(point[..<32])),
                            "y": .string(Base64URL.encode(point[32...])),
                        ]
                    ]
                ]
                : [
                    "issuer": .string(Self.issuer),
                    "authorization_endpoint": .string(Self.issuer + "/authorize"),
                    "token_endpoint": .string(Self.issuer + "/token"),
                    "jwks_uri": .string(Self.issuer + "/keys"),
                ]
            let isDescription = !url.hasSuffix("/keys")
            return HTTPExchangeResponse(
                status: 200, retryAfter: nil,
                body: (isDescription ? state.description : nil) ?? JSONWriter.write(document))
        }
    }

    func post(
        _ request: HTTPExchangeRequest
    ) async throws(HTTPExchangeFailure) -> HTTPExchangeResponse {
        let form = String(decoding: request.body, as: UTF8.self)
        let fields = Dictionary(
            form.split(separator: "&").map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1)
                return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
            }, uniquingKeysWith: { first, _ in first })
        let verifier = fields["code_verifier"] ?? ""
        let challenge = Base64URL.encode(SHA256.hash(data: Array(verifier.utf8)))
        let body: JSONValue? = state.withLock { state in
            state.posts.append(form)
            // A code works once, and only with the verifier of its challenge.
            guard let entry = state.codes.removeValue(forKey: fields["code"] ?? ""),
                entry.challenge == challenge
            else { return nil }
            var claims: JSONObject = [
                "iss": .string(Self.issuer), "aud": "bellhop", "nonce": .string(entry.nonce),
                "iat": .number(JSONNumber(clock().wholeEpochSeconds)),
                "exp": .number(JSONNumber(clock().wholeEpochSeconds + 60)),
            ]
            for member in state.claims.members { claims[member.key] = member.value }
            return ["id_token": .string(Self.token(claims, state))]
        }
        return HTTPExchangeResponse(
            status: body == nil ? 400 : 200, retryAfter: nil,
            body: JSONWriter.write(body ?? ["error": "invalid_grant"]))
    }

    private static func token(_ claims: JSONObject, _ state: State) -> String {
        let header: JSONObject = ["alg": "ES256", "kid": .string(state.keyID)]
        let text = [header, claims]
            .map { Base64URL.encode(JSONWriter.write(.object($0))) }.joined(separator: ".")
        let signature = try? state.key.signature(for: SHA256.hash(data: Array(text.utf8)))
        return text + "." + Base64URL.encode(Array(signature?.rawRepresentation ?? Data()))
    }
}
