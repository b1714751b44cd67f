// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

/// The `.p12` file: certificates and a private key under a password (RFC 7292).
///
/// It is read here and not by BoringSSL's wrapper in swift-nio-ssl, because that ends the process
/// when a file has no private key, or one of another certificate; people do have such files.
enum PKCS12 {
    /// What a file holds.
    struct Contents {
        /// Each an X.509 certificate in DER, in the order of the file.
        var certificates: [[UInt8]] = []
        /// Each a PKCS#8 structure in DER (RFC 5958). Secret.
        var privateKeys: [[UInt8]] = []
    }

    /// The largest file that is read, in bytes.
    static let byteCountMax = 1 << 20
    /// How many certificates and keys are read from one file.
    static let bagCountMax = 64
    /// How deep bags may contain bags.
    static let depthMax = 4
    /// How often a password is hashed at most. A file with more would keep a server busy for long;
    /// usual are 2,048 to 600,000.
    static let roundsMax = 2_000_000

    /// Whether bytes begin as a file does: a sequence, and in it the version 3.
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

/// Why a `.p12` file cannot be read.
enum PKCS12Error: Error, Hashable {
    /// It has not the structure of one.
    case malformed
    /// The password does not fit, or none was given and one is needed.
    case wrongPassword
    /// It is protected in a way that is not known here, named by its object identifier or in words.
    case unsupported(String)
    /// The password would have to be hashed this often.
    case tooManyRounds(Int)
}
