// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import CommandSupport
import FCM
import ProjectDoctor
import Workbench

extension CredentialDoctorOptions {
    /// The maximum size of a provider token that is read, in bytes.
    private static let providerTokenByteCountMax = 64 << 10

    /// The maximum size of the key file of a service account, in bytes.
    private static let serviceAccountByteCountMax = 64 << 10

    /// Returns the facts from files and options, without using the network.
    ///
    /// - Throws: ``CommandFailure`` with status 66 for a file that cannot be read. A problem in a
    ///   file's content is a finding.
    func facts() throws -> CredentialFacts {
        var facts = CredentialFacts(now: TimeSource.system.now)
        facts.teamID = key.teamID
        facts.topic = topic
        facts.deviceToken = deviceToken
        facts.environment = try to.map(EnvironmentName.parse)
        if let path = key.keyPath {
            let inName = CredentialOptions.keyID(inFileName: path)
            facts.keyID = key.keyID ?? inName
            facts.keyFile = CredentialFacts.KeyFile(
                path: path, key: try readKey(path, keyID: facts.keyID), keyIDInName: inName)
        } else {
            facts.keyID = key.keyID
        }
        facts.certificateFile = try readCertificate()
        facts.serviceAccountFile = try readServiceAccount()
        facts.providerToken = try providerToken.map { word in
            let text =
                word == "-"
                ? String(
                    decoding: try InputFile.read(
                        "-", byteCountMax: Self.providerTokenByteCountMax,
                        what: "a provider token"), as: UTF8.self) : word
            return Self.readToken(text)
        }
        return facts
    }

    private func readKey(
        _ path: String, keyID: String?
    ) throws -> Result<ProviderKey, ProviderKeyError> {
        let bytes = try InputFile.read(
            path, byteCountMax: CredentialOptions.keyFileByteCountMax, what: "a .p8 key file")
        // The key can be examined without its identifiers. Another check reports missing
        // identifiers.
        do {
            return .success(
                try ProviderKey(
                    p8: String(decoding: bytes, as: UTF8.self), keyID: keyID ?? "UNCHECKED0",
                    teamID: key.teamID ?? "UNCHECKED0"))
        } catch { return .failure(error) }
    }

    private func readServiceAccount() throws -> CredentialFacts.ServiceAccountFile? {
        guard let path = fcm else { return nil }
        let bytes = try InputFile.read(
            path, byteCountMax: Self.serviceAccountByteCountMax, what: "a service account")
        do throws(ServiceAccount.Problem) {
            return CredentialFacts.ServiceAccountFile(
                path: InputFile.name(path), account: .success(try ServiceAccount(json: bytes)))
        } catch {
            return CredentialFacts.ServiceAccountFile(
                path: InputFile.name(path), account: .failure(error))
        }
    }

    private static func readToken(
        _ text: String
    ) -> Result<UnverifiedProviderToken, ProviderTokenFormatError> {
        let word = text.trimmingBlanks
        let token = word.lowercased().hasPrefix("bearer ") ? String(word.dropFirst(7)) : word
        do { return .success(try UnverifiedProviderToken(token)) } catch { return .failure(error) }
    }

    private func readCertificate() throws -> CredentialFacts.CertificateFile? {
        guard let path = certificate.path else { return nil }
        let bytes = try InputFile.read(
            path, byteCountMax: CertificateFile.byteCountMax, what: "a certificate file")
        let key = try certificate.keyPath.map {
            try InputFile.read(
                $0, byteCountMax: CertificateFile.byteCountMax, what: "a private key")
        }
        let password = try certificate.passwordPath.map { try CertificateOptions.password(in: $0) }
        do throws(ClientCertificateError) {
            let file = try CertificateFile(reading: bytes, key: key, password: password)
            return CredentialFacts.CertificateFile(
                path: path, certificate: Self.pushCertificate(file), keyBytes: file.keyBytes)
        } catch {
            switch error {
            // A file that is not a certificate is a finding. A file that cannot be decrypted cannot
            // be examined.
            case .notACertificateFile, .noCertificate, .damaged:
                return CredentialFacts.CertificateFile(
                    path: path, certificate: .failure(.notACertificate))
            default:
                let message = CertificateOptions.description(
                    of: error, passwordOption: "--cert-password-file")
                throw CommandFailure(.badInput, "\(path): \(message)")
            }
        }
    }

    private static func pushCertificate(
        _ file: CertificateFile
    ) -> Result<PushCertificate, PushCertificateError> {
        do { return .success(try PushCertificate(file.leaf)) } catch { return .failure(error) }
    }
}
