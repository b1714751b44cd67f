// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSAuth
import APNSService
import APNSSimulator
public import APNSWire
public import BellhopTesting
public import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The address and the keys with which an external sender connects to the phone's APNs.
public struct TestAPNSServer: Sendable {
    public let host: String
    public let port: Int
    /// The port of the channel management API.
    public let channelPort: Int
    /// The certificate, in PEM, of the authority that signed the server's certificate. The sender
    /// must trust this authority.
    public let authorityPEM: String
    /// The key with which the sender signs its provider tokens; its `.p8` text is `key.p8Text`.
    public let key: ProviderKey
    private let server: SimulatorServer

    init(
        host: String, port: Int, channelPort: Int, authorityPEM: String, key: ProviderKey,
        server: SimulatorServer
    ) {
        self.host = host
        self.port = port
        self.channelPort = channelPort
        self.authorityPEM = authorityPEM
        self.key = key
        self.server = server
    }

    /// Stops the server after the pending requests have finished.
    public func stop() async { await server.shutdown() }
}

extension TestAPNS {
    /// Starts a server on free ports of this machine, for real HTTP/2 senders in any language.
    ///
    /// - Throws: ``/BellhopTesting/TestPhoneError/Code/clockDiffers(seconds:)`` when the phone's
    ///   clock differs from the machine's clock by 30 minutes or more, because APNs would then
    ///   reject the provider tokens of a real sender.
    public func serve(
        _ environment: APNSEnvironment = .sandbox,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> TestAPNSServer {
        let away = abs(time.now.timeIntervalSince(TimeSource.system.now))
        guard away < 1800 else {
            throw TestPhoneError(
                .clockDiffers(seconds: Int(saturating: away)), at: sourceLocation)
        }
        let key = try ProviderKey.generate(keyID: Self.keyID, teamID: Self.teamID)
        try service.registerKey(
            RegisteredKey(keyID: key.keyID, teamID: key.teamID, publicKey: key.publicKey))
        service.setTokenCheck(SignedTokenCheck())
        let authority = try LocalAuthority(now: TimeSource.system.now)
        let server = try await SimulatorServer.start(
            listeners: [.init(environment, port: 0), .init(environment, .channels, port: 0)],
            identity: try SimulatorServer.makeIdentity(authority: authority),
            clientAuthorities: CertificateAuthorities(pem: [authority.certificatePEM]),
            host: service)
        return TestAPNSServer(
            host: "127.0.0.1", port: server.port(environment) ?? 0,
            channelPort: server.port(environment, .channels) ?? 0,
            authorityPEM: authority.certificatePEM, key: key, server: server)
    }
}
