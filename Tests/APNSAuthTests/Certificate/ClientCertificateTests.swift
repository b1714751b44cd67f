// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import Foundation
import Simulation
import SwiftASN1
import Testing
import X509

@testable import APNSAuth

/// Reading a sender's certificate, and the errors of a certificate that cannot be used.
struct ClientCertificateTests {
    private typealias Fixture = CertificateFixture
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func read(
        _ text: String, key: String? = nil, password: String? = nil
    ) throws(ClientCertificateError) -> ClientCertificate {
        try ClientCertificate(
            reading: Array(text.utf8), key: key.map { Array($0.utf8) }, password: password)
    }

    @Test func `the topics, environments and name in a .p12 file of Keychain Access are read`()
        throws
    {
        let made = try ClientCertificate(reading: Fixture.keychain.bytes, password: "secret")
        let certificate = made.certificate
        #expect(certificate.commonName == "Apple Push Services: com.example.app")
        #expect(certificate.userID == "com.example.app")
        #expect(certificate.bundleID == "com.example.app")
        #expect(certificate.topics == ["com.example.app", "com.example.app.voip"])
        #expect(certificate.environments == [.sandbox, .production])
        #expect(!certificate.isForDeviceManagement)
        #expect(certificate.pushTypes == [.alert, .background, .voip])
        #expect(made.chain.count == 1)
        try made.check(for: .production, at: now)
    }

    @Test func `certificate and key in PEM are read from one file or two, in any form`() throws {
        let certificate = Fixture.certificatePEM + "\n"
        let keys = [Fixture.keyPEM, Fixture.sec1PEM]
        for key in keys {
            let forms = [
                try read(certificate + key), try read(key + "\n" + certificate),
                try read(certificate, key: key),
                try read("Bag Attributes\n  x: 1\n" + certificate + key),
                try read((certificate + key).replacing("\n", with: "\r\n")),
                try read(
                    certificate + "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n"
                        + "-----END EC PARAMETERS-----\n" + key),
            ]
            for form in forms { #expect(form.certificate.topics.count == 2) }
        }
        let rsa = try read(Fixture.rsaCertificatePEM + "\n" + Fixture.pkcs1PEM)
        let fromP12 = try ClientCertificate(reading: Fixture.keychain.bytes, password: "secret")
        #expect(rsa.privateKeyDER == fromP12.privateKeyDER)
        let encrypted = try read(
            certificate, key: Fixture.encryptedKeyPEM, password: "secret")
        #expect(encrypted.privateKeyDER == (try read(certificate + keys[0])).privateKeyDER)
    }

    @Test func `certificate and key in DER are read from two files`() throws {
        let certificate = try PEMDocument(pemString: Fixture.certificatePEM).derBytes
        for pem in [Fixture.keyPEM, Fixture.sec1PEM] {
            let key = try PEMDocument(pemString: pem).derBytes
            let made = try ClientCertificate(reading: certificate, key: key)
            #expect(made.certificate.bundleID == "com.example.app")
        }
    }

    @Test func `each kind of unusable file has its own message`() throws {
        let certificate = Fixture.certificatePEM
        let stranger = P256.Signing.PrivateKey().pemRepresentation
        let cut = String(certificate.prefix(300))
        let old = "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n"
        let cases: [(ClientCertificateError, () throws -> ClientCertificate)] = [
            (.notACertificateFile, { try read("hello") }),
            (.notACertificateFile, { try read("") }),
            (.notACertificateFile, { try read("0123456789") }),
            (.noPrivateKey, { try read(certificate) }),
            (.noPrivateKey, { try read(certificate, key: certificate) }),
            (.noCertificate, { try read(Fixture.keyPEM) }),
            (.keyMismatch, { try read(certificate, key: stranger) }),
            (.damaged("PEM file"), { try read(cut) }),
            (.passwordNeeded, { try read(certificate, key: Fixture.encryptedKeyPEM) }),
            (
                .wrongPassword,
                { try read(certificate, key: Fixture.encryptedKeyPEM, password: "x") }
            ),
            (.oldKeyEncryption, { try read(certificate, key: old) }),
            (.passwordNeeded, { try ClientCertificate(reading: Fixture.rc2.bytes) }),
            (
                .wrongPassword,
                { try ClientCertificate(reading: Fixture.rc2.bytes, password: "x") }
            ),
            (
                .damaged(".p12"),
                { try ClientCertificate(reading: Array(Fixture.rc2.bytes.dropLast(9))) }
            ),
            (
                .noPrivateKey,
                { try ClientCertificate(reading: Fixture.noKey.bytes, password: "secret") }
            ),
            (
                .noCertificate,
                { try ClientCertificate(reading: Fixture.noCertificate.bytes, password: "secret") }
            ),
        ]
        for (expected, make) in cases {
            #expect(throws: expected) { try make() }
            #expect(expected.description.contains(";"), "\(expected) does not say what to do")
        }
    }

    @Test func `a .p12 file with the key of another certificate is rejected as a mismatch`() throws
    {
        let certificate = try PEMDocument(pemString: Fixture.certificatePEM).derBytes
        let key = Array(P256.Signing.PrivateKey().derRepresentation)
        var generator = SeededGenerator(seed: 3)
        let bytes = try PKCS12.write(
            certificates: [certificate], privateKey: key, name: "x", password: "",
            using: &generator)
        #expect(throws: ClientCertificateError.keyMismatch) {
            try ClientCertificate(reading: bytes)
        }
    }

    @Test func `the certificate that belongs to the key is used, with its issuer`()
        throws
    {
        let authority = try LocalAuthority(now: now)
        let made = try authority.makePushCertificate(bundleID: "com.example.other", now: now)
        let key = PEMDocument(type: "PRIVATE KEY", derBytes: made.privateKeyDER).pemString
        let file = try CertificateFile(
            reading: Array(
                (authority.certificatePEM + Fixture.certificatePEM + "\n" + made.chainPEM + key)
                    .utf8))
        #expect(file.isKeyMatching == true)
        let again = try ClientCertificate(file)
        #expect(again.certificate.bundleID == "com.example.other")
        #expect(again.chain == made.chain)
        #expect(again.chain.count == 2)
    }

    @Test func `the dates and environments of a certificate are checked`() throws {
        let authority = try LocalAuthority(now: now)
        func problem(
            _ environments: Set<APNSEnvironment> = [.sandbox, .production],
            from: Double = -1, until: Double = 1, in environment: APNSEnvironment? = .production
        ) throws -> ClientCertificateError? {
            let made = try authority.makePushCertificate(
                bundleID: "com.example.app", environments: environments, now: now,
                validFrom: now + from * 86400, validUntil: now + until * 86400)
            do {
                try made.check(for: environment, at: now)
                return nil
            } catch { return error }
        }
        #expect(try problem() == nil)
        #expect(try problem([.sandbox]) == .wrongEnvironment(.production))
        #expect(try problem([.production], in: .sandbox) == .wrongEnvironment(.sandbox))
        #expect(try problem([.sandbox], in: nil) == nil)
        // A certificate without markers, such as one for device management, has no known
        // environment.
        #expect(try problem([]) == nil)
        #expect(try problem(from: -9, until: -2) == .expired(since: now - 2 * 86400))
        #expect(try problem(from: 2, until: 9) == .notYetValid(before: now + 2 * 86400))
        let message = try #require(try problem(from: -9, until: -2)).description
        #expect(message.hasPrefix("the certificate expired on 2027-01-13"), "\(message)")
    }

    @Test func `the topic of a certificate for device management is its UID`() throws {
        let topic = "com.apple.mgmt.External.1234"
        let made = try LocalAuthority(now: now)
            .makePushCertificate(bundleID: topic, environments: [], topics: [], now: now)
        #expect(made.certificate.topics == [topic])
        #expect(made.certificate.isForDeviceManagement)
        #expect(made.certificate.bundleID == nil)
        #expect(made.certificate.pushTypes == [.mdm])
        try made.check(for: .production, at: now)
    }

    @Test
    func `a test certificate lists three topics, and is signed by the authority`()
        throws
    {
        let authority = try LocalAuthority(now: now)
        let made = try authority.makePushCertificate(bundleID: "com.example.app", now: now)
        #expect(
            made.certificate.topicEntries == [
                .init(topic: "com.example.app", kinds: ["app"]),
                .init(topic: "com.example.app.voip", kinds: ["voip"]),
                .init(topic: "com.example.app.complication", kinds: ["complication"]),
            ])
        #expect(
            made.certificate.pushTypes == [.alert, .background, .voip, .complication])
        let root = try Certificate(pemEncoded: authority.certificatePEM)
        let leaf = try Certificate(derEncoded: made.chain[0])
        #expect(root.publicKey.isValidSignature(leaf.signature, for: leaf))
        #expect(made.certificate.issuerName == "Bellhop local test authority")
        var generator = SeededGenerator(seed: 5)
        let bytes = try made.pkcs12(password: "secret", using: &generator)
        #expect(
            try ClientCertificate(reading: bytes, password: "secret").chain == made.chain)
    }

    @Test func `exactly five push types require a provider token`() {
        #expect(
            PushCertificate.tokenOnlyPushTypes
                == [.location, .liveactivity, .pushtotalk, .widgets, .controls])
    }

    @Test func `a certificate never prints its key`() throws {
        let made = try ClientCertificate(reading: Fixture.aes.bytes, password: "secret")
        var dumped = ""
        dump(made, to: &dumped)
        let file = try CertificateFile(reading: Fixture.aes.bytes, password: "secret")
        var dumpedFile = ""
        dump(file, to: &dumpedFile)
        // `dump` prints each byte in a line of its own.
        func numbers(_ text: String) -> String {
            text.split { !$0.isASCII || !$0.isNumber }.joined(separator: " ")
        }
        // The private number follows the header of an octet string with 32 bytes. The public key,
        // which follows the private number, is not secret. Source: RFC 5915.
        let header = try #require(made.privateKeyDER.firstRange(of: [0x04, 0x20]))
        let number = made.privateKeyDER[header.upperBound...].prefix(32)
        var dumpedBytes = ""
        dump(Array(number), to: &dumpedBytes)
        let secret = number.map(String.init).joined(separator: " ")
        #expect(numbers(dumpedBytes).contains(secret))
        for text in ["\(made)", String(reflecting: made), dumped, "\(file)", dumpedFile] {
            #expect(!numbers(text).contains(secret))
            #expect(!text.contains("pkcs8") && !text.contains("privateKeyDER"))
        }
    }
}

/// The extensions that list topics.
struct PushTopicsTests {
    private func topics(
        _ lists: [(ASN1ObjectIdentifier, [UInt8])]
    ) throws(PushCertificateError) -> [PushCertificate.TopicEntry] {
        var extensions = Certificate.Extensions()
        for (oid, bytes) in lists {
            try? extensions.append(.init(oid: oid, critical: false, value: bytes[...]))
        }
        return try PushTopics.read(extensions)
    }

    private let app = PushCertificate.TopicEntry(topic: "com.example.app", kinds: ["app"])
    private let voip = PushCertificate.TopicEntry(topic: "com.example.app.voip", kinds: ["voip"])

    @Test func `both lists of topics are used, without duplicates`() throws {
        let all = try PushTopics.bytes([app, voip])
        let calls = try PushTopics.bytes([voip])
        #expect(
            try topics([(CertificateOID.topics, all), (CertificateOID.voipTopics, calls)])
                == [app, voip])
        #expect(try topics([(CertificateOID.voipTopics, calls)]) == [voip])
        #expect(try topics([]) == [])
    }

    @Test func `a list for VoIP may contain only names; other layouts are ignored`() throws {
        let name = [UInt8("com.example.app.voip".utf8.count)] + Array("com.example.app.voip".utf8)
        #expect(try topics([(CertificateOID.voipTopics, [0x0C] + name)]) == [voip])
        let list = [0x30, UInt8(name.count + 1), 0x0C] + name
        #expect(try topics([(CertificateOID.voipTopics, list)]) == [voip])
        #expect(try topics([(CertificateOID.voipTopics, [0x05, 0x00])]) == [])
    }

    @Test(arguments: [
        [0x05, 0x00], [], [0x30, 0x02, 0x30, 0x00], [0x30, 0x03, 0x02, 0x01, 0x01],
    ])
    func `a list of topics that cannot be read is an error`(bytes: [UInt8]) {
        #expect(throws: PushCertificateError.badTopics) {
            try topics([(CertificateOID.topics, bytes)])
        }
    }
}
