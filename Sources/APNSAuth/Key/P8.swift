// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import SwiftASN1

/// Reads the PEM text of a `.p8` file: a PKCS#8 structure (RFC 5958) that contains an EC key on
/// P-256 and has no password.
enum P8 {
    static func read(_ text: String) throws(ProviderKeyError) -> P256.Signing.PrivateKey {
        guard let label = label(in: text) else { throw .notPEM }
        try refuse(label: label)
        // Line ends of other systems, and white space around the block, are accepted.
        let lines = text.split(whereSeparator: \.isNewline).map { line in
            String(line.filter { !$0.isWhitespace || line.hasPrefix("-----") })
        }
        guard let document = try? PEMDocument(pemString: block(in: lines)) else { throw .truncated }
        try refuseOtherKeys(document.derBytes)
        guard let key = try? P256.Signing.PrivateKey(derRepresentation: document.derBytes) else {
            throw .malformed
        }
        return key
    }

    /// Returns the text between `-----BEGIN ` and `-----`. An EC parameter block before the key is
    /// ignored.
    private static func label(in text: String) -> String? {
        let labels = text.split(whereSeparator: \.isNewline).compactMap { line -> String? in
            guard line.hasPrefix("-----BEGIN "), line.hasSuffix("-----") else { return nil }
            return String(line.dropFirst(11).dropLast(5))
        }
        return labels.first { $0.hasSuffix("PRIVATE KEY") } ?? labels.first
    }

    private static func block(in lines: [String]) -> String {
        guard let start = lines.firstIndex(of: "-----BEGIN PRIVATE KEY-----") else { return "" }
        let end = lines[start...].firstIndex(of: "-----END PRIVATE KEY-----") ?? lines.endIndex - 1
        return lines[start...end].joined(separator: "\n")
    }

    private static func refuse(label: String) throws(ProviderKeyError) {
        switch label {
        case "PRIVATE KEY": return
        case "CERTIFICATE", "TRUSTED CERTIFICATE", "X509 CERTIFICATE": throw .certificate
        case "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST": throw .certificateRequest
        case "PUBLIC KEY", "RSA PUBLIC KEY": throw .publicKey
        case "ENCRYPTED PRIVATE KEY": throw .encrypted
        case "EC PRIVATE KEY": throw .sec1
        case "RSA PRIVATE KEY": throw .otherAlgorithm("RSA")
        default: throw .otherContent(label)
        }
    }

    /// Checks the algorithm of the PKCS#8 structure, so that the error for an unsuitable key states
    /// the kind of the key.
    private static func refuseOtherKeys(_ der: [UInt8]) throws(ProviderKeyError) {
        guard let algorithm = try? Algorithm(pkcs8: der) else { throw .truncated }
        guard algorithm.key == Algorithm.ecPublicKey else {
            throw .otherAlgorithm(Algorithm.names[algorithm.key] ?? "\(algorithm.key)")
        }
        guard let curve = algorithm.curve, curve != Algorithm.p256 else { return }
        throw .otherCurve(Algorithm.names[curve] ?? "\(curve)")
    }
}

/// The algorithm identifier of a PKCS#8 key (RFC 5958 section 2, RFC 5480 section 2.1).
private struct Algorithm {
    let key: ASN1ObjectIdentifier
    let curve: ASN1ObjectIdentifier?

    static let ecPublicKey: ASN1ObjectIdentifier = [1, 2, 840, 10045, 2, 1]
    static let p256: ASN1ObjectIdentifier = [1, 2, 840, 10045, 3, 1, 7]
    static let names: [ASN1ObjectIdentifier: String] = [
        [1, 2, 840, 113549, 1, 1, 1]: "RSA", [1, 3, 101, 112]: "Ed25519",
        [1, 3, 101, 110]: "X25519",
        [1, 2, 840, 10040, 4, 1]: "DSA", [1, 3, 132, 0, 34]: "P-384 (secp384r1)",
        [1, 3, 132, 0, 35]: "P-521 (secp521r1)", [1, 3, 132, 0, 10]: "secp256k1",
        [1, 3, 132, 0, 33]: "P-224 (secp224r1)", [1, 2, 840, 10045, 3, 1, 1]: "P-192 (prime192v1)",
    ]

    init(pkcs8 der: [UInt8]) throws {
        (key, curve) = try DER.sequence(try DER.parse(der), identifier: .sequence) { fields in
            _ = try Int(derEncoded: &fields)
            guard let second = fields.next() else { throw ASN1Error.truncatedASN1Field() }
            let names = try DER.sequence(second, identifier: .sequence) { algorithm in
                let key = try ASN1ObjectIdentifier(derEncoded: &algorithm)
                guard let parameters = algorithm.next() else {
                    return (key, ASN1ObjectIdentifier?.none)
                }
                return (key, try? ASN1ObjectIdentifier(derEncoded: parameters))
            }
            while fields.next() != nil {}
            return names
        }
    }
}
