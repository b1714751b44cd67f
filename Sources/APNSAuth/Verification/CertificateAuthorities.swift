// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1
import X509

/// The authorities whose client certificates a service takes.
public struct CertificateAuthorities: Sendable {
    private let certificates: [Certificate]

    /// Certificates of a chain that are looked at; a longer chain is not followed to its end.
    static let chainCountMax = 10

    /// No authority: nobody's certificate is taken.
    public init() { certificates = [] }

    /// Takes every certificate of some texts in PEM.
    ///
    /// - Throws: ``PushCertificateError/notACertificate`` when one cannot be read.
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

    /// Whether a chain, the owner's certificate first, each as DER, leads to one of them.
    ///
    /// Looks at signatures and at who may sign; whether the owner's certificate is valid today and
    /// what it may be used for is for the caller to judge.
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
