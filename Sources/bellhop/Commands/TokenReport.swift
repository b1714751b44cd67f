// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is in a provider token and what APNs would say to it.
struct TokenReport {
    let token: UnverifiedProviderToken
    let ageSeconds: Int?
    /// Whether the signature is the given key's; `nil` when no key was given.
    let isSignatureGood: Bool?
    /// Why APNs would refuse it.
    let faults: [String]

    init(_ text: String, keyPath: String?, now: Date) throws {
        let token: UnverifiedProviderToken
        do { token = try UnverifiedProviderToken(text) } catch {
            throw CommandFailure(.badInput, "the token cannot be read: \(error)")
        }
        self.token = token
        ageSeconds = token.issuedAt.map { Int(now.timeIntervalSince($0)) }
        isSignatureGood = try keyPath.map { path in
            try Self.isSigned(token, byKeyAt: path)
        }
        var faults: [String] = []
        if token.algorithm != "ES256" {
            faults.append("alg is \(token.algorithm ?? "missing"); APNs takes ES256 only")
        }
        if token.keyID?.utf8.count != 10 {
            faults.append("kid has to be the ten characters of the key's name")
        }
        if token.teamID?.utf8.count != 10 {
            faults.append("iss has to be the ten characters of the team's name")
        }
        if let age = ageSeconds {
            if age > Int(ProviderTokenVerifier.ageMax) {
                faults.append(
                    "it is \(age / 60) minutes old; APNs answers ExpiredProviderToken after 60")
            }
            if age < -Int(ProviderTokenVerifier.futureMax) {
                faults.append(
                    "iat lies \(-age / 60) minutes in the future; check the clock that signed it")
            }
        } else {
            faults.append(
                "iat is missing; it says when the token was signed, in seconds since 1970")
        }
        if isSignatureGood == false {
            faults.append("the signature is not this key's; APNs would answer InvalidProviderToken")
        }
        self.faults = faults
    }

    private static func isSigned(_ token: UnverifiedProviderToken, byKeyAt path: String) throws
        -> Bool
    {
        let key = try CredentialOptions.readKey(path, keyID: "UNCHECKED0", teamID: "UNCHECKED0")
        let registered = RegisteredKey(
            keyID: token.keyID ?? "", teamID: token.teamID ?? "", publicKey: key.publicKey)
        return ProviderTokenVerifier.isSigned(token, by: registered.publicKey)
    }

    /// The report for people.
    var text: String {
        var lines = [
            "header     \(JSONWriter.text(.object(token.header)))",
            "claims     \(JSONWriter.text(.object(token.claims)))",
            "algorithm  \(token.algorithm ?? "missing")", "key        \(token.keyID ?? "missing")",
            "team       \(token.teamID ?? "missing")",
        ]
        if let date = token.issuedAt, let age = ageSeconds {
            lines.append(
                "issued     \(date.formatted(.iso8601)) (\(age / 60) min \(abs(age) % 60) s ago)")
        }
        switch isSignatureGood {
        case true?: lines.append("signature  \(token.signature.count) bytes, good for this key")
        case false?: lines.append("signature  \(token.signature.count) bytes, NOT this key's")
        case nil:
            lines.append("signature  \(token.signature.count) bytes, not checked (give --key)")
        }
        lines += token.oddities.map { "note       \($0): APNs takes it, a strict reader would not" }
        lines += faults.map { "refused    \($0)" }
        return lines.joined(separator: "\n")
    }

    func jsonText() throws -> String {
        var object: JSONObject = [
            "header": .object(token.header), "claims": .object(token.claims),
            "signature_bytes": .number(JSONNumber(token.signature.count)),
            "faults": .array(faults.map(JSONValue.string)),
            "oddities": .array(token.oddities.map(JSONValue.string)),
        ]
        object["age_seconds"] = ageSeconds.map { .number(JSONNumber($0)) }
        object["is_signature_good"] = isSignatureGood.map(JSONValue.bool)
        return JSONWriter.text(.object(object), style: .indented)
    }
}
