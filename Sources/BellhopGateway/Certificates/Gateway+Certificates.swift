// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Crypto
public import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Gateway {
    /// Stores the push certificate of an app, after checking it. The certificate replaces the app's
    /// key.
    ///
    /// - Throws: `Problem` if the file cannot be read, if the certificate has expired or is for
    ///   another app, or if there is no such app.
    public func putCertificate(
        bundleID: String, _ request: CertificateRequest
    ) async throws -> CredentialResource {
        let client: ClientCertificate
        do {
            client = try ClientCertificate(reading: request.file, password: request.password)
            try client.check(for: nil, at: time.now)
        } catch {
            let isAboutPassword = error == .passwordNeeded || error == .wrongPassword
            throw Problem(
                .badProviderKey, "\(error)",
                keyPath: isAboutPassword ? "password" : "certificate")
        }
        let certificate = client.certificate
        guard certificate.topics.contains(bundleID) else {
            let topics = certificate.topics.prefix(3).joined(separator: ", ")
            throw Problem(
                .badProviderKey,
                "the certificate is for \(topics) and not for \(bundleID); upload the "
                    + "certificate of this app", keyPath: "certificate")
        }
        var credential = AppCredential(
            bundleID: bundleID, keyID: "certificate", teamID: "",
            p8: client.chainPEM + client.privateKeyPEM,
            fingerprint: Hex.encode(SHA256.hash(data: certificate.publicKeyBytes)))
        credential.kind = .certificate
        credential.expiresAt = certificate.notValidAfter
        credential.environments = certificate.environments.sorted { $0.rawValue < $1.rawValue }
        guard let facts = try await store.putCredential(credential, now: time.now)?.credential
        else {
            throw Problem.appNotFound(bundleID)
        }
        worker.credentialReplaced(credential)
        campaigns?.credentialReplaced()
        return CredentialResource(facts)
    }
}
