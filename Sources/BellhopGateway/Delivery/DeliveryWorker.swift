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
    private let store: any GatewayStore
    private let sender: any PushSending
    /// Sends with FCM and Web Push; `nil` for a gateway that sends only to APNs.
    private let foreign: (any ForeignSending)?
    private let configuration: Configuration
    private let owner: String
    private let time: TimeSource
    private let logger: Logger
    private let recorder: OutcomeRecorder
    private let destinations: DestinationRecord
    private let tracing = DeliveryTracing()
    private let onRecord: @Sendable (ClaimedDelivery, DeliveryDecision) -> Void
    private let onRest: @Sendable () -> Void
    let failures: FailureLog
    private let signal = WorkSignal()
    private let generator: Mutex<any RandomNumberGenerator & Sendable>
    private let state = Mutex(State())

    private struct State {
        var inFlight: [SendingLane: Int] = [:]
        var held = HeldWork<APNSID, Date>()
        var condition = WorkerCondition.notStarted
    }

    /// Creates a worker. Its ``run()`` may be called only once.
    ///
    /// - Parameters:
    ///   - owner: distinguishes this worker from other workers on the same database.
    ///   - onRecord: receives each decision after it has been stored.
    ///   - onRefusedCredential: is called when a destination is put on hold, because APNs refuses
    ///     the app's key.
    ///   - onRest: is called once in each `Configuration/purgeInterval`, after old data has been
    ///     removed.
    public convenience init(
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
        self.init(
            store: store, sender: sender, foreign: nil, configuration: configuration,
            owner: owner, time: time, generator: generator, logger: logger, onRecord: onRecord,
            onRefusedCredential: onRefusedCredential, onRest: onRest)
    }

    init(
        store: any GatewayStore, sender: any PushSending, foreign: (any ForeignSending)?,
        configuration: Configuration, owner: String, time: TimeSource,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        logger: Logger, onRecord: @escaping @Sendable (ClaimedDelivery, DeliveryDecision) -> Void,
        onRefusedCredential: @escaping DestinationRecord.OnRefusedCredential,
        onRest: @escaping @Sendable () -> Void
    ) {
        self.foreign = foreign
        self.onRecord = onRecord
        self.onRest = onRest
        self.store = store
        self.sender = sender
        self.configuration = configuration
        self.owner = owner
        self.time = time
        self.logger = logger
        self.generator = Mutex(generator)
        failures = FailureLog(logger: logger, time: time)
        destinations = DestinationRecord(
            time: time, failures: failures, onRefusedCredential: onRefusedCredential)
        recorder = OutcomeRecorder(store: store, time: time, failures: failures)
    }

    /// Tells the worker that there may be new work.
    public func wake() { signal.notify() }

    /// Tells the worker that an app got a credential.
    func credentialReplaced(_ credential: AppCredential) {
        destinations.replaced(
            bundleID: credential.bundleID, .apns, identity: credential.identity)
        wake()
    }

    /// Tells the worker that an app got a credential for FCM or Web Push.
    func credentialReplaced(_ credential: ProviderCredential) {
        destinations.replaced(
            bundleID: credential.bundleID, credential.transport, identity: credential.identity)
        wake()
    }

    /// The state of the worker, for the gateway's health.
    var report: WorkerReport {
        let now = time.uptime
        return WorkerReport(
            condition: state.withLock { $0.condition }, now: now, held: destinations.held,
            isSendingFailing: destinations.isAnyFailing)
    }

    /// Returns the credentials of an app that providers refuse now, sorted.
    func refusedCredentials(of bundleID: String) -> [RefusedCredential] {
        destinations.held.filter { $0.key.bundleID == bundleID }
            .sorted { $0.key.description < $1.key.description }
            .map { destination, reason in
                RefusedCredential(
                    transport: destination.transport,
                    environment: destination.transport == .apns ? destination.environment : nil,
                    reason: reason)
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
                    // The deliveries in flight end even if the storage fails.
                    await self.recorder.end()
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

    /// Claims due deliveries, up to the maximum number in flight, and starts sending them.
    private func fill(_ sends: inout DiscardingTaskGroup) async {
        let (now, uptime) = (time.now, time.uptime)
        let limits = destinations.limits(at: uptime)
        let room = state.withLock { state in
            state.condition = .running(lastTurn: uptime)
            return SendingRoom(
                inFlightMax: configuration.inFlightMax, inFlight: state.inFlight,
                limits: limits)
        }
        guard room.free > 0 else { return }
        let latestDue = now.addingTimeInterval(configuration.longestWait.inSeconds)
        do {
            guard let due = try await store.nextDue(now: now), due <= now || due > latestDue else {
                return
            }
            let lease = configuration.lease.inSeconds
            // A slow store may carry out the claim only after a part of the lease has passed.
            let held = state.withLock { $0.held.ending(before: now.addingTimeInterval(lease / 2)) }
            let leaseUntil = now.addingTimeInterval(lease)
            let claim = try await store.claim(
                ClaimRequest(
                    owner: owner, room: room, leaseUntil: leaseUntil, latestDue: latestDue,
                    held: held, now: now))
            failures.storeWorked()
            failures.unreadable(claim.unreadable)
            failures.locked(claim.locked)
            for delivery in claim.deliveries {
                let lane = delivery.lane
                state.withLock {
                    $0.inFlight[lane, default: 0] += 1
                    $0.held.add(delivery.id, leaseEnd: leaseUntil)
                }
                let access = SendingAccess(to: delivery, in: claim)
                sends.addTask {
                    await self.deliver(delivery, access)
                    self.state.withLock { state in
                        let count = state.inFlight[lane, default: 1] - 1
                        state.inFlight[lane] = count > 0 ? count : nil
                        state.held.remove(delivery.id)
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

    private func deliver(_ delivery: ClaimedDelivery, _ access: SendingAccess) async {
        guard let tracing else {
            _ = await attempt(delivery, access)
            return
        }
        await tracing.span(of: delivery) { await attempt(delivery, access) }
    }

    /// Sends a delivery if permitted, stores the decision and returns it; returns `nil` if the task
    /// was cancelled.
    private func attempt(
        _ delivery: ClaimedDelivery, _ access: SendingAccess
    ) async -> DeliveryDecision? {
        let decision = await decision(for: delivery, access)
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
        for delivery: ClaimedDelivery, _ access: SendingAccess
    ) async -> DeliveryDecision? {
        let policy = configuration.policy
        if let early = policy.decideBeforeSending(
            tokenState: delivery.tokenState, deadline: delivery.deadline, now: time.now)
        {
            return early
        }
        if access.isShadow {
            // The delivery was queued before the app was put into shadow mode.
            return DeliveryDecision(
                .finish(.suppressed, reason: OutcomeCode.Reason.shadow, status: nil))
        }
        if let address = delivery.foreign {
            return await decision(for: delivery, address, access)
        }
        guard let credential = access.apns else {
            return notSent(delivery, because: access.missing)
        }
        do {
            let outcome = try await sender.send(
                delivery.request, app: credential, in: delivery.lane)
            if Task.isCancelled { return nil }
            await destinations.note(outcome, delivery.lane.destination, credential)
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
            destinations.noteFailure(
                delivery.lane.destination, cause: "\(error)", isUnreachable: true)
            return notSent(delivery, because: "not_sent")
        }
    }

    /// Sends a delivery with FCM or Web Push, and returns the decision; `nil` if the task was
    /// cancelled.
    private func decision(
        for delivery: ClaimedDelivery, _ address: ForeignAddress, _ access: SendingAccess
    ) async -> DeliveryDecision? {
        guard let credential = access.provider, let foreign else {
            return notSent(delivery, because: access.missing)
        }
        let sentAt = time.now
        let outcome = await foreign.send(
            ForeignContent(delivery.request, overrides: delivery.platforms), to: address,
            with: credential)
        if Task.isCancelled { return nil }
        await destinations.note(outcome, delivery.lane.destination, credential)
        return generator.withLock { generator in
            configuration.policy.decide(
                outcome, attempt: delivery.attempt, sentAt: sentAt, now: time.now,
                deadline: delivery.deadline, using: &generator)
        }
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
