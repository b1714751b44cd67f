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
    ///   - key: the key that should have signed it; `nil` leaves the signature unchecked.
    ///   - now: the time of the request.
    public func faults(key: P256.Signing.PublicKey?, now: Date) -> [String] {
        var faults: [String] = []
        if algorithm != "ES256" {
            faults.append(
                "alg is \(algorithm.map { "\($0.prefix(24))" } ?? "missing"); APNs accepts only "
                    + "ES256"
            )
        }
        if keyID?.utf8.count != 10 {
            faults.append("kid must be the ten characters of the key ID")
        }
        if teamID?.utf8.count != 10 {
            faults.append("iss must be the ten characters of the team ID")
        }
        if let issuedAt {
            let minutes = now.timeIntervalSince(issuedAt) / 60
            if minutes * 60 > ProviderTokenVerifier.ageMax {
                faults.append(
                    "the token is \(Self.words(minutes)) old; APNs returns ExpiredProviderToken "
                        + "after 60 minutes")
            } else if minutes * 60 < -ProviderTokenVerifier.futureMax {
                faults.append(
                    "iat is \(Self.words(-minutes)) in the future; check the clock that signed it, "
                        + "and that iat is in seconds")
            }
        } else if claims["iat"] != nil {
            faults.append(
                "iat is not a time in seconds since 1970; APNs rejects the token with "
                    + "InvalidProviderToken")
        } else {
            faults.append(
                "iat is missing; it must be the time of signing, in seconds since 1970")
        }
        if let key, !ProviderTokenVerifier.isSigned(self, by: key) {
            faults.append(
                "the signature was not made with this key; APNs would return InvalidProviderToken")
        }
        return faults
    }

    private static func words(_ minutes: Double) -> String {
        "\(Int(saturating: minutes)) minutes"
    }
}
