// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
public import APNSProvider
public import APNSWire
public import Logging
import Synchronization

/// The sender for real: one client for each key and environment, made when it is first needed.
///
/// Apps that use the same key share a client, and both environments share the key's provider token,
/// because APNs refuses a key whose tokens change too often.
public final class APNSClientPool: PushSending {
    /// Keys and environments with a client at most; beyond it the one unused for longest is closed.
    public static let clientsMax = 256

    private struct ClientName: Hashable {
        let key: String
        let environment: APNSEnvironment
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
    ///   - endpoints: where an environment is, when not at Apple's host.
    ///   - trustRoots: whom to believe; those of a simulator need its authority.
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
        _ request: PushRequest, app: AppCredential, environment: APNSEnvironment
    ) async throws -> PushOutcome {
        let (client, surplus) = try client(for: app, environment)
        // Closing waits for what is in flight there, so this delivery goes first.
        let outcome = try await client.send(request)
        await surplus?.shutdown()
        return outcome
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

    /// The client to use, and one that has to make room for it.
    private func client(
        for app: AppCredential, _ environment: APNSEnvironment
    ) throws -> (client: APNSClient, surplus: APNSClient?) {
        let key = app.identity
        let name = ClientName(key: key, environment: environment)
        return try state.withLock { state in
            guard !state.isClosed else { throw APNSClientError.closed }
            state.uses += 1
            if let entry = state.entries[name] {
                state.entries[name]?.lastUse = state.uses
                return (entry.client, nil)
            }
            let source = try state.sources[key] ?? tokenSource(for: app)
            state.sources[key] = source
            let configuration = APNSClient.Configuration(
                endpoint: endpoints[environment] ?? .apple(environment),
                authentication: .providerToken(source), trustRoots: trustRoots)
            let client = APNSClient(configuration: configuration, time: time, logger: logger)
            state.entries[name] = Entry(client: client, lastUse: state.uses)
            return (client, Self.removeSurplus(&state))
        }
    }

    private func tokenSource(for app: AppCredential) throws -> ProviderTokenSource {
        ProviderTokenSource(key: try ProviderKey(p8: app.p8, keyID: app.keyID, teamID: app.teamID))
    }

    private static func removeSurplus(_ state: inout State) -> APNSClient? {
        guard state.entries.count > clientsMax,
            let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        else { return nil }
        state.entries[oldest.key] = nil
        // The token source stays while another environment uses it.
        if !state.entries.keys.contains(where: { $0.key == oldest.key.key }) {
            state.sources[oldest.key.key] = nil
        }
        return oldest.value.client
    }
}
