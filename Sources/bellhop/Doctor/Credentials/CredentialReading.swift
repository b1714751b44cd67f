// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import NIOSSL
import ProjectDoctor

extension CredentialDoctorOptions {
    /// The largest certificate file that is read, in bytes.
    private static let certificateByteCountMax = 1 << 20
    private static let providerTokenByteCountMax = 64 << 10

    /// What the files and options say; nothing is asked of the network.
    ///
    /// - Throws: ``CommandFailure`` 66 for a file that cannot be read. What is wrong inside a file
    ///   is a finding.
    func facts() throws -> CredentialFacts {
        var facts = CredentialFacts(now: TimeSource.system.now)
        facts.teamID = key.teamID
        facts.topic = topic
        facts.deviceToken = deviceToken
        facts.environment = try to.map(EnvironmentWords.parse)
        if let path = key.keyPath {
            let inName = CredentialOptions.keyID(inFileName: path)
            facts.keyID = key.keyID ?? inName
            facts.keyFile = CredentialFacts.KeyFile(
                path: path, key: try readKey(path, keyID: facts.keyID), keyIDInName: inName)
        } else {
            facts.keyID = key.keyID
        }
        facts.certificateFile = try certificatePath.map(readCertificate)
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
        // A key can be looked at without its names; they are another check's.
        do {
            return .success(
                try ProviderKey(
                    p8: String(decoding: bytes, as: UTF8.self), keyID: keyID ?? "UNCHECKED0",
                    teamID: key.teamID ?? "UNCHECKED0"))
        } catch { return .failure(error) }
    }

    private static func readToken(
        _ text: String
    ) -> Result<UnverifiedProviderToken, ProviderTokenFormatError> {
        let word = text.trimmingBlanks
        let token = word.lowercased().hasPrefix("bearer ") ? String(word.dropFirst(7)) : word
        do { return .success(try UnverifiedProviderToken(token)) } catch { return .failure(error) }
    }

    private func readCertificate(_ path: String) throws -> CredentialFacts.CertificateFile {
        let bytes = try InputFile.read(
            path, byteCountMax: Self.certificateByteCountMax, what: "a certificate file")
        if path.lowercased().hasSuffix(".p12") || path.lowercased().hasSuffix(".pfx") {
            return try readBundle(path, bytes)
        }
        return CredentialFacts.CertificateFile(
            path: path, certificate: Self.certificate(bytes),
            keyBytes: PushCertificate.publicKeyBytes(
                ofPrivateKeyIn: String(decoding: bytes, as: UTF8.self)))
    }

    /// A `.p12`: certificate and private key under a password.
    private func readBundle(
        _ path: String, _ bytes: [UInt8]
    ) throws -> CredentialFacts.CertificateFile {
        let password = try passwordPath.map {
            String(
                decoding: try InputFile.read($0, byteCountMax: 4096, what: "a password"),
                as: UTF8.self
            ).trimmingBlanks
        }
        guard
            let bundle = try? NIOSSLPKCS12Bundle(
                buffer: bytes, passphrase: (password ?? "").utf8),
            let first = try? bundle.certificateChain.first?.toDERBytes()
        else {
            throw CommandFailure(
                .badInput,
                "\(path): this .p12 cannot be opened; give its password with "
                    + "--cert-password-file, or check that it is a .p12")
        }
        let key = try? bundle.privateKey.derBytes
        return CredentialFacts.CertificateFile(
            path: path, certificate: Self.certificate(first),
            keyBytes: key.flatMap { PushCertificate.publicKeyBytes(ofPrivateKeyDER: $0) })
    }

    private static func certificate(
        _ bytes: [UInt8]
    ) -> Result<PushCertificate, PushCertificateError> {
        do { return .success(try PushCertificate(reading: bytes)) } catch { return .failure(error) }
    }
}
