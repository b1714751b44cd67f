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
    /// The maximum number of clients; above it, the client that has been unused for the longest
    /// time is closed.
    public static let clientsMax = 256

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

    private struct State {
        var entries: [ClientName: Entry] = [:]
        var sources: [String: ProviderTokenSource] = [:]
        var uses: UInt64 = 0
        var isClosed = false
    }

    private let endpoints: [APNSEnvironment: Endpoint]
    private let trustRoots: TrustRoots
    private let time: TimeSource
    private let logger: Logger?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - endpoints: the endpoint of each environment that does not use Apple's host.
    ///   - trustRoots: the trusted certificate authorities; a simulator needs its own authority
    ///     here.
    public init(
        endpoints: [APNSEnvironment: Endpoint] = [:], trustRoots: TrustRoots = .system,
        time: TimeSource = .system, logger: Logger? = nil
    ) {
        self.endpoints = endpoints
        self.trustRoots = trustRoots
        self.time = time
        self.logger = logger
    }

    public func send(
        _ request: PushRequest, app: AppCredential, in lane: SendingLane
    ) async throws -> PushOutcome {
        let (client, surplus) = try open(for: app, lane.destination.environment, Lane(lane.lane))
        // Closing a client waits for its requests in flight, so this notification is sent first.
        let outcome = try await client.send(request)
        await surplus?.shutdown()
        return outcome
    }

    /// Returns the client of a lane.
    func client(
        for app: AppCredential, _ environment: APNSEnvironment, lane: Lane
    ) async throws -> APNSClient {
        let (client, surplus) = try open(for: app, environment, lane)
        await surplus?.shutdown()
        return client
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

    /// Returns the client to use, and a client that has to be closed if there are too many.
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
                authentication: try authentication(of: app, &state.sources[key]),
                trustRoots: trustRoots)
            configuration.maxConnections = lane.traits.connectionCount
            let client = APNSClient(configuration: configuration, time: time, logger: logger)
            state.entries[name] = Entry(client: client, lastUse: state.uses)
            return (client, Self.removeSurplus(&state))
        }
    }

    /// Returns how a client authenticates.
    ///
    /// - Parameter source: the source of the key's provider tokens, which is created if necessary.
    private func authentication(
        of app: AppCredential, _ source: inout ProviderTokenSource?
    ) throws -> Authentication {
        guard app.kind == .key else {
            return .certificate(try ClientCertificate(reading: Array(app.p8.utf8)))
        }
        let known = try source ?? tokenSource(for: app)
        source = known
        return .providerToken(known)
    }

    private func tokenSource(for app: AppCredential) throws -> ProviderTokenSource {
        ProviderTokenSource(key: try ProviderKey(p8: app.p8, keyID: app.keyID, teamID: app.teamID))
    }

    private static func removeSurplus(_ state: inout State) -> APNSClient? {
        guard state.entries.count > clientsMax,
            let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        else { return nil }
        state.entries[oldest.key] = nil
        // The token source is kept while another client uses the same key.
        if !state.entries.keys.contains(where: { $0.key == oldest.key.key }) {
            state.sources[oldest.key.key] = nil
        }
        return oldest.value.client
    }
}
