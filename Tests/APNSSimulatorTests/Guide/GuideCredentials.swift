// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import Logging
import Simulation
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// guide: credentials-key
func makeClient(keyFile: String, logger: Logger) throws -> APNSClient {
    let key = try ProviderKey(p8: keyFile, keyID: "ABC123DEFG", teamID: "TEAM123456")
    let source = ProviderTokenSource(key: key)
    return APNSClient(
        configuration: .init(
            endpoint: .apple(.production), authentication: .providerToken(source)),
        logger: logger)
}
// guide: end

// guide: credentials-store
func sharedSource(key: ProviderKey, logger: Logger) -> ProviderTokenSource {
    let store = FileProviderTokenStore(folder: "/var/lib/sender/tokens")
    return ProviderTokenSource(key: key, store: store) { failure in
        logger.warning("provider token not shared", metadata: ["cause": "\(failure)"])
    }
}
// guide: end

// guide: credentials-certificate
func makeClient(p12: [UInt8], password: String, now: Date) throws -> APNSClient {
    let certificate = try ClientCertificate(reading: p12, password: password)
    try certificate.check(for: .production, at: now)
    return APNSClient(
        configuration: .init(
            endpoint: .apple(.production), authentication: .certificate(certificate)))
}
// guide: end

/// The code of the guide about credentials.
struct GuideCredentials {
    private let key: ProviderKey
    private let logger = Logger(label: "guide")
    private let now = TimeSource.system.now

    init() throws { key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "TEAM123456") }

    @Test func `the guide's client is created from a key`() async throws {
        await (try makeClient(keyFile: key.p8Text, logger: logger)).shutdown()
    }

    @Test func `the guide's token source can be created and has no token yet`() async throws {
        let source = sharedSource(key: key, logger: logger)
        #expect(try source.ready(.system) == nil)
    }

    @Test func `the guide's client is created from a .p12 file only if the certificate is valid`()
        async throws
    {
        let certificate = try LocalAuthority(now: now)
            .makePushCertificate(bundleID: "com.example.app", now: now)
        var generator = SeededGenerator(seed: 2)
        let bytes = try certificate.pkcs12(password: "secret", using: &generator)
        await (try makeClient(p12: bytes, password: "secret", now: now)).shutdown()
        #expect(throws: ClientCertificateError.self) {
            try makeClient(p12: bytes, password: "secret", now: now + 400 * 86400)
        }
    }
}
