// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSAuth

/// The content of a certificate's files, which is secret.
package struct CertificateContent: Sendable {
    private let bytes: [UInt8]
    /// The bytes of the file with the private key; `nil` if there is no such file.
    private let key: [UInt8]?
    package let password: String?
    /// The certificate file's name in messages.
    private let name: String
    /// The name of the option for the password.
    private let passwordOption: String

    /// Reads the files, but not yet the certificate in them.
    ///
    /// - Parameter passwordOption: the name of the option for the password.
    /// - Throws: ``CommandFailure`` with status 65 or 66.
    package init(
        reading path: String, key keyPath: String?, passwordPath: String?,
        passwordOption: String = "--cert-password-file"
    ) throws {
        bytes = try InputFile.read(
            path, byteCountMax: CertificateFile.byteCountMax, what: "a certificate file")
        key = try keyPath.map {
            try InputFile.read(
                $0, byteCountMax: CertificateFile.byteCountMax, what: "a private key")
        }
        password = try passwordPath.map { try CertificateOptions.password(in: $0) }
        name = InputFile.name(path)
        self.passwordOption = passwordOption
    }

    /// Returns the certificate with its issuers, which may lack the private key.
    ///
    /// - Throws: ``CommandFailure`` with status 65.
    package func file() throws -> CertificateFile {
        do { return try CertificateFile(reading: bytes, key: key, password: password) } catch {
            let text = CertificateOptions.description(of: error, passwordOption: passwordOption)
            throw CommandFailure(.badInput, "\(name): \(text)")
        }
    }

    /// Returns the certificate for sending.
    ///
    /// - Throws: ``CommandFailure`` with status 65 if the certificate cannot be used.
    package func certificate() throws -> ClientCertificate {
        let file = try file()
        do { return try ClientCertificate(file) } catch {
            throw CommandFailure(.badInput, "\(name): \(error)")
        }
    }

    /// Returns the bytes of one file that contains both the certificate and the private key.
    ///
    /// - Throws: ``CommandFailure`` with status 65 if there are two files that are not both PEM.
    package func joined() throws -> [UInt8] {
        guard let key else { return bytes }
        // A certificate in DER form begins with this byte, and so does a .p12 file.
        guard bytes.first != 0x30, key.first != 0x30 else {
            throw CommandFailure(
                .badInput,
                "\(name): a certificate with a separate private key must be a PEM file; convert "
                    + "it with: openssl x509 -in CERTIFICATE -out CERTIFICATE.pem")
        }
        return bytes + [UInt8(ascii: "\n")] + key
    }
}

extension CertificateContent: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    package var description: String { "a certificate file of \(bytes.count) bytes" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["byteCount": bytes.count]) }
}
