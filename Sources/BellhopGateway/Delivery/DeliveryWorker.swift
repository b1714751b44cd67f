// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
public import APNSWire
import GatewayAPI
public import Logging
public import ServiceLifecycle
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Sends what is due: claims deliveries, hands them to the sender, and writes down what was
/// decided.
///
/// New messages wake it at once, else it looks each ``Configuration/pollInterval``. On a graceful
/// shutdown it takes nothing new and finishes what is in flight.
public final class DeliveryWorker: Service {
    /// Everything a worker is told once.
    public struct Configuration: Hashable, Sendable {
        /// Deliveries in flight at most: what a crash may repeat. ``SendingRoom`` divides them
        /// among the apps; one alone gets half of them. Default 256.
        public var inFlightMax = 256
        /// How long it waits before it looks for work that nobody told it of. Default 1 second.
        public var pollInterval: Duration = .seconds(1)
        /// How long a claim holds. It must be longer than the sender's deadline, which is 15
        /// seconds, since it is not renewed. Default 60 seconds.
        public var lease: Duration = .seconds(60)
        public var policy = DeliveryPolicy()

        public init() {}

        /// How long after it was stored or claimed a delivery is due at most.
        var longestWait: Duration { max(lease, policy.backoffMax) + .seconds(1) }
    }

    private let store: any GatewayStore
    private let sender: any PushSending
    private let configuration: Configuration
    private let owner: String
    private let time: TimeSource
    private let logger: Logger
    private let recorder: OutcomeRecorder
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

    /// Makes a worker; ``run()`` may be called once.
    ///
    /// - Parameter owner: tells this worker from others on the same database.
    public init(
        store: any GatewayStore, sender: any PushSending, configuration: Configuration = .init(),
        owner: String, time: TimeSource = .system,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        logger: Logger = Logger(label: "bellhop.gateway.worker")
    ) {
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

    /// Says that there may be new work.
    public func wake() { signal.notify() }

    /// Says that an app got a credential.
    func credentialReplaced(_ credential: AppCredential) {
        state.withLock {
            $0.holds.replaced(bundleID: credential.bundleID, identity: credential.identity)
        }
        wake()
    }

    /// What the worker is doing, for questions about the gateway's health.
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
        while (try? await time.sleep(for: configuration.pollInterval)) != nil { signal.notify() }
    }

    /// Claims as many deliveries as may still be in flight and starts sending them.
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
            guard let due = try await store.nextDue(), due <= now || due > latestDue else { return }
            let claim = try await store.claim(
                ClaimRequest(
                    owner: owner, room: room,
                    leaseUntil: now.addingTimeInterval(configuration.lease.inSeconds),
                    latestDue: latestDue, now: now))
            failures.storeWorked()
            failures.unreadable(claim.unreadable)
            for delivery in claim.deliveries {
                let lane = delivery.lane
                state.withLock { $0.inFlight[lane, default: 0] += 1 }
                sends.addTask {
                    await self.deliver(delivery, credential: claim.credentials[delivery.bundleID])
                    self.state.withLock { state in
                        let count = state.inFlight[lane, default: 1] - 1
                        state.inFlight[lane] = count > 0 ? count : nil
                    }
                    self.signal.notify()
                }
            }
        } catch is CancellationError {
            // The gateway stops; the storage did not fail.
        } catch {
            failures.storeFailed("nothing is sent, because due deliveries are not found", error)
        }
    }

    private func deliver(_ delivery: ClaimedDelivery, credential: AppCredential?) async {
        guard let decision = await decision(for: delivery, credential: credential) else { return }
        logger.debug(
            "decided about a delivery",
            metadata: [
                "delivery": "\(delivery.id)", "attempt": "\(delivery.attempt)",
                "step": "\(decision.step)",
            ])
        await recorder.record(
            DeliveryRecord(id: delivery.id, fence: delivery.fence, decision: decision))
    }

    /// Sends, unless it must not be sent. `nil` when the task was cancelled: then nothing may be
    /// written, and the lease runs out.
    private func decision(
        for delivery: ClaimedDelivery, credential: AppCredential?
    ) async -> DeliveryDecision? {
        let policy = configuration.policy
        if let early = policy.decideBeforeSending(
            tokenState: delivery.tokenState, deadline: delivery.deadline, now: time.now)
        {
            return early
        }
        guard let credential else { return notSent(delivery, because: "no_credential") }
        do {
            let outcome = try await sender.send(
                delivery.request, app: credential, environment: delivery.environment)
            if Task.isCancelled { return nil }
            note(outcome, delivery.lane, credential)
            return generator.withLock { generator in
                policy.decide(
                    outcome, attempt: delivery.attempt, now: time.now, deadline: delivery.deadline,
                    registeredAt: delivery.registeredAt, using: &generator)
            }
        } catch is CancellationError {
            return nil
        } catch is PushRequestError {
            return DeliveryDecision(
                .finish(.suppressed, reason: "request_not_possible", status: nil))
        } catch {
            noteFailure(delivery.lane, cause: "\(error)")
            return notSent(delivery, because: "not_sent")
        }
    }

    /// Learns from an outcome about the lane: whether APNs responds, and whether it takes the
    /// credential.
    private func note(_ outcome: PushOutcome, _ lane: SendingLane, _ credential: AppCredential) {
        let uptime = time.uptime
        let identity = credential.identity
        switch outcome {
        case .unknown(let unknown): return noteFailure(lane, cause: "\(unknown.cause)")
        case .rejected(let rejection) where DeliveryPolicy.refusesCredential(rejection):
            let reason = rejection.reason.rawValue
            let isNew = state.withLock { state in
                state.holds.refused(lane, identity: identity, reason: reason, at: uptime)
            }
            if isNew { failures.held(lane, keyID: credential.keyID, reason: reason) }
        case .rejected(let rejection) where rejection.status == 429 || rejection.status >= 500:
            // APNs may not even have looked at the credential.
            state.withLock { $0.holds.unclear(lane, at: uptime) }
        case .accepted, .rejected:
            let hasEnded = state.withLock { $0.holds.proved(lane, identity: identity) }
            if hasEnded { failures.released(lane) }
        }
        if state.withLock({ $0.sending.responded(lane) }) { failures.sendingWorks(lane) }
    }

    private func noteFailure(_ lane: SendingLane, cause: String) {
        let uptime = time.uptime
        let isFailing = state.withLock { state in
            state.holds.unclear(lane, at: uptime)
            return state.sending.failed(lane)
        }
        if isFailing { failures.sendingFailed(lane, cause: cause) }
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
