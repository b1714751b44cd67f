// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import GatewayEngine
import GatewayModel
import Logging
import SQLCore
import Simulation
import Synchronization

/// The gateway's campaigns: their storage, and the node that sends them.
struct GatewayCampaigns: Sendable {
    let store: SQLCampaignStore
    let node: CampaignNode
    let pool: APNSClientPool
    fileprivate let source: GatewayCampaignSource

    init(
        _ store: SQLStore, lease: Duration, pool: APNSClientPool,
        foreign: (any ForeignSending)? = nil, metrics: GatewayMetrics, time: TimeSource,
        logger: Logger
    ) {
        let isAlone = store.database.dialect == .sqlite
        self.store = SQLCampaignStore(store, time: store.clock == .caller ? time : nil)
        let source = GatewayCampaignSource(store: self.store, pool: pool, time: time)
        self.source = source
        self.pool = pool
        var random = SystemRandomNumberGenerator()
        let boot = random.next()
        // A process that is alone on its database uses the same node name after a restart, so that
        // its earlier leases are released immediately.
        let name = NodeName(isAlone ? "gateway" : String(boot, radix: 16), boot: boot)
        node = CampaignNode(
            settings: NodeSettings(node: name, lease: lease),
            store: MeteredCampaignStore(self.store, metrics),
            transport: MeteredTransport(
                RoutedTransport(
                    apns: APNSTransport(source: source),
                    foreign: ForeignTransport(source: source, sender: foreign, time: time)),
                metrics, appName: { source.appName(of: $0) }),
            time: time, logger: logger)
    }

    /// Forgets the cached credentials after an app's credential for another transport has changed.
    func credentialReplaced(ofTransport credential: ProviderCredential) { credentialReplaced() }

    /// Forgets the cached credentials after an app's credential has changed.
    func credentialReplaced() { source.forgetCredentials() }
}

/// Provides the node with clients and contents, and caches credentials and contents.
private final class GatewayCampaignSource: CampaignSource, ForeignSource {
    /// The time after which a credential is read again, because another process may have replaced
    /// it.
    private static let credentialAgeMax = Duration.seconds(5)
    /// The maximum number of campaigns whose compiled content is cached. When the cache is full, it
    /// is emptied, and content is compiled again when it is needed.
    private static let contentsMax = 64

    private struct State {
        var credentials: [Int64: (credential: AppCredential, readAt: Duration)] = [:]
        /// The credentials for FCM and Web Push, by app and transport; missing credentials are not
        /// cached.
        var providers: [Channel: (credential: ProviderCredential, readAt: Duration)] = [:]
        var contents: [Campaign.Number: CampaignContent] = [:]
    }

    struct Missing: Error {}

    private let store: SQLCampaignStore
    private let pool: APNSClientPool
    private let time: TimeSource
    private let state = Mutex(State())

    init(store: SQLCampaignStore, pool: APNSClientPool, time: TimeSource) {
        self.store = store
        self.pool = pool
        self.time = time
    }

    func client(for channel: Channel) async throws -> APNSClient {
        let now = time.uptime
        let known = state.withLock { $0.credentials[channel.credential] }
        if let known, now - known.readAt < Self.credentialAgeMax {
            return try await client(for: channel, known.credential)
        }
        guard let credential = try await store.credential(ofApp: channel.credential) else {
            throw Missing()
        }
        state.withLock { $0.credentials[channel.credential] = (credential, now) }
        return try await client(for: channel, credential)
    }

    func provider(for channel: Channel) async -> ProviderCredential? {
        let now = time.uptime
        let known = state.withLock { $0.providers[channel] }
        if let known, now - known.readAt < Self.credentialAgeMax { return known.credential }
        let found = try? await store.provider(ofApp: channel.credential, channel.transport)
        guard let credential = found else { return nil }
        state.withLock { $0.providers[channel] = (credential, now) }
        return credential
    }

    private func client(
        for channel: Channel, _ credential: AppCredential
    ) async throws -> APNSClient {
        if credential.isShadow { throw AppInShadow() }
        return try await pool.client(
            for: credential, channel.environment, lane: channel.lane)
    }

    func content(of campaign: Campaign.Number) async throws -> CampaignContent {
        if let known = state.withLock({ $0.contents[campaign] }) { return known }
        guard let bytes = try await store.content(of: campaign) else { throw Missing() }
        let content = try StoredCampaignContent(bytes: bytes).compiled()
        state.withLock { state in
            if state.contents.count >= Self.contentsMax { state.contents.removeAll() }
            state.contents[campaign] = content
        }
        return content
    }

    /// Returns the bundle identifier of an app whose credential is in the cache.
    func appName(of app: Int64) -> String? {
        state.withLock { state in
            state.credentials[app]?.credential.bundleID
                ?? state.providers.first { $0.key.credential == app }?.value.credential.bundleID
        }
    }

    func forgetCredentials() {
        state.withLock { state in
            state.credentials.removeAll()
            state.providers.removeAll()
        }
    }

    /// Does nothing, because the pool belongs to the gateway, which closes it.
    func shutdown() async {}
}
