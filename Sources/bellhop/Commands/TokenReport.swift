// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import CommandSupport
import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The contents of a provider token, and whether APNs would accept it.
struct TokenReport {
    let token: UnverifiedProviderToken
    let ageSeconds: Int?
    /// Whether the signature matches the given key; `nil` if no key was given.
    let isSignatureValid: Bool?
    /// The reasons why APNs would refuse the token.
    let problems: [String]

    init(_ text: String, keyPath: String?, now: Date) throws {
        let token: UnverifiedProviderToken
        do { token = try UnverifiedProviderToken(text) } catch {
            throw CommandFailure(.badInput, "the provider token cannot be read: \(error)")
        }
        self.token = token
        ageSeconds = token.issuedAt.map { Int(saturating: now.timeIntervalSince($0)) }
        let key = try keyPath.map {
            try CredentialOptions.readKey($0, keyID: "UNCHECKED0", teamID: "UNCHECKED0").publicKey
        }
        isSignatureValid = key.map { ProviderTokenVerifier.isSigned(token, by: $0) }
        problems = token.faults(key: key, now: now)
    }

    /// The report as text for people.
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
        switch isSignatureValid {
        case true?: lines.append("signature  \(token.signature.count) bytes, made with this key")
        case false?:
            lines.append("signature  \(token.signature.count) bytes, NOT made with this key")
        case nil:
            lines.append(
                "signature  \(token.signature.count) bytes, not checked; give the key with --key")
        }
        lines += token.oddities.map {
            "note       \($0): APNs accepts this, but a strict parser would not"
        }
        lines += problems.map { "refused    \($0)" }
        return lines.joined(separator: "\n")
    }

    func jsonText() throws -> String {
        var object: JSONObject = [
            "header": .object(token.header), "claims": .object(token.claims),
            "signature_bytes": .number(JSONNumber(token.signature.count)),
            "faults": .array(problems.map(JSONValue.string)),
            "oddities": .array(token.oddities.map(JSONValue.string)),
        ]
        object["age_seconds"] = ageSeconds.map { .number(JSONNumber($0)) }
        object["is_signature_good"] = isSignatureValid.map(JSONValue.bool)
        return JSONWriter.text(.object(object), style: .indented)
    }
}
