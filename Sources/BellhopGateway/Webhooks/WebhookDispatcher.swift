// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import Logging
import ServiceLifecycle
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Delivers events to webhooks and to the gateway's own file: claims them, sends them, and stores
/// the results.
///
/// Each webhook gets its events in order, one request at a time. Events that happen within one
/// ``pollInterval`` are sent together. Several gateways on one database share the webhooks.
final class WebhookDispatcher: Service {
    /// The time for which events are gathered, and after which the dispatcher looks for them.
    static let pollInterval = Duration.seconds(1)
    /// The maximum number of webhooks to which requests are sent at the same time.
    static let inFlightMax = 16
    /// The time for which claimed events belong to this gateway. It is longer than the time that
    /// all limits together permit for a request.
    static let lease = Duration.seconds(120)

    private let store: SQLWebhookStore
    private let sender: any WebhookSending
    private let file: EventFile?
    private let time: TimeSource
    private let policy = WebhookPolicy()
    private let userAgent: String
    private let metrics: GatewayMetrics?
    private let failures: FailureLog
    private let logger: Logger
    private let signal = WorkSignal()
    private let inFlight = Mutex(0)
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    /// - Parameters:
    ///   - file: the event file; `nil` if there is none.
    ///   - version: the version of Bellhop, for the header `user-agent`.
    init(
        store: SQLWebhookStore, sender: any WebhookSending, file: EventFile?, version: String,
        time: TimeSource, failures: FailureLog, metrics: GatewayMetrics? = nil, logger: Logger,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.store = store
        self.sender = sender
        self.file = file
        self.time = time
        userAgent = version.isEmpty ? "Bellhop" : "Bellhop/\(version)"
        self.failures = failures
        self.metrics = metrics
        self.logger = logger
        self.generator = Mutex(generator)
    }

    /// Tells the dispatcher that there may be something to send.
    func wake() { signal.notify() }

    func run() async throws {
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
        while (try? await time.sleep(for: Self.pollInterval)) != nil { signal.notify() }
    }

    /// Claims events for as many webhooks as may get requests, and starts sending them.
    private func fill(_ sends: inout DiscardingTaskGroup) async {
        let room = Self.inFlightMax - inFlight.withLock { $0 }
        guard room > 0 else { return }
        do {
            let claim = try await store.claim(
                limit: room, lease: Self.lease, includesFile: file != nil, now: time.now)
            for events in claim.claimed {
                inFlight.withLock { $0 += 1 }
                sends.addTask {
                    let isDelivered = await self.deliver(events)
                    self.inFlight.withLock { $0 -= 1 }
                    if isDelivered { self.signal.notify() }
                }
            }
            if claim.hasMore, claim.claimed.isEmpty { signal.notify() }
        } catch is CancellationError {
            // The gateway is stopping; the storage did not fail.
        } catch {
            failures.storeFailed("no events are sent, because they cannot be read", error)
        }
    }

    /// Sends events and stores the outcome.
    ///
    /// - Returns: whether they were delivered, so that more may be sent at once.
    private func deliver(_ events: ClaimedEvents) async -> Bool {
        let outcome = await attempt(events)
        // Without an outcome, the lease ends, and the events are sent again.
        if Task.isCancelled { return false }
        let step = generator.withLock { generator in
            policy.step(after: outcome, attempt: events.attempt, using: &generator)
        }
        note(events, outcome, step)
        do {
            try await store.record(
                WebhookRecord(events: events, outcome: outcome, step: step), now: time.now)
        } catch {
            failures.storeFailed("the outcome of a request to a webhook cannot be stored", error)
            return false
        }
        return step == .delivered
    }

    private func attempt(_ events: ClaimedEvents) async -> WebhookPolicy.Outcome {
        guard let url = events.url else {
            guard let file else { return .failed("there is no event file") }
            return await file.write(events.events)
        }
        let body: [UInt8]
        do { body = try Self.body(of: events) } catch {
            return .failed("the events cannot be encoded")
        }
        return await send(
            body, to: url, id: events.messageID, secrets: events.secrets)
    }

    /// Sends a body, signed with each of the secrets.
    func send(
        _ body: [UInt8], to url: String, id: String, secrets: [WebhookSecret]
    ) async -> WebhookPolicy.Outcome {
        guard !secrets.isEmpty else {
            return .failed("the gateway's master key does not open the webhook's secret")
        }
        let timestamp = Int64(saturating: time.now.timeIntervalSince1970)
        let signatures = secrets.map { $0.signature(id: id, timestamp: timestamp, body: body) }
        return await sender.send(
            WebhookCall(
                url: url,
                headers: [
                    ("content-type", "application/json"), ("user-agent", userAgent),
                    ("webhook-id", id), ("webhook-timestamp", "\(timestamp)"),
                    ("webhook-signature", signatures.joined(separator: " ")),
                ], body: body))
    }

    /// Returns the body of a request, which is the same for each attempt.
    static func body(of claimed: ClaimedEvents) throws -> [UInt8] {
        guard let newest = claimed.events.map(\.timestamp).max() else { return Array("{}".utf8) }
        guard claimed.isBatch else { return Array(try GatewayJSON.encode(claimed.events[0])) }
        return Array(
            try GatewayJSON.encode(
                EventBatch(
                    timestamp: newest,
                    data: .init(events: claimed.events, cursor: "\(claimed.last)"))))
    }

    private func note(
        _ events: ClaimedEvents, _ outcome: WebhookPolicy.Outcome, _ step: WebhookPolicy.Step
    ) {
        let what =
            switch outcome {
            case .response(let status, _): "status \(status)"
            case .failed(let cause): cause
            }
        let metadata: Logger.Metadata = [
            "webhook": "\(events.messageID)", "attempt": "\(events.attempt)", "outcome": "\(what)",
        ]
        guard events.url != nil else { return }
        switch step {
        case .delivered, .retry:
            metrics?.webhookRequest(step == .delivered ? "delivered" : "failed")
            logger.debug("sent events to a webhook", metadata: metadata)
        case .disable:
            metrics?.webhookRequest("disabled")
            logger.warning(
                "a webhook gets no more events; correct its server and enable it again",
                metadata: metadata)
        }
    }
}
