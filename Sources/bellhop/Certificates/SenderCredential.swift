// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import CommandSupport
import Workbench

extension SenderCredential {
    /// Creates a credential from the options of the command line; `nil` if the options name neither
    /// a key nor a certificate.
    ///
    /// - Throws: ``CommandFailure`` with status 64 if the options name both, and with status 65 or
    ///   66 if a file cannot be used.
    init?(_ key: CredentialOptions, _ certificate: CertificateOptions) throws {
        if certificate.path != nil, key.isGiven {
            throw CommandFailure.keyAndCertificate
        }
        if let certificate = try certificate.certificate() {
            self = .certificate(certificate)
        } else if key.isGiven {
            self = .key(try key.requiredKey())
        } else {
            return nil
        }
    }

    /// Rejects an unusable certificate before anything is sent.
    ///
    /// - Parameter environment: the environment of the destination, if it is known.
    func check(for environment: APNSEnvironment?, path: String?) throws {
        guard case .certificate(let certificate) = self else { return }
        do { try certificate.check(for: environment, at: TimeSource.system.now) } catch {
            throw CommandFailure(.badInput, "\(path ?? "the certificate"): \(error)")
        }
    }
}

extension CommandFailure {
    /// The failure of a command that was given both kinds of credential.
    static let keyAndCertificate = CommandFailure(
        .usage, "--cert and --key cannot be combined; give one of them")
}
