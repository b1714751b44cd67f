// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Stores decisions in groups: while one transaction is synchronized to disk, the next group forms.
actor OutcomeRecorder {
    /// The maximum number of decisions in one transaction.
    static let batchMax = 500
    /// The first pause after a failure of the storage; it doubles up to `pauseMax`.
    static let pauseMin = Duration.milliseconds(100)
    /// The longest pause after a failure of the storage.
    static let pauseMax = Duration.seconds(2)
    /// The time for which storing a group of decisions is retried after failures. Afterwards, the
    /// deliveries are sent again, so that a decision that the storage never accepts does not hold
    /// up the other decisions forever.
    static let retryMax = Duration.seconds(600)

    /// The result of waiting with a record: another caller has written it, or its own caller must
    /// write it now.
    private enum Turn: Sendable {
        case done(isStored: Bool)
        case write
    }

    private struct Waiting {
        let record: DeliveryRecord
        let turn: CheckedContinuation<Turn, Never>
    }

    private let store: any GatewayStore
    private let time: TimeSource
    private let failures: FailureLog
    private var isWriting = false
    private var isEnding = false
    /// The pause before a group is stored again.
    private var pause: Task<Void, any Error>?
    /// The waiting records, at most as many as there are deliveries in flight.
    private var waiting: [Waiting] = []

    init(store: any GatewayStore, time: TimeSource, failures: FailureLog) {
        self.store = store
        self.time = time
        self.failures = failures
    }

    /// Stores a decision, and returns after it is durable. If storing fails, it is retried until
    /// ``retryMax`` has passed or the gateway ends. Then the delivery's lease expires, and the
    /// delivery is sent again with the same identifier.
    ///
    /// - Returns: whether the decision was stored.
    func record(_ record: DeliveryRecord) async -> Bool {
        if isWriting {
            let turn = await withCheckedContinuation { continuation in
                waiting.append(Waiting(record: record, turn: continuation))
            }
            if case .done(let isStored) = turn { return isStored }
        }
        isWriting = true
        let others = Array(waiting.prefix(Self.batchMax - 1))
        waiting.removeFirst(others.count)
        let isStored = await write([record] + others.map(\.record))
        for other in others { other.turn.resume(returning: .done(isStored: isStored)) }
        if waiting.isEmpty {
            isWriting = false
        } else {
            waiting.removeFirst().turn.resume(returning: .write)
        }
        return isStored
    }

    /// Ends the retries: from now on, storing a group is attempted only once, so that the gateway
    /// can end.
    func end() {
        isEnding = true
        pause?.cancel()
    }

    private func write(_ records: [DeliveryRecord]) async -> Bool {
        let start = time.uptime
        var delay = Self.pauseMin
        while true {
            do {
                // The store detects a group that it has stored although it reported a failure.
                let result = try await store.record(records, now: time.now)
                failures.storeWorked()
                failures.unreadable(result.unreadable)
                return true
            } catch {
                let deliveries = records.count == 1 ? "delivery" : "deliveries"
                failures.storeFailed(
                    "the outcomes of \(records.count) \(deliveries) are not stored", error)
            }
            guard !isEnding, time.uptime - start < Self.retryMax, await waited(for: delay) else {
                return false
            }
            delay = min(delay * 2, Self.pauseMax)
        }
    }

    /// Waits for a delay. Returns `false` if the task was cancelled or the gateway ends.
    private func waited(for delay: Duration) async -> Bool {
        let pause = Task { [time] in try await time.sleep(for: delay) }
        self.pause = pause
        defer { self.pause = nil }
        let result = await withTaskCancellationHandler {
            await pause.result
        } onCancel: {
            pause.cancel()
        }
        if case .success = result { return true }
        return false
    }
}
