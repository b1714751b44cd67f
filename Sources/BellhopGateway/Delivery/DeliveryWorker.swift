// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
public import APNSWire
import GatewayAPI
import GatewayModel
public import Logging
public import ServiceLifecycle
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Sends due deliveries: claims them, passes them to the sender, and stores the decisions about the
/// outcomes.
///
/// A new message wakes the worker immediately; otherwise the worker looks for work once in each
/// ``Configuration/pollInterval``. On a graceful shutdown, it claims nothing new and finishes the
/// deliveries in flight.
public final class DeliveryWorker: Service {
    /// The settings of a worker.
    public struct Configuration: Hashable, Sendable {
        /// The maximum number of deliveries in flight, which is also the number that may be sent
        /// again after a crash. ``SendingRoom`` divides them among the apps; a single app gets half
        /// of them. Default 256.
        public var inFlightMax = 256
        /// The time after which the worker looks for work without having been woken. Default 1
        /// second.
        public var pollInterval: Duration = .seconds(1)
        /// The time for which a claim is valid. It must be longer than the sender's deadline, which
        /// is 15 seconds, because claims are not renewed. Default 30 seconds.
        public var lease: Duration = .seconds(30)
        public var policy = DeliveryPolicy()
        /// How long the gateway keeps data that it no longer needs.
        public var retention = Retention()
        /// The interval at which the worker removes data that need not be kept any longer. Default
        /// 60 seconds.
        public var purgeInterval: Duration = .seconds(60)

        public init() {}

        /// The longest time for which a delivery waits until it is due, after it was stored or
        /// claimed.
        var longestWait: Duration { max(lease, policy.backoffMax) + .seconds(1) }
    }

    private let store: any GatewayStore
    private let sender: any PushSending
    private let configuration: Configuration
    private let owner: String
    private let time: TimeSource
    private let logger: Logger
    private let recorder: OutcomeRecorder
    private let tracing = DeliveryTracing()
    private let onRecord: @Sendable (ClaimedDelivery, DeliveryDecision) -> Void
    private let onRefusedCredential:
        @Sendable (SendingDestination, _ keyID: String, _ reason: String) async -> Void
    private let onRest: @Sendable () -> Void
    let failures: FailureLog
    private let signal = WorkSignal()
    private let generator: Mutex<any RandomNumberGenerator & Sendable>
    private let state = Mutex(State())

    private struct State {
        var inFlight: [SendingLane: Int] = [:]
        var holds = CredentialHolds()
        var sending = SendingFailures()
        var condition = WorkerCondition.notStarted
    }

    /// Creates a worker. Its ``run()`` may be called only once.
    ///
    /// - Parameters:
    ///   - owner: distinguishes this worker from other workers on the same database.
    ///   - onRecord: receives each decision after it has been stored.
    ///   - onRefusedCredential: is called when a destination is put on hold, because APNs refuses
    ///     the app's key.
    ///   - onRest: is called once in each `Configuration/purgeInterval`.
    public init(
        store: any GatewayStore, sender: any PushSending, configuration: Configuration = .init(),
        owner: String, time: TimeSource = .system,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        logger: Logger = Logger(label: "bellhop.gateway.worker"),
        onRecord: @escaping @Sendable (ClaimedDelivery, DeliveryDecision) -> Void = { _, _ in },
        onRefusedCredential:
            @escaping @Sendable (SendingDestination, _ keyID: String, _ reason: String) async ->
            Void = { _, _, _ in },
        onRest: @escaping @Sendable () -> Void = {}
    ) {
        self.onRecord = onRecord
        self.onRefusedCredential = onRefusedCredential
        self.onRest = onRest
        self.store = store
        self.sender = sender
        self.configuration = configuration
        self.owner = owner
        self.time = time
        self.logger = logger
        self.generator = Mutex(generator)
        failures = FailureLog(logger: logger, time: time)
        recorder = OutcomeRecorder(store: store, time: time, failures: failures)
    }

    /// Tells the worker that there may be new work.
    public func wake() { signal.notify() }

    /// Tells the worker that an app got a credential.
    func credentialReplaced(_ credential: AppCredential) {
        state.withLock {
            $0.holds.replaced(bundleID: credential.bundleID, identity: credential.identity)
        }
        wake()
    }

    /// The state of the worker, for the gateway's health.
    var report: WorkerReport {
        let now = time.uptime
        return state.withLock { state in
            WorkerReport(
                condition: state.condition, now: now, held: state.holds.held,
                isSendingFailing: state.sending.isAnyFailing)
        }
    }

    public func run() async throws {
        defer { state.withLock { $0.condition = .ended } }
        await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.poll() }
                signal.notify()
                await withDiscardingTaskGroup { sends in
                    for await _ in signal.stream { await self.fill(&sends) }
                }
                group.cancelAll()
            }
        } onGracefulShutdown: {
            self.signal.finish()
        }
    }

    private func poll() async {
        var nextPurge = time.uptime + configuration.purgeInterval
        while (try? await time.sleep(for: configuration.pollInterval)) != nil {
            signal.notify()
            if time.uptime >= nextPurge, await !purge() {
                nextPurge = time.uptime + configuration.purgeInterval
                onRest()
            }
        }
    }

    /// Removes a batch of the data that need not be kept any longer.
    ///
    /// - Returns: whether there is more. The next batch is removed after the next pause, so that
    ///   messages do not wait for it.
    private func purge() async -> Bool {
        do {
            let report = try await store.purge(configuration.retention, now: time.now)
            for (table, count) in report.rows.sorted(by: { $0.key < $1.key }) {
                logger.debug(
                    "removed rows that are older than their retention time",
                    metadata: ["table": "\(table)", "rows": "\(count)"])
            }
            return report.hasMore
        } catch is CancellationError {
            return false
        } catch {
            failures.storeFailed(
                "rows that are older than their retention time are not removed", error)
            return false
        }
    }

    /// Claims as many more deliveries as may be in flight, and starts sending them.
    private func fill(_ sends: inout DiscardingTaskGroup) async {
        let (now, uptime) = (time.now, time.uptime)
        let room = state.withLock { state in
            state.condition = .running(lastTurn: uptime)
            return SendingRoom(
                inFlightMax: configuration.inFlightMax, inFlight: state.inFlight,
                limits: state.holds.limits(at: uptime))
        }
        guard room.free > 0 else { return }
        let latestDue = now.addingTimeInterval(configuration.longestWait.inSeconds)
        do {
            guard let due = try await store.nextDue(now: now), due <= now || due > latestDue else {
                return
            }
            let claim = try await store.claim(
                ClaimRequest(
                    owner: owner, room: room,
                    leaseUntil: now.addingTimeInterval(configuration.lease.inSeconds),
                    latestDue: latestDue, now: now))
            failures.storeWorked()
            failures.unreadable(claim.unreadable)
            failures.locked(claim.locked)
            for delivery in claim.deliveries {
                let lane = delivery.lane
                state.withLock { $0.inFlight[lane, default: 0] += 1 }
                sends.addTask {
                    await self.deliver(
                        delivery, credential: claim.credentials[delivery.bundleID],
                        isLocked: claim.locked.contains(delivery.bundleID))
                    self.state.withLock { state in
                        let count = state.inFlight[lane, default: 1] - 1
                        state.inFlight[lane] = count > 0 ? count : nil
                    }
                    self.signal.notify()
                }
            }
        } catch is CancellationError {
            // The gateway is stopping; the storage did not fail.
        } catch {
            failures.storeFailed("nothing is sent, because due deliveries cannot be read", error)
        }
    }

    /// - Parameter isLocked: whether the app has a credential that cannot be opened.
    private func deliver(
        _ delivery: ClaimedDelivery, credential: AppCredential?, isLocked: Bool
    ) async {
        let missing = isLocked ? "credential_locked" : "no_credential"
        guard let tracing else {
            _ = await attempt(delivery, credential: credential, withoutCredential: missing)
            return
        }
        await tracing.span(of: delivery) {
            await attempt(delivery, credential: credential, withoutCredential: missing)
        }
    }

    /// Sends a delivery if permitted, and stores the decision, which it returns; `nil` if the task
    /// was cancelled.
    private func attempt(
        _ delivery: ClaimedDelivery, credential: AppCredential?, withoutCredential: String
    ) async -> DeliveryDecision? {
        let decision = await decision(
            for: delivery, credential: credential, withoutCredential: withoutCredential)
        guard let decision else { return nil }
        logger.debug(
            "decided about a delivery",
            metadata: [
                "delivery": "\(delivery.id)", "attempt": "\(delivery.attempt)",
                "step": "\(decision.step)",
            ])
        let isStored = await recorder.record(
            DeliveryRecord(id: delivery.id, fence: delivery.fence, decision: decision))
        if isStored { onRecord(delivery, decision) }
        return decision
    }

    /// Sends a delivery if permitted, and returns the decision; `nil` if the task was cancelled. In
    /// that case nothing may be stored, and the lease expires.
    private func decision(
        for delivery: ClaimedDelivery, credential: AppCredential?, withoutCredential: String
    ) async -> DeliveryDecision? {
        let policy = configuration.policy
        if let early = policy.decideBeforeSending(
            tokenState: delivery.tokenState, deadline: delivery.deadline, now: time.now)
        {
            return early
        }
        guard let credential else { return notSent(delivery, because: withoutCredential) }
        if credential.isShadow {
            // The delivery was queued before the app was put into shadow mode.
            return DeliveryDecision(
                .finish(.suppressed, reason: OutcomeCode.Reason.shadow, status: nil))
        }
        do {
            let outcome = try await sender.send(
                delivery.request, app: credential, in: delivery.lane)
            if Task.isCancelled { return nil }
            await note(outcome, delivery.lane.destination, credential)
            var decision = generator.withLock { generator in
                policy.decide(
                    outcome, attempt: delivery.attempt, now: time.now, deadline: delivery.deadline,
                    registeredAt: delivery.registeredAt, using: &generator)
            }
            if case .accepted(let acceptance) = outcome, let id = acceptance.uniqueID,
                id.utf8.count <= GatewayLimits.nameByteCountMax
            {
                decision.uniqueID = id
            }
            return decision
        } catch is CancellationError {
            return nil
        } catch is PushRequestError {
            return DeliveryDecision(
                .finish(.suppressed, reason: "request_not_possible", status: nil))
        } catch {
            noteFailure(delivery.lane.destination, cause: "\(error)", isUnreachable: true)
            return notSent(delivery, because: "not_sent")
        }
    }

    /// Records what an outcome shows about the destination: whether APNs responds, and whether APNs
    /// accepts the credential.
    private func note(
        _ outcome: PushOutcome, _ destination: SendingDestination, _ credential: AppCredential
    ) async {
        let uptime = time.uptime
        let identity = credential.identity
        switch outcome {
        case .unknown(let unknown):
            return noteFailure(
                destination, cause: unknown.cause, isUnreachable: unknown.code.isAboutConnecting)
        case .rejected(let rejection) where DeliveryPolicy.refusesCredential(rejection):
            let reason = rejection.reason.rawValue
            let isNew = state.withLock { state in
                state.holds.refused(destination, identity: identity, reason: reason, at: uptime)
            }
            if isNew {
                failures.held(destination, keyID: credential.keyID, reason: reason)
                await onRefusedCredential(destination, credential.keyID, reason)
            }
        case .rejected(let rejection) where rejection.status == 429 || rejection.status >= 500:
            // APNs may not have checked the credential.
            state.withLock { $0.holds.unclear(destination, at: uptime) }
        case .accepted, .rejected:
            let hasEnded = state.withLock { $0.holds.proved(destination, identity: identity) }
            if hasEnded { failures.released(destination) }
        }
        let works = state.withLock { $0.sending.responded(destination) }
        if works { failures.sendingWorks(destination) }
    }

    /// - Parameter isUnreachable: whether there was no connection. In this case, the first failure
    ///   is already logged, because a single message may wait for minutes until there have been
    ///   many failures.
    private func noteFailure(
        _ destination: SendingDestination, cause: String, isUnreachable: Bool
    ) {
        let uptime = time.uptime
        let isFailing = state.withLock { state in
            state.holds.unclear(destination, at: uptime)
            return state.sending.failed(destination)
        }
        if isFailing || isUnreachable { failures.sendingFailed(destination, cause: cause) }
    }

    private func notSent(_ delivery: ClaimedDelivery, because reason: String) -> DeliveryDecision {
        generator.withLock { generator in
            configuration.policy.decideNotSent(
                because: reason, attempt: delivery.attempt, now: time.now,
                deadline: delivery.deadline,
                using: &generator)
        }
    }
}
