// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSService
import APNSWire
import ControlAPI
import Simulation
import SimulatorHost
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A simulator as `bellhop apns --config --virtual-clock` starts it: two teams, seven keys, five
/// apps, five devices, and senders with certificates. A user can make the same change as a
/// ``ReasonRow``, with the same line of the configuration or the same request to the control API.
struct ReasonScene: Sendable {
    static let shop = "com.example.shop"
    static let news = "com.example.news"
    /// An app without the Broadcast capability.
    static let plain = "com.example.plain"
    /// An app without the capability Push Notifications.
    static let quiet = "com.example.quiet"
    /// An app of another team.
    static let foreign = "com.example.foreign"
    /// When the tokens of two devices became invalid, as in the configuration.
    static let end = "2020-01-31T09:00:00Z"
    static let endMilliseconds = 1_580_461_200_000

    /// The devices of the configuration, each with its token.
    enum Device: UInt8 {
        case alice = 0xA1
        case unregistered = 0xB0
        case expired = 0xC0
        case production = 0xD0
        /// The device of the other app.
        case reader = 0xE0

        var token: String { String(repeating: String(rawValue, radix: 16), count: 32) }
    }

    static let configuration = """
        ports: {sandbox: 0, production: 0, sandbox_channels: 0, production_channels: 0}
        virtual_clock: true
        team_id: TEAM123456
        authorities: [senders.pem]
        keys:
          - {key_id: CLASSIC001, file: CLASSIC001}
          - {key_id: PRODUCT001, file: PRODUCT001, environment: production}
          - {key_id: SHOPONLY01, file: SHOPONLY01, environment: sandbox, topics: [\(shop)]}
          - {key_id: SHOPONLY02, file: SHOPONLY02, environment: sandbox, topics: [\(shop)]}
          - {key_id: NEWSONLY01, file: NEWSONLY01, environment: sandbox, topics: [\(news)]}
          - {key_id: REVOKED001, file: REVOKED001}
          - {key_id: FOREIGN001, file: FOREIGN001, team_id: OTHERTEAM1}
        apps:
          - {bundle_id: \(shop)}
          - {bundle_id: \(news)}
          - {bundle_id: \(plain), broadcast: false}
          - {bundle_id: \(quiet), push: false}
          - {bundle_id: \(foreign), team_id: OTHERTEAM1}
        devices:
          - {id: alice, app: \(shop), token: \(Device.alice.token)}
          - id: unregistered
            app: \(shop)
            token: \(Device.unregistered.token)
            state: unregistered
            since: \(end)
          - id: expired
            app: \(shop)
            token: \(Device.expired.token)
            state: expired
            since: \(end)
          - id: production
            app: \(shop)
            environment: production
            token: \(Device.production.token)
          - {id: reader, app: \(news), token: \(Device.reader.token)}

        """

    let host: SimulatorHost
    let caPEM: String
    /// Signs the certificates of senders.
    let senders: SenderAuthority
    let keys: [String: ProviderKey]
    /// A provider token of each key; a second token on the same connection would be refused.
    private let authorizations: [String: String]
    /// The time at which the fresh provider tokens were issued. On a busy machine, the last tests
    /// run more than twenty minutes later, after which APNs accepts another token.
    private let issuedAt = TimeSource.system.now

    /// Runs a test with a simulator of its own.
    ///
    /// - Parameter lines: added to the configuration.
    static func run<Value>(
        adding lines: String = "", _ body: (ReasonScene) async throws -> Value
    ) async throws -> Value {
        let scene = try await ReasonScene(configuration + lines)
        do {
            let value = try await body(scene)
            await scene.host.shutdown()
            return value
        } catch {
            await scene.host.shutdown()
            throw error
        }
    }

    private init(_ yaml: String) async throws {
        let key = try ProviderKey.generate(
            keyID: SimulatorHost.keyID, teamID: SimulatorHost.teamID)
        let names = [
            "CLASSIC001", "PRODUCT001", "SHOPONLY01", "SHOPONLY02", "NEWSONLY01", "REVOKED001",
            "FOREIGN001",
        ]
        let pairs = try names.map { name in
            let team = name == "FOREIGN001" ? "OTHERTEAM1" : "TEAM123456"
            return (name, try ProviderKey.generate(keyID: name, teamID: team))
        }
        let keys = Dictionary(uniqueKeysWithValues: pairs)
        let senders = try SenderAuthority()
        let file = try SimulatorConfiguration(yaml: yaml, file: "simulator.yaml") {
            path throws(NamedFileError) in
            if let key = keys[path] { return key.p8Text }
            return senders.certificatePEM
        }
        let authority = try LocalAuthority(now: TimeSource.system.now)
        var configuration = SimulatorHost.Configuration(authority: authority, key: key)
        file.set(&configuration)
        configuration.clock = MovableClock()
        host = try await SimulatorHost.start(configuration)
        try await host.apply(file, file: "simulator.yaml")
        caPEM = authority.certificatePEM
        self.senders = senders
        self.keys = keys
        let now = TimeSource.system.now
        authorizations = try keys.mapValues {
            try ProviderToken(signedBy: $0, issuedAt: now).authorizationValue
        }
    }

    // MARK: The sender

    func connect(
        _ environment: APNSEnvironment = .sandbox, _ endpoint: ServiceEndpoint = .notifications,
        certificate: SenderAuthority.Identity? = nil
    ) async throws -> H2Client {
        try await H2Client.connect(
            port: host.address(environment, endpoint).port, caPEM: caPEM, certificate: certificate)
    }

    /// The value of an `authorization` header.
    ///
    /// - Parameter age: how much older the provider token is than the fresh ones, in seconds.
    func authorization(_ keyID: String = "CLASSIC001", age: Double = 0) throws -> String {
        guard let key = keys[keyID], let fresh = authorizations[keyID] else { throw MissingKey() }
        if age == 0 { return fresh }
        return try ProviderToken(signedBy: key, issuedAt: issuedAt - age)
            .authorizationValue
    }

    struct MissingKey: Error {}
}

/// Gives the tests of a suite one simulator, one after the other.
struct ReasonSceneTrait: SuiteTrait, TestScoping {
    @TaskLocal static var current: ReasonScene?

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await ReasonScene.run { scene in
            try await Self.$current.withValue(scene) { try await function() }
        }
    }
}

extension Trait where Self == ReasonSceneTrait {
    static var reasonScene: Self { Self() }
}

extension ReasonScene {
    /// The simulator of the suite.
    static func shared() throws -> ReasonScene {
        try #require(ReasonSceneTrait.current, "this suite has no simulator")
    }
}
