// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import GatewayAPI
import GatewayEngine
public import Logging
import SQLCore
public import ServiceLifecycle
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The gateway, which stores apps, installations and messages, and sends the messages with a
/// worker.
///
/// Its methods do the same as the HTTP API, for callers in the same process. They throw `Problem`
/// if the request is wrong and ``GatewayStoreError`` if the storage fails.
public final class Gateway: Sendable {
    let store: any GatewayStore
    let time: TimeSource
    let worker: DeliveryWorker
    let sender: any PushSending
    /// Sends with FCM and Web Push; `nil` if the gateway was created from its parts, without them.
    let foreign: (any ForeignSending)?
    let fcmOrigin: FCMOrigin
    /// Which endpoints of browsers the gateway accepts.
    let pushEndpoints: PushEndpointRule
    /// The campaigns; `nil` if the gateway was created from its parts, without campaigns.
    let campaigns: GatewayCampaigns?
    /// The webhooks; `nil` if the gateway was created from its parts, without webhooks.
    let webhooks: GatewayWebhooks?
    let console: ConsoleAccess
    let callLimits: CallLimits
    let credentialOfNewApps: CredentialRequest?
    let storeProbe: StoreProbe
    private let draining = Mutex(false)
    let metrics: GatewayMetrics
    let queueLook = Mutex<QueueLook?>(nil)
    let connections = Mutex<HTTPConnectionGuard?>(nil)
    let receiptIntake: ReceiptIntake
    /// Returns the number of spans that were not written; `nil` if the process writes no spans.
    let droppedSpanCount = Mutex<(@Sendable () -> Int)?>(nil)
    let startedAt: Date
    /// Whether programs on this machine can read the metrics without an API key.
    let hasOpenMetrics: Bool
    /// The version of Bellhop that the metrics show.
    let version: String
    private let callBudget = Mutex(CallBudget())
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    /// Creates a gateway from its parts; ``open(_:time:logger:)`` creates one with the usual parts.
    public convenience init(
        store: any GatewayStore, sender: any PushSending,
        worker configuration: DeliveryWorker.Configuration = .init(), time: TimeSource = .system,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        logger: Logger = Logger(label: "bellhop.gateway")
    ) {
        self.init(
            store: store, sender: sender, campaigns: nil, worker: configuration, time: time,
            // A server that creates the gateway from its parts sets its own limits.
            requestsPerMinute: GatewayLimits.keyRequestsPerMinute.upperBound,
            generator: generator, logger: logger)
    }

    init(
        store: any GatewayStore, sender: any PushSending,
        foreign: (any ForeignSending)? = nil,
        pushEndpoints: PushEndpointRule = PushEndpointRule(), fcmOrigin: FCMOrigin = FCMOrigin(),
        campaigns: GatewayCampaigns?,
        worker configuration: DeliveryWorker.Configuration,
        credentialOfNewApps: CredentialRequest? = nil, time: TimeSource,
        metrics: GatewayMetrics? = nil, hasOpenMetrics: Bool = false, version: String = "",
        webhooks: GatewayWebhooks? = nil,
        requestsPerMinute: Int = GatewayLimits.keyRequestsPerMinuteDefault,
        passwordCosts: PasswordHash.Costs = PasswordHash.costs,
        identityProvider: IdentityProvider? = nil,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        logger: Logger
    ) {
        self.campaigns = campaigns
        self.webhooks = webhooks
        callLimits = CallLimits(requestsPerMinute: requestsPerMinute, time: time)
        self.credentialOfNewApps = credentialOfNewApps
        self.store = store
        let metrics = metrics ?? GatewayMetrics(time: time)
        let sender = MeteredSender(sender, metrics)
        self.metrics = metrics
        self.sender = sender
        self.hasOpenMetrics = hasOpenMetrics
        self.version = version
        startedAt = time.now
        self.time = time
        self.generator = Mutex(generator)
        var generator = generator
        let diagnosis = TokenDiagnosis(store: store, sender: sender, time: time, logger: logger)
        let metered = foreign.map { MeteredForeignSender($0, metrics) }
        self.foreign = foreign
        self.pushEndpoints = pushEndpoints
        self.fcmOrigin = fcmOrigin
        worker = DeliveryWorker(
            store: store, sender: sender, foreign: metered, configuration: configuration,
            owner: APNSID.random(using: &generator).text, time: time, logger: logger,
            onRecord: { metrics.recorded($1, app: $0.bundleID) },
            onRefusedCredential: { [webhooks] destination, keyID, reason in
                await webhooks?.credentialRefused(destination, keyID: keyID, reason: reason)
            }, onRest: { diagnosis.begin() })
        console = ConsoleAccess(
            store: (store as? SQLStore).map { SQLConsoleStore(store: $0) },
            passwords: PasswordChecker(decoy: PasswordHash.decoy(passwordCosts)),
            provider: identityProvider)
        receiptIntake = ReceiptIntake(time: time, isSending: { metrics.isSending }) { reports in
            if let store = store as? SQLStore {
                return try await store.add(reports, now: time.now)
            }
            var counts: [Int] = []
            for report in reports {
                counts.append(
                    try await store.addReceipts(
                        report.receipts, installationID: report.installationID, now: time.now))
            }
            return counts
        }
        storeProbe = StoreProbe(store: store, failures: worker.failures, time: time)
    }

    /// The services that send messages; run them in a `ServiceGroup`. On a graceful shutdown, they
    /// finish the requests in flight; call ``close()`` afterwards.
    public var services: [any Service] {
        let sending = SendingService(
            worker: worker, sender: sender, foreign: foreign, node: campaigns?.node,
            dispatcher: webhooks?.dispatcher, beginning: { await self.resumeErasures() })
        return campaigns == nil ? [sending] : [sending, CampaignPlanner(gateway: self)]
    }

    /// Whether the gateway will stop soon.
    var isDraining: Bool { draining.withLock { $0 } }

    /// Announces that the gateway will stop soon: `GET /health/ready` responds with 503 from now
    /// on, so that a load balancer sends new requests elsewhere. The gateway still serves requests.
    public func beginDraining() { draining.withLock { $0 = true } }

    /// Closes the storage.
    public func close() async throws { try await store.close() }

    /// Returns a new message identifier: a version 7 UUID (RFC 9562 section 5.7), so that new
    /// identifiers are added at the end of an index.
    func makeMessageID() -> String {
        let milliseconds = UInt64(saturating: time.now.timeIntervalSince1970 * 1000)
        // The system's generator makes a system call for each number, so two 64-bit numbers are
        // used instead of sixteen bytes.
        let random = generator.withLock { generator in [generator.next(), generator.next()] }
        var bytes = random.flatMap { number in
            withUnsafeBytes(of: number.bigEndian) { Array($0) }
        }
        for index in 0..<6 {
            bytes[index] = UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * UInt64(index)))
        }
        return UUID(bytes: bytes, version: 7).uuidString.lowercased()
    }

    /// Counts a call of an installation.
    ///
    /// Calls are counted by the secret that the caller sends, before the secret is compared with
    /// the stored one. So a caller who has only an installation's identifier uses up a separate
    /// budget.
    ///
    /// - Throws: `Problem` if the installation calls too often.
    func countCall(of installation: String, by caller: DeviceCaller) throws(Problem) {
        let now = time.now
        let installation = installation.prefix(GatewayLimits.nameByteCountMax)
        let name = "\(caller.app.bundleID) \(Hex.encode(caller.secret.hash)) \(installation)"
        let isAllowed = callBudget.withLock { $0.take(name, now: now) }
        guard !isAllowed else { return }
        throw Problem(
            .tooManyCalls,
            "the installation has sent more than \(GatewayLimits.deviceCallsPerMinute) requests in "
                + "a minute; wait \(GatewayLimits.deviceCallRetrySeconds) seconds, and send "
                + "several receipts in one request")
    }

    /// Logs an error if the gateway and not the request caused it.
    func note(_ error: any Error) {
        if error is MethodNotAllowed || error is CancellationError { return }
        let kind = Problem(describing: error).kind
        guard kind == .internalError || kind == .storageUnavailable else { return }
        worker.failures.requestFailed(error)
    }

    /// Returns a value that a closure makes with the gateway's random number generator.
    func makeRandom<Value: Sendable>(
        _ make: (inout any RandomNumberGenerator & Sendable) -> Value
    ) -> Value {
        generator.withLock { make(&$0) }
    }

    /// Makes an API key that permits everything.
    ///
    /// - Parameter name: the purpose of the key.
    /// - Returns: the key's whole text, which the gateway does not store and cannot return again.
    public func makeAPIKey(name: String) async throws -> String {
        let key = generator.withLock { APIKey(using: &$0) }
        try await store.insertKey(key.stored(name: name, createdAt: time.now))
        return key.text
    }

    /// Returns the API key for development on this machine: the stored key if it is still valid,
    /// otherwise a new key.
    ///
    /// - Parameter kept: the key that an earlier call returned, and that the caller stored in a
    ///   file that only its owner can read.
    public func makeDevelopmentKey(kept: String? = nil) async throws -> String {
        if let kept, (try? await authenticate(kept)) != nil { return kept }
        return try await makeAPIKey(name: "development")
    }

    /// Returns the stored key that belongs to a key's text.
    ///
    /// - Throws: `Problem` if the key is missing, unknown or revoked.
    public func authenticate(_ text: String?) async throws -> StoredAPIKey {
        guard let text, !text.isEmpty else {
            throw Problem(
                .keyMissing,
                "there is no API key; send one in the header \"Authorization: Bearer bh_…\"")
        }
        guard !text.hasPrefix(AppKeys.clientKeyPrefix) else {
            throw Problem(
                .keyUnknown,
                "this is an app's client key, which is valid only for paths under /v1/device; send "
                    + "an API key")
        }
        guard let key = APIKey(text), let stored = try await store.key(id: key.id),
            key.matches(stored)
        else {
            throw Problem(
                .keyUnknown,
                "this gateway does not know the API key; check that the key is complete and was "
                    + "created by this gateway")
        }
        if stored.revokedAt != nil {
            throw Problem(
                .keyRevoked,
                "the API key \(stored.id) was revoked; create another key with: bellhop key create")
        }
        if stored.isUseWorthNoting(at: time.now) {
            // A key is valid even if the time of its use cannot be stored.
            try? await store.noteUse(ofKey: stored.id, now: time.now)
        }
        return stored
    }
}

/// Runs the worker, the campaigns' node and the webhooks' dispatcher, and closes the connections to
/// APNs after all have finished.
private struct SendingService: Service {
    let worker: DeliveryWorker
    let sender: any PushSending
    let foreign: (any ForeignSending)?
    let node: CampaignNode?
    let dispatcher: WebhookDispatcher?
    /// Finishes the work that an earlier process left unfinished.
    let beginning: @Sendable () async -> Void

    func run() async throws {
        // Sending takes precedence at the database, so that accepted messages are sent no matter
        // how many requests wait.
        try await SQLUrgency.sending.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await beginning() }
                group.addTask { try await worker.run() }
                if let node { group.addTask { try await node.run() } }
                if let dispatcher { group.addTask { try await dispatcher.run() } }
                try await group.waitForAll()
            }
        }
        await sender.shutdown()
        await foreign?.shutdown()
    }
}
