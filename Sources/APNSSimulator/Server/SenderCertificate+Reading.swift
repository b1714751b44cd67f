// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSAuth
public import APNSService

extension SenderCertificate {
    /// Makes a sender's certificate from a parsed push certificate.
    ///
    /// - Parameter isTrusted: whether an authority that the service trusts signed the certificate;
    ///   see `CertificateAuthorities`.
    public init(_ certificate: PushCertificate, isTrusted: Bool) {
        self.init(
            topics: Set(certificate.topics), environments: certificate.environments,
            notValidBefore: certificate.notValidBefore, notValidAfter: certificate.notValidAfter,
            isTrusted: isTrusted)
    }
}
