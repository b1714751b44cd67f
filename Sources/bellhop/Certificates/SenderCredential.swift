// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import CommandSupport
import Workbench

extension SenderCredential {
    /// What the command line names, `nil` when it names neither.
    ///
    /// - Throws: ``CommandFailure`` 64 for both at once, 65 or 66 for unusable files.
    init?(_ key: CredentialOptions, _ certificate: CertificateOptions) throws {
        if certificate.path != nil, key.isGiven {
            throw CommandFailure(
                .usage, "--cert and --key contradict each other; give one of them")
        }
        if let certificate = try certificate.certificate() {
            self = .certificate(certificate)
        } else if key.isGiven {
            self = .key(try key.requiredKey())
        } else {
            return nil
        }
    }

    /// Refuses a certificate that cannot be used before anything is sent.
    ///
    /// - Parameter environment: where it is to be used, if that is known.
    func check(for environment: APNSEnvironment?, path: String?) throws {
        guard case .certificate(let certificate) = self else { return }
        do { try certificate.check(for: environment, at: TimeSource.system.now) } catch {
            throw CommandFailure(.badInput, "\(path ?? "the certificate"): \(error)")
        }
    }
}
