// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Simulation
import SwiftASN1
import Testing
import X509

@testable import APNSAuth

/// Reading and writing `.p12` files.
struct PKCS12Tests {
    private static let whole = CertificateFixture.allCases.filter {
        $0 != .noKey && $0 != .noCertificate
    }

    @Test(arguments: whole)
    func `every protection that OpenSSL writes is read`(file: CertificateFixture) throws {
        let contents = try PKCS12.read(file.bytes, password: file.password)
        #expect(contents.certificates.count == 1)
        #expect(contents.privateKeys.count == 1)
        let isRSA = file == .keychain
        let pem = isRSA ? CertificateFixture.rsaCertificatePEM : CertificateFixture.certificatePEM
        #expect(contents.certificates == [try PEMDocument(pemString: pem).derBytes])
        if !isRSA {
            let key = try PEMDocument(pemString: CertificateFixture.keyPEM).derBytes
            #expect(contents.privateKeys == [key])
        }
    }

    @Test(arguments: whole.filter { $0.password != nil })
    func `another password, or none, is reported as wrong`(file: CertificateFixture) {
        for password in ["Secret", "secret ", "", nil, "schlüssel 🔑"] {
            #expect(throws: PKCS12Error.wrongPassword) {
                try PKCS12.read(file.bytes, password: password)
            }
        }
    }

    @Test func `a file with only a certificate or only a key is read`() throws {
        let alone = try PKCS12.read(CertificateFixture.noKey.bytes, password: "secret")
        #expect(alone.certificates.count == 1 && alone.privateKeys.isEmpty)
        let key = try PKCS12.read(CertificateFixture.noCertificate.bytes, password: "secret")
        #expect(key.certificates.isEmpty && key.privateKeys.count == 1)
    }

    @Test func `a file truncated anywhere is rejected`() {
        let bytes = CertificateFixture.aes.bytes
        for count in 0..<bytes.count {
            #expect(throws: PKCS12Error.malformed) {
                try PKCS12.read(Array(bytes.prefix(count)), password: "secret")
            }
        }
    }

    @Test(arguments: [CertificateFixture.rc2, .plain, .mixed])
    func `a damaged file never ends the process`(file: CertificateFixture) throws {
        let bytes = file.bytes
        for index in stride(from: 0, to: bytes.count, by: 9) {
            var damaged = bytes
            damaged[index] ^= 0x55
            guard let contents = try? PKCS12.read(damaged, password: file.password) else {
                continue
            }
            // What can still be read is authentic, except in a file without authentication.
            let original = try PKCS12.read(bytes, password: file.password)
            #expect(
                file == .plain
                    || contents.certificates == original.certificates
                        && contents.privateKeys == original.privateKeys
            )
        }
    }

    @Test func `values of indefinite length are read, as some programs write them`() throws {
        let bytes = CertificateFixture.aes.bytes
        let parts = try BERNode(reading: bytes).children()
        let content = try parts[1].children()
        let safe = try content[1].tagged(0).octets()
        func open(_ tag: UInt8, _ inside: [UInt8]) -> [UInt8] { [tag, 0x80] + inside + [0, 0] }
        func octets(_ part: some Collection<UInt8>) -> [UInt8] {
            [0x04, 0x81, UInt8(part.count)] + part
        }
        let pieces = stride(from: 0, to: safe.count, by: 200).flatMap { start in
            octets(safe[start..<min(safe.count, start + 200)])
        }
        let authenticated = open(
            0x30, content[0].encoded + open(0xA0, open(0x24, pieces)))
        let file = open(0x30, parts[0].encoded + authenticated + parts[2].encoded)
        #expect(try PKCS12.read(file, password: "secret").privateKeys.count == 1)
    }

    @Test func `a file with too many iterations is rejected`() throws {
        var generator = SeededGenerator(seed: 1)
        var bytes = try PKCS12.write(
            certificates: [[0x30, 0]], privateKey: [0x30, 0], name: "x", password: "secret",
            using: &generator)
        // The rounds of the authentication code are the file's last number: 02 03 00 C3 50.
        #expect(bytes.suffix(5) == [0x02, 0x03, 0x00, 0xC3, 0x50])
        bytes[bytes.count - 3] = 0x7F
        #expect(throws: PKCS12Error.tooManyRounds(0x7FC350)) {
            try PKCS12.read(bytes, password: "secret")
        }
    }

    @Test(arguments: ["secret", "", "Schlüssel 🔑"])
    func `a written file can be read again`(password: String) throws {
        let original = try PKCS12.read(CertificateFixture.aes.bytes, password: "secret")
        var generator = SeededGenerator(seed: 7)
        let bytes = try PKCS12.write(
            certificates: original.certificates + original.certificates,
            privateKey: original.privateKeys[0], name: "Würde", password: password,
            using: &generator)
        let again = try PKCS12.read(bytes, password: password)
        #expect(again.certificates == original.certificates + original.certificates)
        #expect(again.privateKeys == original.privateKeys)
        #expect(throws: PKCS12Error.wrongPassword) {
            try PKCS12.read(bytes, password: password + "x")
        }
    }

    /// Two vectors of RFC 2268 section 5 whose effective key length is the length of the key.
    @Test(arguments: [
        ("88bca90e90875a7f0f79c384627bafb2", "0000000000000000", "2269552ab0f85ca6"),
        ("ffffffffffffffff", "ffffffffffffffff", "278b27e42e2f0d49"),
    ])
    func `RC2 decrypts the vectors of RFC 2268`(key: String, plain: String, cipher: String) throws {
        let block = try #require(UInt64(cipher, radix: 16))
        #expect(RC2(key: Self.bytes(key)).decrypt(block) == UInt64(plain, radix: 16))
    }

    /// The key and the block of a well-known DES example, with the same key three times.
    @Test func `Triple DES with three equal keys decrypts a known block of DES`() throws {
        let cipher = TripleDES(key: Self.bytes("133457799bbcdff1133457799bbcdff1133457799bbcdff1"))
        #expect(cipher.decrypt(0x85E8_1354_0F0A_B405) == 0x0123_4567_89AB_CDEF)
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.count, by: 2).compactMap { offset in
            let start = hex.index(hex.startIndex, offsetBy: offset)
            return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16)
        }
    }
}
