// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import Logging

/// The gateway's webhooks: their storage, and the dispatcher that sends their events.
struct GatewayWebhooks: Sendable {
    let store: SQLWebhookStore
    let dispatcher: WebhookDispatcher
    /// Whether events may be sent to this machine itself.
    let allowsLoopback: Bool
    private let time: TimeSource
    private let failures: FailureLog

    init(
        _ store: SQLStore, sender: any WebhookSending, file: EventFile?, allowsLoopback: Bool,
        version: String, time: TimeSource, metrics: GatewayMetrics? = nil, logger: Logger
    ) {
        self.time = time
        let failures = FailureLog(logger: logger, time: time)
        self.failures = failures
        self.store = SQLWebhookStore(store: store)
        self.allowsLoopback = allowsLoopback
        dispatcher = WebhookDispatcher(
            store: self.store, sender: sender, file: file, version: version, time: time,
            failures: failures, metrics: metrics, logger: logger)
    }

    /// Stores an event that reports that APNs refuses the key of an app. The hold on the key's
    /// deliveries exists only in memory, so the event is stored in its own transaction.
    func credentialRefused(
        _ destination: SendingDestination, keyID: String, reason: String
    ) async {
        let transport = destination.transport.shown.map { JSONValue.string($0.rawValue) }
        let event = NewEvent(
            .credentialRefused, app: destination.bundleID, at: time.now,
            [
                "environment": .string(destination.environment.rawValue),
                "transport": transport, "key_id": .string(keyID), "reason": .string(reason),
            ])
        do {
            try await store.store.write { db in
                guard try await SQLEvents.wanted(db).contains(event.type) else { return }
                try await SQLEvents.add(db, [event])
            }
        } catch {
            failures.storeFailed("the event of a refused key cannot be stored", error)
        }
    }
}
