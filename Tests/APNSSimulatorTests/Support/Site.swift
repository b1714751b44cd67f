// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSService
import APNSWire
import Simulation
import Synchronization

@testable import APNSSimulator

/// A running simulator with one team, app, phone and token in each environment.
struct Site: Sendable {
    static let bundleID = "com.example.app"
    let server: SimulatorServer
    let host: ServiceHost
    let key: ProviderKey
    let authorization: String
    let caPEM: String
    /// Signs the certificates of senders.
    let authority: SenderAuthority
    let sandboxToken: DeviceToken
    let productionToken: DeviceToken

    /// Runs a test against a simulator of its own and stops the simulator afterwards.
    static func run(
        limits: ConnectionLimits = .patient, options: ServiceOptions = ServiceOptions(),
        _ body: (Site) async throws -> Void
    ) async throws {
        let site = try await Site(limits: limits, options: options)
        do { try await body(site) } catch {
            await site.server.shutdown()
            throw error
        }
        await site.server.shutdown()
    }

    private init(limits: ConnectionLimits, options: ServiceOptions) async throws {
        let key = try ProviderKey.generate(keyID: "KEY0000001", teamID: "BELLHOPDEV")
        host = ServiceHost(
            service: PushService(tokenCheck: SignedTokenCheck()),
            generator: SeededGenerator(seed: 7))
        host.setOptions(options)
        self.key = key
        authorization = try ProviderToken(signedBy: key, issuedAt: TimeSource.system.now)
            .authorizationValue
        try host.registerKey(
            RegisteredKey(keyID: key.keyID, teamID: key.teamID, publicKey: key.publicKey))
        try host.registerApp(bundleID: Self.bundleID, teamID: key.teamID)
        try host.registerDevice("phone")
        sandboxToken = try host.registerToken(
            deviceID: "phone", bundleID: Self.bundleID, environment: .sandbox)
        productionToken = try host.registerToken(
            deviceID: "phone", bundleID: Self.bundleID, environment: .production)
        let authority = try LocalAuthority(now: TimeSource.system.now)
        caPEM = authority.certificatePEM
        self.authority = try SenderAuthority()
        server = try await SimulatorServer.start(
            listeners: APNSEnvironment.allCases.flatMap { environment in
                ServiceEndpoint.allCases.map { .init(environment, $0, port: 0) }
            },
            identity: SimulatorServer.makeIdentity(authority: authority),
            wrongIdentity: SimulatorServer.makeWrongIdentity(authority: authority),
            clientAuthorities: CertificateAuthorities(pem: [self.authority.certificatePEM]),
            host: host, limits: limits
        )
    }

    func port(
        _ environment: APNSEnvironment = .sandbox, _ endpoint: ServiceEndpoint = .notifications
    ) throws -> Int {
        guard let port = server.port(environment, endpoint) else { throw MissingPort() }
        return port
    }

    struct MissingPort: Error {}

    func connect(
        _ environment: APNSEnvironment = .sandbox, alpn: [String] = ["h2"],
        certificate: SenderAuthority.Identity? = nil
    ) async throws -> H2Client {
        try await H2Client.connect(
            port: port(environment), caPEM: caPEM, alpn: alpn, certificate: certificate)
    }

    var path: String { APNSHeader.devicePathPrefix + sandboxToken.hex }

    /// The headers of a valid request; the provider token is always the same.
    var headers: [(String, String)] {
        [
            ("authorization", authorization), ("apns-topic", Self.bundleID),
            ("apns-push-type", "alert"),
        ]
    }

    /// The headers of a valid request on a connection with a certificate.
    var headersWithoutToken: [(String, String)] { Array(headers.dropFirst()) }

    static let body = Array(#"{"aps":{"alert":"Dinner is ready"}}"#.utf8)
}

/// Records the notifications of devices, in order.
final class RecordingDeviceLink: DeviceLink {
    private let (stream, continuation) = AsyncStream.makeStream(of: DevicePush.self)

    private let broadcasts = AsyncStream.makeStream(of: ChannelBroadcast.self)

    func deliver(_ push: DevicePush, to deviceID: String) async { continuation.yield(push) }

    func deliver(_ broadcast: ChannelBroadcast, to deviceID: String) async {
        broadcasts.continuation.yield(broadcast)
    }

    /// Waits for the next broadcast.
    func nextBroadcast() async -> ChannelBroadcast? {
        for await broadcast in broadcasts.stream { return broadcast }
        return nil
    }

    /// Waits for a number of deliveries.
    func first(_ count: Int) async -> [DevicePush] {
        var pushes: [DevicePush] = []
        for await push in stream {
            pushes.append(push)
            if pushes.count == count { break }
        }
        return pushes
    }
}

extension ConnectionLimits {
    /// Time limits that are long enough for the slowest machine. A test of a limit sets that limit;
    /// no other test reaches a limit.
    static var patient: Self {
        var limits = Self()
        limits.handshakeTime = .seconds(3600)
        limits.requestTime = .seconds(3600)
        limits.drainTime = .seconds(20)
        return limits
    }
}

extension APNSClient.Configuration {
    /// Returns a copy with time limits that no slow machine reaches, for a client.
    func patient() -> Self {
        var configuration = self
        configuration.requestDeadline = .seconds(3600)
        configuration.connectTimeout = .seconds(3600)
        return configuration
    }
}
