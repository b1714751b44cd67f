// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Writes decisions down in groups: while one transaction is synced to disk, the next group
/// gathers.
actor OutcomeRecorder {
    /// Decisions in one transaction at most.
    static let batchMax = 500

    /// What happened to a record that waited: another caller wrote it, or it is its caller's turn
    /// to write.
    private enum Turn: Sendable {
        case done
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
    /// As many as there are deliveries in flight, at most.
    private var waiting: [Waiting] = []

    init(store: any GatewayStore, time: TimeSource, failures: FailureLog) {
        self.store = store
        self.time = time
        self.failures = failures
    }

    /// Writes a decision down and returns when it is durable. When writing fails, the delivery's
    /// lease ends and it is sent again with the same identifier.
    func record(_ record: DeliveryRecord) async {
        if isWriting {
            let turn = await withCheckedContinuation { continuation in
                waiting.append(Waiting(record: record, turn: continuation))
            }
            if turn == .done { return }
        }
        isWriting = true
        let others = Array(waiting.prefix(Self.batchMax - 1))
        waiting.removeFirst(others.count)
        await write([record] + others.map(\.record))
        for other in others { other.turn.resume(returning: .done) }
        if waiting.isEmpty {
            isWriting = false
        } else {
            waiting.removeFirst().turn.resume(returning: .write)
        }
    }

    private func write(_ records: [DeliveryRecord]) async {
        do {
            let result = try await store.record(records, now: time.now)
            failures.storeWorked()
            failures.unreadable(result.unreadable)
        } catch {
            failures.storeFailed("what became of \(records.count) deliveries is not stored", error)
        }
    }
}
