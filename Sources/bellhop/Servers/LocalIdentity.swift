// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StateDirectory {
    /// Returns the certificate authority of this directory, which signs the certificates of servers
    /// on this machine. It is created if there is none, or if it expires within a day.
    func localAuthority(now: Date) throws -> LocalAuthority {
        if let certificate = readText(.authorityCertificate),
            let key = readText(.authorityKey),
            let authority = try? LocalAuthority(certificatePEM: certificate, privateKeyPEM: key),
            authority.isValid(now: now)
        {
            return authority
        }
        let authority = try LocalAuthority(now: now)
        try write(authority.privateKeyPEM.utf8, to: .authorityKey)
        try write(authority.certificatePEM.utf8, to: .authorityCertificate)
        return authority
    }
}
