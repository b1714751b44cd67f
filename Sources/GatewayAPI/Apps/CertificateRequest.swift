// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The body of `PUT /v1/apps/{bundle_id}/credential` with a push certificate.
public struct CertificateRequest: Sendable {
    /// The bytes of the `.p12` or PEM file, which are secret.
    public var file: [UInt8]
    /// The password of the file, which is secret; `nil` if it has none.
    public var password: String?

    public init(file: [UInt8], password: String? = nil) {
        self.file = file
        self.password = password
    }

    /// Returns whether a body contains a certificate and not a key.
    public static func isCertificate(_ bytes: [UInt8]) -> Bool {
        guard let node = try? JSONReader.read(bytes) else { return false }
        return node["certificate"] != nil
    }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["certificate", "password"],
            example: #"{"certificate":"MIIK…","password":"…"}"#)
        let text = try reader.required("certificate", reader.text("certificate"))
        if text.contains("-----BEGIN ") {
            file = Array(text.utf8)
        } else {
            let base64 = text.filter { !$0.isWhitespace }
            guard let data = Data(base64Encoded: base64), !data.isEmpty else {
                throw reader.bad(
                    "certificate",
                    "is neither Base64 nor PEM; send the Base64 of the .p12 file, as base64 prints "
                        + "it, or the text of a .pem file with certificate and private key")
            }
            file = Array(data)
        }
        password = try reader.text("password")
    }
}

extension CertificateRequest: Encodable {
    private enum CodingKeys: String, CodingKey { case certificate, password }

    /// Writes the body, with the file in Base64.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(Data(file).base64EncodedString(), forKey: .certificate)
        try values.encodeIfPresent(password, forKey: .password)
    }
}

extension CertificateRequest: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    public var description: String { "a certificate file of \(file.count) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["byteCount": file.count]) }
}
