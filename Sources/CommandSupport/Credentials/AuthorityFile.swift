// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSProvider

/// The file for `--ca`: certificate authorities that replace the system's.
package enum AuthorityFile {
    /// Reads a PEM file with certificates.
    ///
    /// - Throws: ``CommandFailure`` with status 65 if the file contains no certificate, 66 if it
    ///   cannot be read.
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
