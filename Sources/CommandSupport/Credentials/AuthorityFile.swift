// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSProvider

/// Reads the file for `--ca`, which contains certificate authorities that replace the system's
/// authorities.
package enum AuthorityFile {
    /// Reads a PEM file with certificates.
    ///
    /// - Throws: ``CommandFailure`` with status 65 if the file contains no certificate, and with
    ///   status 66 if the file cannot be read.
    package static func read(_ path: String) throws -> TrustRoots {
        let bytes = try InputFile.read(
            path, byteCountMax: 1 << 20, what: "a PEM file with certificates")
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("-----BEGIN CERTIFICATE-----") else {
            throw CommandFailure(
                .badInput,
                "\(InputFile.name(path)): this file contains no certificate; give --ca a PEM file")
        }
        return .pem(text)
    }
}
