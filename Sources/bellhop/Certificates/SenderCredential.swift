// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire

/// How a command proves who sends: a key or a certificate.
enum SenderCredential: Sendable {
    case key(ProviderKey)
    case certificate(ClientCertificate)

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

    var authentication: Authentication {
        switch self {
        case .key(let key): .providerToken(ProviderTokenSource(key: key))
        case .certificate(let certificate): .certificate(certificate)
        }
    }

    /// Says before anything is sent that a certificate is no good.
    ///
    /// - Parameter environment: where it is to be used, if that is known.
    func check(for environment: APNSEnvironment?, path: String?) throws {
        guard case .certificate(let certificate) = self else { return }
        do { try certificate.check(for: environment, at: TimeSource.system.now) } catch {
            throw CommandFailure(.badInput, "\(path ?? "the certificate"): \(error)")
        }
    }
}
