// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1
import X509

/// A private key as PKCS#8 in DER (RFC 5958), with its public key. The value is secret.
struct PrivateKeyBytes: Sendable {
    let pkcs8: [UInt8]
    let publicKey: Certificate.PublicKey

    /// Reads a PEM block: `PRIVATE KEY`, `RSA PRIVATE KEY` (PKCS#1) or `EC PRIVATE KEY` (SEC 1).
    init(_ document: PEMDocument) throws(ClientCertificateError) {
        do {
            publicKey = try Certificate.PrivateKey(pemDocument: document).publicKey
            switch document.discriminator {
            case "RSA PRIVATE KEY":
                pkcs8 = try Self.wrap(document.derBytes, Self.rsaEncryption) {
                    try $0.serialize(ASN1Null())
                }
            case "EC PRIVATE KEY":
                let curve = try Self.curve(document.derBytes)
                pkcs8 = try Self.wrap(document.derBytes, Self.ecPublicKey) {
                    try $0.serialize(curve)
                }
            default: pkcs8 = document.derBytes
            }
        } catch { throw .unreadableKey }
    }

    private static let rsaEncryption: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 1, 1]
    private static let ecPublicKey: ASN1ObjectIdentifier = [1, 2, 840, 10045, 2, 1]

    private static func wrap(
        _ key: [UInt8], _ algorithm: ASN1ObjectIdentifier,
        parameters: (inout DER.Serializer) throws -> Void
    ) throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.appendConstructedNode(identifier: .sequence) { info in
            try info.serialize(0)
            try info.appendConstructedNode(identifier: .sequence) { identifier in
                try identifier.serialize(algorithm)
                try parameters(&identifier)
            }
            try info.serialize(ASN1OctetString(contentBytes: key[...]))
        }
        return serializer.serializedBytes
    }

    /// Returns the curve that is specified in a SEC 1 key (RFC 5915 section 3).
    private static func curve(_ sec1: [UInt8]) throws(PKCS12Error) -> ASN1ObjectIdentifier {
        for node in try BERNode(reading: sec1).children() {
            if let parameters = try? node.tagged(0) { return try parameters.identifier() }
        }
        throw .malformed
    }
}

extension PrivateKeyBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    var description: String { "private key" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
