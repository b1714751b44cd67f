// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSService
import APNSSimulator
import APNSWire
import GatewayEngine
import GatewayModel
import Logging
import Simulation
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A memory store behind a lock.
final class LockedStore: CampaignStore {
    private let store = Mutex(MemoryStore(numbersPerUnit: 1000))
    private let isUnavailable = Mutex(false)

    struct Unavailable: Error {}

    func change<Value: Sendable>(_ body: (inout MemoryStore) -> Value) -> Value {
        store.withLock { body(&$0) }
    }

    func setUnavailable(_ new: Bool) { isUnavailable.withLock { $0 = new } }

    private func perform(_ request: StoreRequest) throws -> StoreResponse {
        if isUnavailable.withLock({ $0 }) { throw Unavailable() }
        let time = DatabaseTime(milliseconds: TimeSource.system.now.wholeEpochMilliseconds())
        return store.withLock { $0.perform(request, at: time) }
    }

    struct WrongResponse: Error {}

    func start(_ node: NodeName) throws -> StoreResponse.Started {
        guard case .started(let r) = try perform(.start(node)) else { throw WrongResponse() }
        return r
    }
    func claim(_ request: WorkClaim) throws -> StoreResponse.Claimed {
        guard case .claimed(let r) = try perform(.claim(request)) else { throw WrongResponse() }
        return r
    }
    func plan(_ campaign: Campaign.Number) throws -> StoreResponse.Done {
        guard case .done(let r) = try perform(.plan(campaign)) else { throw WrongResponse() }
        return r
    }
    func page(_ request: PageRequest) throws -> StoreResponse.Page {
        guard case .page(let r) = try perform(.page(request)) else { throw WrongResponse() }
        return r
    }
    func reserve(_ request: CapRequest) throws -> StoreResponse.Reserved {
        guard case .reserved(let r) = try perform(.reserve(request)) else { throw WrongResponse() }
        return r
    }
    func record(_ group: OutcomeGroup) throws -> StoreResponse.Recorded {
        guard case .recorded(let r) = try perform(.record(group)) else { throw WrongResponse() }
        return r
    }
    func renew(_ request: LeaseRenewal) throws -> StoreResponse.Renewed {
        guard case .renewed(let r) = try perform(.renew(request)) else { throw WrongResponse() }
        return r
    }
    func release(_ leases: [UnitLease]) throws -> StoreResponse.Done {
        guard case .done(let r) = try perform(.release(leases)) else { throw WrongResponse() }
        return r
    }
    func judge(_ campaign: Campaign.Number, stop: StopReason?) throws -> StoreResponse.Done {
        guard case .done(let r) = try perform(.judge(campaign, stop: stop)) else {
            throw WrongResponse()
        }
        return r
    }
}

extension Logger {
    static var quiet: Logger {
        Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    }
}

/// The credential and the content of all campaigns.
struct OneSource: CampaignSource {
    let clients: [APNSEnvironment: APNSClient]
    let content: CampaignContent
    var isShadow = false

    struct NoClient: Error {}

    func client(for channel: Channel) throws -> APNSClient {
        if isShadow { throw AppInShadow() }
        guard let client = clients[channel.environment] else { throw NoClient() }
        return client
    }

    func content(of campaign: Campaign.Number) -> CampaignContent { content }

    func shutdown() async { for client in clients.values { await client.shutdown() } }
}

/// A simulated APNs with devices, and a store that knows them.
struct Site {
    static let bundleID = "com.example.app"
    let server: SimulatorServer
    let host: ServiceHost
    let store = LockedStore()
    let source: OneSource
    let tokens: [DeviceToken]

    init(deviceCount: Int, isDryRun: Bool = false, isShadow: Bool = false) async throws {
        let key = try ProviderKey.generate(keyID: "KEY0000001", teamID: "TEAM123456")
        host = ServiceHost(service: PushService(tokenCheck: SignedTokenCheck()))
        try host.registerKey(
            RegisteredKey(keyID: key.keyID, teamID: key.teamID, publicKey: key.publicKey))
        try host.registerApp(bundleID: Self.bundleID, teamID: key.teamID)
        var tokens: [DeviceToken] = []
        for number in 0..<deviceCount {
            try host.registerDevice("phone-\(number)")
            tokens.append(
                try host.registerToken(
                    deviceID: "phone-\(number)", bundleID: Self.bundleID, environment: .sandbox))
        }
        self.tokens = tokens
        let authority = try LocalAuthority(now: TimeSource.system.now)
        server = try await SimulatorServer.start(
            listeners: [.init(.sandbox, port: 0)],
            identity: SimulatorServer.makeIdentity(authority: authority),
            clientAuthorities: CertificateAuthorities(pem: [authority.certificatePEM]), host: host)
        var configuration = APNSClient.Configuration(
            endpoint: Endpoint(host: "127.0.0.1", port: server.port(.sandbox) ?? 0),
            authentication: .providerToken(ProviderTokenSource(key: key)),
            trustRoots: .pem(authority.certificatePEM))
        configuration.requestDeadline = .seconds(3600)
        let content = CampaignContent(
            variants: [
                .init(standard: try PayloadTemplate(Array(#"{"aps":{"alert":"Hi"}}"#.utf8)))
            ],
            topic: Topic(Self.bundleID), pushType: .alert, isDryRun: isDryRun)
        source = OneSource(
            clients: [.sandbox: APNSClient(configuration: configuration)], content: content,
            isShadow: isShadow)
        let registered = DatabaseTime(milliseconds: 0)
        store.change { store in
            for (index, token) in tokens.enumerated() {
                store.add(
                    MemoryStore.Installation(
                        number: Int64(index + 1), app: 1, environment: .sandbox, token: token,
                        registeredAt: registered))
            }
        }
    }

    func start(_ number: Campaign.Number) {
        var generator = SeededGenerator(seed: UInt64(number))
        let campaign = Campaign(
            number: number, app: 1, credential: 1, key: CampaignKey(using: &generator),
            deadline: DatabaseTime(milliseconds: .max / 2))
        store.change { $0.add(campaign, dueTimes: [DatabaseTime(milliseconds: 0)]) }
    }

    func node(_ change: (inout NodeSettings) -> Void = { _ in }) -> CampaignNode {
        var settings = NodeSettings(node: NodeName("node", boot: 1))
        change(&settings)
        return CampaignNode(
            settings: settings, store: store, transport: APNSTransport(source: source),
            logger: .quiet)
    }

    func state(of campaign: Campaign.Number) -> CampaignState? {
        store.change { $0.campaigns[campaign]?.state }
    }

    /// Waits until a condition holds.
    func wait(until condition: @Sendable () -> Bool) async throws {
        while !condition() { try await TimeSource.system.sleep(for: .milliseconds(5)) }
    }

    /// The number of accepted notifications in the totals of the campaign.
    func acceptedCount(of campaign: Campaign.Number) -> Int {
        store.change { $0.campaigns[campaign]?.totals.count(of: .accepted) ?? 0 }
    }
}
