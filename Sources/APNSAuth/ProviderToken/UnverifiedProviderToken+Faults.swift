// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Crypto

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension UnverifiedProviderToken {
    /// Returns descriptions of all reasons for which APNs would reject the token; empty if APNs
    /// would accept it.
    ///
    /// - Parameters:
    ///   - key: the key that should have signed the token; if `nil`, the signature is not checked.
    ///   - now: the time of the request.
    public func faults(key: P256.Signing.PublicKey?, now: Date) -> [String] {
        var problems: [String] = []
        if algorithm != "ES256" {
            problems.append(
                "alg is \(algorithm.map { "\($0.prefix(24))" } ?? "missing"); APNs accepts only "
                    + "ES256"
            )
        }
        if keyID?.utf8.count != 10 {
            problems.append("kid must be the ten characters of the key ID")
        }
        if teamID?.utf8.count != 10 {
            problems.append("iss must be the ten characters of the team ID")
        }
        if let issuedAt {
            let minutes = now.timeIntervalSince(issuedAt) / 60
            if minutes * 60 > ProviderTokenVerifier.ageMax {
                problems.append(
                    "the token is \(Self.duration(ofMinutes: minutes)) old; APNs returns "
                        + "ExpiredProviderToken after 60 minutes")
            } else if minutes * 60 < -ProviderTokenVerifier.futureMax {
                problems.append(
                    "iat is \(Self.duration(ofMinutes: -minutes)) in the future; check the clock "
                        + "of the machine that signed the token, and that iat is in seconds")
            }
        } else if claims["iat"] != nil {
            problems.append(
                "iat is not a time in seconds since 1970; APNs rejects the token with "
                    + "InvalidProviderToken")
        } else {
            problems.append(
                "iat is missing; it must be the time of signing, in seconds since 1970")
        }
        if let key, !ProviderTokenVerifier.isSigned(self, by: key) {
            problems.append(
                "the signature was not made with this key; APNs would return InvalidProviderToken")
        }
        return problems
    }

    private static func duration(ofMinutes minutes: Double) -> String {
        "\(Int(saturating: minutes)) minutes"
    }
}
