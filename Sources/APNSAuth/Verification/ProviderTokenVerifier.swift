// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import Crypto

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Checks the `authorization` header of a request as APNs does. The verifier is stateless.
///
/// Measurements show that APNs checks the credentials before the device token. Developers report
/// that APNs accepts both signature forms, `r‖s` and ASN.1 DER, and accepts digits in a string as
/// `iat`. Source: "Establishing a token-based connection to APNs".
public enum ProviderTokenVerifier {
    /// The age in seconds beyond which a token is rejected. Apple documents this limit.
    public static let ageMax: TimeInterval = CheckedProviderToken.ageMax
    /// The maximum time in seconds by which `iat` may be in the future. Apple documents that `iat`
    /// may differ from the current time by at most an hour, in either direction.
    public static let futureMax: TimeInterval = 60 * 60

    /// Verifies the header.
    ///
    /// - Parameters:
    ///   - authorization: the header's value; `nil` when the header is absent.
    ///   - now: the service's time.
    ///   - key: finds a registered key by its identifier.
    /// - Returns: The key that signed the token, or the reason with which APNs rejects the token.
    public static func verify(
        authorization: String?, now: Date, key: (String) -> RegisteredKey?
    ) -> Result<RegisteredKey, RejectionReason.Refusal> {
        guard let authorization else { return .failure(.init(.missingProviderToken)) }
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            return .failure(.init(.missingProviderToken))
        }
        let token: UnverifiedProviderToken
        do { token = try UnverifiedProviderToken(parts[1]) } catch {
            return .failure(.init(.invalidProviderToken, because: error.description))
        }
        guard let keyID = token.keyID, let registered = key(keyID) else {
            return .failure(
                .init(.invalidProviderToken, because: unknownKey(token.keyID)))
        }
        guard token.teamID == registered.teamID else {
            return .failure(
                .init(
                    .invalidProviderToken,
                    because: "key \(registered.keyID) belongs to team \(registered.teamID), but "
                        + "iss is \(shown(token.teamID))"))
        }
        guard token.algorithm == "ES256", let issuedAt = token.issuedAt,
            let publicKey = registered.publicKey, isSigned(token, by: publicKey)
        else {
            let problems = token.faults(key: registered.publicKey, now: now)
            return .failure(.init(.invalidProviderToken, because: problems.first))
        }
        let age = now.timeIntervalSince(issuedAt)
        guard age >= -futureMax else {
            let problems = token.faults(key: nil, now: now)
            return .failure(.init(.invalidProviderToken, because: problems.first))
        }
        guard age <= ageMax else {
            return .failure(
                .init(
                    .expiredProviderToken,
                    because: "the provider token is \(Int(saturating: age / 60)) minutes old"))
        }
        return .success(registered)
    }

    private static func unknownKey(_ keyID: String?) -> String {
        guard let keyID else { return "kid, the key ID, is missing" }
        return "the simulator does not know the key \(shown(keyID)); register it or check kid"
    }

    /// Returns an untrusted claim in shortened, printable form.
    private static func shown(_ text: String?) -> String {
        guard let text else { return "missing" }
        let characters = text.unicodeScalars.prefix(24).map { scalar in
            (0x20..<0x7F).contains(scalar.value) ? Character(scalar) : "?"
        }
        return String(characters)
    }

    /// Returns whether the signature, in either form, was made with this key.
    public static func isSigned(
        _ token: UnverifiedProviderToken, by publicKey: P256.Signing.PublicKey
    ) -> Bool {
        let signature =
            token.signature.count == 64
            ? try? P256.Signing.ECDSASignature(rawRepresentation: token.signature)
            : try? P256.Signing.ECDSASignature(derRepresentation: token.signature)
        guard let signature else { return false }
        return publicKey.isValidSignature(signature, for: Array(token.signedText.utf8))
    }
}
