// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Stores decisions in groups: while one transaction is synchronized to disk, the next group forms.
actor OutcomeRecorder {
    /// The maximum number of decisions in one transaction.
    static let batchMax = 500

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
    /// The waiting records, at most as many as there are deliveries in flight.
    private var waiting: [Waiting] = []

    init(store: any GatewayStore, time: TimeSource, failures: FailureLog) {
        self.store = store
        self.time = time
        self.failures = failures
    }

    /// Stores a decision, and returns after it is durable. If storing fails, the delivery's lease
    /// expires and it is sent again with the same identifier.
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

    private func write(_ records: [DeliveryRecord]) async -> Bool {
        do {
            let result = try await store.record(records, now: time.now)
            failures.storeWorked()
            failures.unreadable(result.unreadable)
            return true
        } catch {
            failures.storeFailed(
                "the outcomes of \(records.count) deliveries are not stored", error)
            return false
        }
    }
}
