// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSAuth
public import APNSService

extension SenderCertificate {
    /// What a certificate says that was read.
    ///
    /// - Parameter isTrusted: whether an authority signed it that the service knows, see
    ///   `CertificateAuthorities`.
    public init(_ certificate: PushCertificate, isTrusted: Bool) {
        self.init(
            topics: Set(certificate.topics), environments: certificate.environments,
            notValidBefore: certificate.notValidBefore, notValidAfter: certificate.notValidAfter,
            isTrusted: isTrusted)
    }
}
