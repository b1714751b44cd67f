// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import NIOSSL
import Simulation
import Testing

@testable import APNSProvider

/// Our reader and writer of `.p12` files, compared with those of BoringSSL.
struct CertificateOracleTests {
    private func certificate() throws -> ClientCertificate {
        let now = TimeSource.system.now
        return try LocalAuthority(now: now)
            .makePushCertificate(bundleID: "com.example.app", now: now)
    }

    @Test(arguments: ["secret", "", "Schlüssel"])
    func `BoringSSL reads the .p12 files that we write`(password: String) throws {
        let made = try certificate()
        var generator = SeededGenerator(seed: 11)
        let bytes = try made.pkcs12(password: password, using: &generator)
        let bundle = try NIOSSLPKCS12Bundle(buffer: bytes, passphrase: password.utf8)
        #expect(try bundle.certificateChain.map { try $0.toDERBytes() } == made.chain)
        #expect(throws: (any Error).self) {
            try NIOSSLPKCS12Bundle(buffer: bytes, passphrase: "other".utf8)
        }
    }

    @Test(arguments: ["secret", "", "Schlüssel"])
    func `we read the .p12 files that BoringSSL writes`(password: String) throws {
        let made = try certificate()
        let bundle = NIOSSLPKCS12Bundle(
            certificateChain: try made.chain.map { try NIOSSLCertificate(bytes: $0, format: .der) },
            privateKey: try NIOSSLPrivateKey(bytes: made.privateKeyDER, format: .der))
        let bytes = try bundle.serialize(passphrase: password.utf8)
        let again = try ClientCertificate(
            reading: bytes, password: password.isEmpty ? nil : password)
        #expect(again.chain == made.chain)
        #expect(again.privateKeyDER == made.privateKeyDER)
    }

    @Test func `Apple's hosts have an environment, and other hosts have none`() {
        #expect(Endpoint.apple(.production).environment == .production)
        #expect(Endpoint.apple(.sandbox).environment == .sandbox)
        #expect(Endpoint(host: "127.0.0.1").environment == nil)
        let tunnelled = Endpoint(host: "127.0.0.1", tlsServerName: "api.push.apple.com")
        #expect(tunnelled.environment == .production)
        let channels = Endpoint(host: APNSEnvironment.sandbox.channelHost, port: 2195)
        #expect(channels.environment == .sandbox)
    }
}
