// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSAuth
package import ArgumentParser

/// The options for a sender's certificate, which is used instead of a key.
package struct CertificateOptions: ParsableArguments {
    /// The maximum length of a password, in bytes.
    package static let passwordByteCountMax = 4096

    @Option(
        name: .customLong("cert"),
        help: ArgumentHelp(
            "A push certificate: .p12, or .pem with its private key.", valueName: "file"),
        completion: .file(extensions: ["p12", "pem"]))
    package var path: String?

    @Option(
        name: .customLong("cert-key"),
        help: ArgumentHelp(
            "The certificate's private key, if it is in a separate file.", valueName: "file"))
    package var keyPath: String?

    @Option(
        name: .customLong("cert-password-file"),
        help: ArgumentHelp(
            "A file with the password of the .p12 or of the private key.", valueName: "file"))
    package var passwordPath: String?

    package init() {}

    package func validate() throws {
        if path == nil, keyPath != nil || passwordPath != nil {
            throw ValidationError("--cert-key and --cert-password-file require --cert")
        }
    }

    /// Returns the content of the files; `nil` if no certificate was specified.
    package func file() throws -> CertificateFile? {
        try path.map { try Self.read($0, key: keyPath, passwordPath: passwordPath) }
    }

    /// Returns the certificate for sending; `nil` if none was specified.
    ///
    /// - Throws: ``CommandFailure`` with status 65 if the certificate cannot be used, and with
    ///   status 66 if a file cannot be read.
    package func certificate() throws -> ClientCertificate? {
        guard let path, let file = try file() else { return nil }
        do { return try ClientCertificate(file) } catch {
            throw CommandFailure(.badInput, "\(path): \(error)")
        }
    }

    /// Reads a certificate's files.
    ///
    /// - Parameter passwordOption: the name of the option for the password.
    /// - Throws: ``CommandFailure`` with status 65 or 66.
    package static func read(
        _ path: String, key keyPath: String?, passwordPath: String?,
        passwordOption: String = "--cert-password-file"
    ) throws -> CertificateFile {
        let bytes = try InputFile.read(
            path, byteCountMax: CertificateFile.byteCountMax, what: "a certificate file")
        let key = try keyPath.map {
            try InputFile.read(
                $0, byteCountMax: CertificateFile.byteCountMax, what: "a private key")
        }
        let password = try passwordPath.map { try self.password(in: $0) }
        do { return try CertificateFile(reading: bytes, key: key, password: password) } catch {
            throw CommandFailure(
                .badInput,
                "\(InputFile.name(path)): \(description(of: error, passwordOption: passwordOption))"
            )
        }
    }

    /// Returns the password in a file, without the line end.
    package static func password(in path: String) throws -> String {
        let bytes = try InputFile.read(
            path, byteCountMax: passwordByteCountMax, what: "a password")
        var text = String(decoding: bytes, as: UTF8.self)
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }

    package static func description(
        of error: ClientCertificateError, passwordOption: String
    ) -> String {
        error == .passwordNeeded
            ? "the file is protected by a password; give a file with the password as "
                + "\(passwordOption)"
            : error.description
    }
}
