// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
public import APNSProvider
public import APNSWire
import GatewayAPI
import GatewayModel
public import Logging
import Synchronization

/// Sends notifications to APNs, with one client for each key, environment and lane. A client is
/// created when it is first needed.
///
/// Apps with the same key share a client, and both environments share the key's provider token,
/// because APNs rejects a key whose tokens change too often.
public final class APNSClientPool: PushSending {
    /// The maximum number of clients; above this number, the client that has been unused for the
    /// longest time is closed.
    public static let clientsMax = 512
    /// The maximum number of keys whose provider tokens are kept, even if the key has no client:
    /// APNs rejects a key for which two tokens are made within 20 minutes. Above this number, the
    /// token that has been unused for the longest time is forgotten.
    static let keysMax = 10_000
    /// The maximum number of times that a notification gets another client because the pool has
    /// closed its client. The pool closes a client in use only if more clients than permitted are
    /// used at the same time.
    private static let closedMax = 5

    private struct ClientName: Hashable {
        let key: String
        let environment: APNSEnvironment
        /// The lane, because each lane has separate connections.
        let lane: Lane
    }

    private struct Entry {
        let client: APNSClient
        var lastUse: UInt64
    }

    private struct Source {
        let tokens: ProviderTokenSource
        var lastUse: UInt64
    }

    private struct State {
        var entries: [ClientName: Entry] = [:]
        var sources: [String: Source] = [:]
        var uses: UInt64 = 0
        var isClosed = false
    }

    private let endpoints: [APNSEnvironment: Endpoint]
    private let channelEndpoints: [APNSEnvironment: Endpoint]
    private let trustRoots: TrustRoots
    private let time: TimeSource
    private let logger: Logger?
    private let clientsMax: Int
    /// The time limit for connecting a client; `nil` for the client's default.
    private let connectTimeout: Duration?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - endpoints: the endpoint of each environment that does not use Apple's host.
    ///   - channelEndpoints: the endpoint for managing broadcast channels in each environment that
    ///     does not use Apple's host.
    ///   - trustRoots: the trusted certificate authorities; a simulator needs its own authority
    ///     here.
    public convenience init(
        endpoints: [APNSEnvironment: Endpoint] = [:],
        channelEndpoints: [APNSEnvironment: Endpoint] = [:], trustRoots: TrustRoots = .system,
        time: TimeSource = .system, logger: Logger? = nil
    ) {
        self.init(
            endpoints: endpoints, channelEndpoints: channelEndpoints, trustRoots: trustRoots,
            time: time, logger: logger, clientsMax: Self.clientsMax)
    }

    init(
        endpoints: [APNSEnvironment: Endpoint],
        channelEndpoints: [APNSEnvironment: Endpoint] = [:], trustRoots: TrustRoots,
        time: TimeSource, logger: Logger?, clientsMax: Int, connectTimeout: Duration? = nil
    ) {
        self.channelEndpoints = channelEndpoints
        self.clientsMax = clientsMax
        self.connectTimeout = connectTimeout
        self.endpoints = endpoints
        self.trustRoots = trustRoots
        self.time = time
        self.logger = logger
    }

    public func send(
        _ request: PushRequest, app: AppCredential, in lane: SendingLane
    ) async throws -> PushOutcome {
        var closed = 0
        while true {
            let (client, surplus) = try open(
                for: app, lane.destination.environment, Lane(lane.lane))
            do {
                // Closing a client waits for its requests in flight, so this notification is sent
                // first.
                let outcome = try await client.send(request)
                await surplus?.shutdown()
                return outcome
            } catch {
                await surplus?.shutdown()
                // Another notification may have closed the client since it was looked up. If the
                // pool itself is closed, looking it up again throws.
                closed += 1
                guard case APNSClientError.closed = error, closed <= Self.closedMax else {
                    throw error
                }
            }
        }
    }

    /// Returns the client of a lane.
    func client(
        for app: AppCredential, _ environment: APNSEnvironment, lane: Lane
    ) async throws -> APNSClient {
        let (client, surplus) = try open(for: app, environment, lane)
        await surplus?.shutdown()
        return client
    }

    /// Returns a new client for the channels of an environment. The caller must shut the client
    /// down. The client shares the provider token of the app's other clients. Channels are managed
    /// so seldom that their connections are not kept.
    func channelClient(
        for app: AppCredential, _ environment: APNSEnvironment
    ) throws -> APNSChannelClient {
        let way: Authentication = try state.withLock { state in
            guard !state.isClosed else { throw APNSClientError.closed }
            state.uses += 1
            defer { Self.forgetOldest(&state) }
            return try authentication(of: app, app.identity, &state)
        }
        var configuration = APNSClient.Configuration(
            endpoint: channelEndpoints[environment] ?? .appleChannels(environment),
            authentication: way, trustRoots: trustRoots)
        if let connectTimeout { configuration.connectTimeout = connectTimeout }
        return APNSChannelClient(configuration: configuration, time: time, logger: logger)
    }

    public func shutdown() async {
        let clients = state.withLock { state in
            state.isClosed = true
            defer { state.entries.removeAll() }
            return state.entries.values.map(\.client)
        }
        await withDiscardingTaskGroup { group in
            for client in clients { group.addTask { await client.shutdown() } }
        }
    }

    /// Returns the client to use, and, if there are now too many clients, the client to close.
    private func open(
        for app: AppCredential, _ environment: APNSEnvironment, _ lane: Lane
    ) throws -> (client: APNSClient, surplus: APNSClient?) {
        let key = app.identity
        let name = ClientName(key: key, environment: environment, lane: lane)
        return try state.withLock { state in
            guard !state.isClosed else { throw APNSClientError.closed }
            state.uses += 1
            if let entry = state.entries[name] {
                state.entries[name]?.lastUse = state.uses
                return (entry.client, nil)
            }
            var configuration = APNSClient.Configuration(
                endpoint: endpoints[environment] ?? .apple(environment),
                authentication: try authentication(of: app, key, &state), trustRoots: trustRoots)
            configuration.maxConnections = lane.traits.connectionCount
            if let connectTimeout { configuration.connectTimeout = connectTimeout }
            let client = APNSClient(configuration: configuration, time: time, logger: logger)
            state.entries[name] = Entry(client: client, lastUse: state.uses)
            Self.forgetOldest(&state)
            return (client, removeSurplus(&state))
        }
    }

    /// Returns how a client authenticates. The source of a key's provider tokens is created if
    /// necessary.
    private func authentication(
        of app: AppCredential, _ key: String, _ state: inout State
    ) throws -> Authentication {
        guard app.kind == .key else {
            return .certificate(try ClientCertificate(reading: Array(app.p8.utf8)))
        }
        let tokens = try state.sources[key]?.tokens ?? tokenSource(for: app)
        state.sources[key] = Source(tokens: tokens, lastUse: state.uses)
        return .providerToken(tokens)
    }

    private func tokenSource(for app: AppCredential) throws -> ProviderTokenSource {
        ProviderTokenSource(key: try ProviderKey(p8: app.p8, keyID: app.keyID, teamID: app.teamID))
    }

    private func removeSurplus(_ state: inout State) -> APNSClient? {
        guard state.entries.count > clientsMax,
            let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        else { return nil }
        state.entries[oldest.key] = nil
        // The key's provider token is still valid, and the key's next client uses it again.
        state.sources[oldest.key.key]?.lastUse = state.uses
        return oldest.value.client
    }

    private static func forgetOldest(_ state: inout State) {
        guard state.sources.count > keysMax else { return }
        let used = Set(state.entries.keys.map(\.key))
        let oldest = state.sources.filter { !used.contains($0.key) }
            .min { $0.value.lastUse < $1.value.lastUse }
        if let oldest { state.sources[oldest.key] = nil }
    }
}
