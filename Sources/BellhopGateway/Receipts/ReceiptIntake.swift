// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import Synchronization

/// Stores the receipts of many requests together, and refuses receipts before they delay sending.
///
/// One transaction at a time stores what has arrived in the meantime. While notifications are being
/// sent, the intake pauses after each transaction for as long as the transaction took, so that
/// receipts have at most half of the database's time. The number of receipts that wait is limited
/// by the measured speed: a request is refused if it would wait for longer than
/// ``ReceiptRoom/waitMax``.
final class ReceiptIntake: Sendable {
    /// The maximum number of requests in one transaction.
    static let reportsPerTransactionMax = 250
    /// Stores reports; returns the number of stored receipts of each.
    typealias Storing = @Sendable ([ReceiptReport]) async throws -> [Int]

    private struct Waiting {
        let report: ReceiptReport
        let continuation: CheckedContinuation<Int, any Error>
    }

    private struct State {
        var waiting: [Waiting] = []
        var receiptCount = 0
        var isRunning = false
        var room = ReceiptRoom()
    }

    private let state = Mutex(State())
    private let time: TimeSource
    private let isSending: @Sendable () -> Bool
    private let store: Storing

    /// - Parameter isSending: returns whether notifications are being sent at present.
    init(
        time: TimeSource, isSending: @escaping @Sendable () -> Bool, store: @escaping Storing
    ) {
        self.time = time
        self.isSending = isSending
        self.store = store
    }

    /// The number of receipts that wait.
    var waitingCount: Int { state.withLock { $0.receiptCount } }

    /// Stores receipts. Returns the number of these receipts that are stored afterwards, including
    /// those that were stored before.
    ///
    /// - Throws: `Problem` of kind `receiptsShed` if too many receipts wait.
    func add(_ report: ReceiptReport) async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            let waiting = Waiting(report: report, continuation: continuation)
            let (isTaken, starts) = state.withLock { state in
                let count = max(1, report.receipts.count)
                guard state.receiptCount + count <= state.room.receiptCount else {
                    return (false, false)
                }
                state.waiting.append(waiting)
                state.receiptCount += count
                let starts = !state.isRunning
                state.isRunning = true
                return (true, starts)
            }
            if !isTaken { continuation.resume(throwing: Problem.receiptsShed) }
            if starts { Task { await run() } }
        }
    }

    private func run() async {
        while let batch = next() {
            let start = time.uptime
            await store(batch)
            let spent = time.uptime - start
            learn(batch, spent)
            if isSending(), spent > .zero { try? await time.sleep(for: spent) }
        }
    }

    private func next() -> [Waiting]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            let batch = Array(state.waiting.prefix(Self.reportsPerTransactionMax))
            state.waiting.removeFirst(batch.count)
            state.receiptCount -= batch.reduce(0) { $0 + max(1, $1.report.receipts.count) }
            return batch
        }
    }

    private func learn(_ batch: [Waiting], _ spent: Duration) {
        let count = batch.reduce(0) { $0 + max(1, $1.report.receipts.count) }
        let isFull = batch.count == Self.reportsPerTransactionMax
        // While notifications are sent, each transaction is followed by a pause.
        let isShared = isSending()
        state.withLock {
            $0.room.learn(count: count, isFull: isFull, spent: isShared ? spent * 2 : spent)
        }
    }

    /// Stores a batch and resumes its requests. If the batch cannot be stored together, each report
    /// is stored alone, so that one report does not prevent the others from being stored.
    private func store(_ batch: [Waiting]) async {
        do {
            let counts = try await store(batch.map(\.report))
            for (waiting, count) in zip(batch, counts) {
                waiting.continuation.resume(returning: count)
            }
        } catch let error as GatewayStoreError where error.code == .corrupt && batch.count > 1 {
            for waiting in batch { await store([waiting]) }
        } catch {
            for waiting in batch { waiting.continuation.resume(throwing: error) }
        }
    }
}

/// The number of receipts that may wait, which is adapted to the measured speed of the database.
struct ReceiptRoom: Hashable, Sendable {
    /// The maximum number of receipts that wait, however fast the database is.
    static let countMax = 20_000
    /// The number of receipts that may always wait, however slow the database is.
    static let countMin = 1_000
    /// The longest time that a request should wait.
    static let waitMax = Duration.seconds(5)

    private(set) var receiptCount = countMax

    /// Moves the number halfway towards the number that the database can store within ``waitMax``.
    ///
    /// - Parameters:
    ///   - count: the number of receipts in a transaction.
    ///   - isFull: whether the transaction was as large as possible. A smaller transaction takes
    ///     nearly as long, so it does not show that the database is slow.
    ///   - spent: the time of the transaction.
    mutating func learn(count: Int, isFull: Bool, spent: Duration) {
        let milliseconds = max(1, spent.wholeMilliseconds)
        let possible = Int(
            clamping: Int64(count) * Self.waitMax.wholeMilliseconds / milliseconds)
        guard isFull || possible > receiptCount else { return }
        let middle = (receiptCount + min(possible, Self.countMax)) / 2
        receiptCount = min(max(middle, Self.countMin), Self.countMax)
    }
}

extension Problem {
    /// The number of seconds after which receipts that were refused can be sent again.
    static let receiptRetrySeconds = 60

    static let receiptsShed = Problem(
        .receiptsShed,
        "the gateway has too many receipts to store at present; keep them and send them again "
            + "after \(receiptRetrySeconds) seconds")
}
