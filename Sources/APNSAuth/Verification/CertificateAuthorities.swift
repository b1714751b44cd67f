// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1
import X509

/// The authorities whose client certificates a service accepts.
public struct CertificateAuthorities: Sendable {
    private let certificates: [Certificate]

    /// The maximum number of certificates of a chain that are examined. The rest of a longer chain
    /// is ignored.
    static let chainCountMax = 10

    /// Makes an empty list of authorities, so that no certificate is accepted.
    public init() { certificates = [] }

    /// Makes a list of all certificates in the given PEM texts.
    ///
    /// - Throws: ``PushCertificateError/notACertificate`` when a certificate cannot be read.
    public init(pem texts: [String]) throws(PushCertificateError) {
        var certificates: [Certificate] = []
        for text in texts {
            do {
                certificates += try PEMDocument.parseMultiple(pemString: text)
                    .filter { $0.discriminator == "CERTIFICATE" }
                    .map { try Certificate(pemDocument: $0) }
            } catch { throw .notACertificate }
        }
        self.certificates = certificates
    }

    /// Returns whether a chain of DER certificates, starting with the owner's certificate, leads to
    /// one of the authorities.
    ///
    /// This function checks the signatures, and checks that each issuer is allowed to sign. The
    /// caller has to check whether the owner's certificate is currently valid and for which uses it
    /// is permitted.
    public func vouch(forChain chain: [[UInt8]]) -> Bool {
        let path = chain.prefix(Self.chainCountMax).map { try? Certificate(derEncoded: $0) }
        for (index, certificate) in path.enumerated() {
            guard let certificate else { return false }
            if certificates.contains(where: { Self.isSigned(certificate, by: $0) }) { return true }
            guard index + 1 < path.count, let issuer = path[index + 1],
                Self.isSigned(certificate, by: issuer)
            else { return false }
        }
        return false
    }

    private static func isSigned(_ certificate: Certificate, by issuer: Certificate) -> Bool {
        guard certificate.issuer == issuer.subject,
            case .isCertificateAuthority? = try? issuer.extensions.basicConstraints
        else { return false }
        return issuer.publicKey.isValidSignature(certificate.signature, for: certificate)
    }
}
