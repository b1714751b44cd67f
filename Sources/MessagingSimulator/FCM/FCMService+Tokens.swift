// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import CryptoExtras
import FCM

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The token endpoint of Google's OAuth server (RFC 6749 section 5, RFC 7523).
extension FCMService {
    /// The lifetime of an access token, as Google returns it, in seconds.
    static let accessSeconds = 3599
    /// The clock difference that the endpoint tolerates, in seconds.
    static let clockSkew = 300.0

    /// A rejected request for a token.
    struct Rejection: Error {
        let code: String
        let text: String
    }

    mutating func token(
        _ request: MessagingRequest, now: Date, using generator: inout some RandomNumberGenerator
    ) -> MessagingResult {
        var entry = MessagingLogEntry(
            time: now, service: .fcm, kind: "token", status: 200, note: "access token issued")
        do throws(Rejection) {
            let access = try access(request, now: now)
            if accesses.count >= Self.accessCountMax { accesses = [:] }
            let text =
                "ya29.simulated."
                + Base64URL.encode(
                    (0..<24).map { _ in UInt8.random(in: 0...255, using: &generator) })
            accesses[text] = access
            entry.app = access.projectID
            return MessagingResult(
                response: MessagingResponse(
                    status: 200,
                    json: [
                        "access_token": .string(text),
                        "expires_in": .number(JSONNumber(Self.accessSeconds)),
                        "token_type": "Bearer",
                    ]), entry: entry)
        } catch {
            return Self.rejected(error, entry)
        }
    }

    static func rejected(_ rejection: Rejection, _ entry: MessagingLogEntry) -> MessagingResult {
        var entry = entry
        entry.status = rejection.code == "invalid_client" ? 401 : 400
        entry.reason = rejection.code
        entry.note = rejection.text
        return MessagingResult(
            response: MessagingResponse(
                status: entry.status,
                json: [
                    "error": .string(rejection.code), "error_description": .string(rejection.text),
                ]), entry: entry)
    }

    private func access(
        _ request: MessagingRequest, now: Date
    ) throws(Rejection) -> Access {
        guard request.method == "POST" else {
            throw Rejection(code: "invalid_request", text: "the method must be POST")
        }
        let form = Self.form(request.body)
        guard let grant = form["grant_type"] else {
            throw Rejection(code: "invalid_request", text: "grant_type is missing")
        }
        guard grant == TokenAssertion.grantType else {
            throw Rejection(
                code: "unsupported_grant_type",
                text: "grant_type must be \(TokenAssertion.grantType)")
        }
        guard let assertion = form["assertion"] else {
            throw Rejection(code: "invalid_request", text: "assertion is missing")
        }
        let (project, claims) = try verified(assertion)
        let own = request.origins.map { $0 + "/token" }
        guard let audience = claims["aud"]?.stringValue,
            own.contains(audience) || audience == ServiceAccount.googleTokenAddress
        else {
            throw Rejection(
                code: "invalid_grant", text: "aud must be the address of the token endpoint")
        }
        guard let issued = claims["iat"]?.doubleValue, let expiry = claims["exp"]?.doubleValue
        else {
            throw Rejection(code: "invalid_grant", text: "iat and exp must be numbers of seconds")
        }
        let time = now.timeIntervalSince1970
        guard expiry - issued <= 3600, issued <= time + Self.clockSkew,
            expiry > time - Self.clockSkew
        else {
            throw Rejection(
                code: "invalid_grant",
                text: "Invalid JWT: Token must be a short-lived token (60 minutes) and in a "
                    + "reasonable timeframe. Check your iat and exp values in the JWT claim.")
        }
        guard let scope = claims["scope"]?.stringValue, !scope.isEmpty else {
            throw Rejection(code: "invalid_scope", text: "scope is missing or empty")
        }
        return Access(
            projectID: project.id, scopes: Set(scope.split(separator: " ")),
            expiry: now.addingTimeInterval(Double(Self.accessSeconds)))
    }

    /// Verifies the signature of an assertion. Returns the project of the account that signed it,
    /// and its claims.
    private func verified(_ assertion: String) throws(Rejection) -> (FCMProject, JSONObject) {
        let parts = assertion.split(separator: ".", omittingEmptySubsequences: false).map {
            String($0)
        }
        guard parts.count == 3, let header = Self.object(parts[0]),
            let claims = Self.object(parts[1]), let signature = Base64URL.decode(parts[2])
        else {
            throw Rejection(code: "invalid_grant", text: "the assertion is not a JWT")
        }
        guard header["alg"]?.stringValue == "RS256" else {
            throw Rejection(code: "invalid_grant", text: "the algorithm must be RS256")
        }
        let email = claims["iss"]?.stringValue ?? ""
        let keyID = header["kid"]?.stringValue
        for project in projects {
            for account in project.accounts where account.email == email {
                guard keyID == nil || keyID == account.keyID,
                    let key = try? _RSA.Signing.PublicKey(pemRepresentation: account.publicKey),
                    key.isValidSignature(
                        .init(rawRepresentation: signature),
                        for: SHA256.hash(data: Array((parts[0] + "." + parts[1]).utf8)),
                        padding: .insecurePKCS1v1_5)
                else { continue }
                return (project, claims)
            }
        }
        let isKnown = projects.contains { $0.accounts.contains { $0.email == email } }
        throw Rejection(
            code: "invalid_grant",
            text: isKnown ? "Invalid JWT Signature." : "Invalid grant: account not found")
    }

    private static func object(_ part: String) -> JSONObject? {
        Base64URL.decode(part).flatMap { try? JSONReader.read($0) }?.value.objectValue
    }

    private static func form(_ body: [UInt8]) -> [String: String] {
        var values: [String: String] = [:]
        for pair in String(decoding: body, as: UTF8.self).split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1).map {
                PercentCoding.decode($0.replacing("+", with: " ")) ?? String($0)
            }
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        return values
    }
}
