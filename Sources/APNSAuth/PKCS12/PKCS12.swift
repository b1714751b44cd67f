// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

/// Reads and writes `.p12` files, which contain certificates and a private key, protected by a
/// password (RFC 7292).
///
/// Bellhop has its own reader, because swift-nio-ssl's wrapper around BoringSSL ends the process
/// when a file has no private key, or a private key that belongs to another certificate. Such files
/// occur in practice.
enum PKCS12 {
    /// The contents of a file.
    struct Contents {
        /// The X.509 certificates in DER, in the order of the file.
        var certificates: [[UInt8]] = []
        /// The private keys as PKCS#8 structures in DER (RFC 5958). They are secret.
        var privateKeys: [[UInt8]] = []
    }

    /// The maximum size of a file in bytes.
    static let byteCountMax = 1 << 20
    /// The maximum number of certificates and keys that are read from one file.
    static let bagCountMax = 64
    /// The maximum nesting depth of bags.
    static let depthMax = 4
    /// The maximum number of iterations of password hashing. A file with more iterations would keep
    /// a server busy for a long time; the usual number is between 2,048 and 600,000.
    static let roundsMax = 2_000_000

    /// Returns whether bytes begin like a `.p12` file: a sequence that starts with version 3.
    static func isPlausible(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 8, bytes[0] == 0x30 else { return false }
        let start = bytes[1] < 0x80 ? 2 : 2 + Int(bytes[1] & 0x7F)
        return start <= 6 && bytes.dropFirst(start).starts(with: [2, 1, 3])
    }

    enum OID {
        static let data: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 7, 1]
        static let encryptedData: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 7, 6]
        static let keyBag: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 12, 10, 1, 1]
        static let shroudedKeyBag: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 12, 10, 1, 2]
        static let certificateBag: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 12, 10, 1, 3]
        static let safeContentsBag: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 12, 10, 1, 6]
        static let x509: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 22, 1]
        static let friendlyName: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 20]
        static let localKeyID: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 9, 21]
        static let sha1: ASN1ObjectIdentifier = [1, 3, 14, 3, 2, 26]
        static let sha256: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 1]
        static let sha384: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 2]
        static let sha512: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 3]
    }
}

/// The reason why a `.p12` file cannot be read.
enum PKCS12Error: Error, Hashable {
    /// The bytes do not have the structure of a `.p12` file.
    case malformed
    /// The password is wrong, or a password is required but was not given.
    case wrongPassword
    /// The encryption scheme is not supported; the value is its object identifier or a description.
    case unsupported(String)
    /// The number of iterations of password hashing is too large.
    case tooManyRounds(Int)
}
