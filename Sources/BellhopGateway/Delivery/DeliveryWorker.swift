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
        /// Deliveries in flight at most: what a crash may repeat. Default 128.
        public var inFlightMax = 128
        /// How long it waits before it looks for work that nobody told it of. Default 1 second.
        public var pollInterval: Duration = .seconds(1)
        /// How long a claim holds. It must be longer than the sender's deadline, which is 15
        /// seconds, since it is not renewed. Default 60 seconds.
        public var lease: Duration = .seconds(60)
        public var policy = DeliveryPolicy()

        public init() {}
    }

    private let store: any GatewayStore
    private let sender: any PushSending
    private let configuration: Configuration
    private let owner: String
    private let time: TimeSource
    private let logger: Logger
    private let recorder: OutcomeRecorder
    private let signal = WorkSignal()
    private let generator: Mutex<any RandomNumberGenerator & Sendable>
    private let inFlight = Mutex(0)

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
        recorder = OutcomeRecorder(store: store, time: time, logger: logger)
    }

    /// Says that there may be new work.
    public func wake() { signal.notify() }

    public func run() async throws {
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
        let free = configuration.inFlightMax - inFlight.withLock { $0 }
        guard free > 0 else { return }
        do {
            let now = time.now
            guard let due = try await store.nextDue(), due <= now else { return }
            let claimed = try await store.claim(
                owner: owner, limit: free,
                leaseUntil: now.addingTimeInterval(configuration.lease.inSeconds), now: now)
            let credentials = try await credentials(for: claimed)
            for delivery in claimed {
                inFlight.withLock { $0 += 1 }
                sends.addTask {
                    await self.deliver(delivery, credential: credentials[delivery.bundleID])
                    self.inFlight.withLock { $0 -= 1 }
                    self.signal.notify()
                }
            }
        } catch {
            logger.debug("could not claim deliveries", metadata: ["error": "\(error)"])
        }
    }

    private func credentials(for claimed: [ClaimedDelivery]) async throws -> [String: AppCredential]
    {
        var credentials: [String: AppCredential] = [:]
        for bundleID in Set(claimed.map(\.bundleID)) {
            credentials[bundleID] = try await store.credential(bundleID: bundleID)
        }
        return credentials
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
            logger.debug(
                "could not send", metadata: ["delivery": "\(delivery.id)", "error": "\(error)"])
            return notSent(delivery, because: "not_sent")
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
