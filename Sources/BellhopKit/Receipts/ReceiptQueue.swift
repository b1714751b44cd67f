// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI

/// The receipts that wait to be sent, in a queue that the app and its extensions share.
struct ReceiptQueue: Hashable, Sendable, Codable {
    /// The policy that the app last set.
    var policy = ReceiptPolicy.off
    /// The waiting receipts, oldest first, at most ``countMax``.
    private(set) var waiting: [Receipt] = []
    /// The number of receipts that were given up, because newer receipts displaced them or the
    /// server refused them.
    private(set) var dropped = 0
    /// The number of failed calls since the last successful one.
    private(set) var failures = 0
    /// The earliest time of the next call.
    private(set) var retryAt: Date?

    /// The maximum number of waiting receipts; beyond it, the oldest are dropped. It is enough for
    /// a day without a network connection in which a message arrives every three minutes.
    static let countMax = 500
    /// The maximum number of receipts in one request.
    static let batchMax = GatewayLimits.receiptsPerBatchMax

    /// Appends a receipt, unless the same receipt is already waiting or a server could not accept
    /// it.
    ///
    /// - Returns: whether the queue has changed.
    mutating func add(_ receipt: Receipt) -> Bool {
        let isValid = [receipt.message, receipt.action ?? "-"].allSatisfy {
            !$0.isEmpty && $0.utf8.count <= GatewayLimits.nameByteCountMax
        }
        guard isValid, !waiting.contains(where: { Self.isSame($0, receipt) }) else { return false }
        waiting.append(receipt)
        let excess = max(waiting.count - Self.countMax, 0)
        waiting.removeFirst(excess)
        dropped += excess
        return true
    }

    /// Returns the receipts to send now; empty when there are none or it is too early.
    func batch(at now: Date, retry: RetryDelay) -> [Receipt] {
        guard retry.pending(retryAt, at: now) == nil else { return [] }
        return Array(waiting.prefix(Self.batchMax))
    }

    /// Removes receipts that the policy no longer covers: the person may have changed their
    /// decision.
    mutating func obeyPolicy(in installation: String) {
        waiting.removeAll { !policy.covers($0, of: installation) }
    }

    /// Removes receipts that the server accepted. The queue may have changed since the call began.
    mutating func succeed(_ batch: [Receipt]) {
        remove(batch)
        (failures, retryAt) = (0, nil)
    }

    /// Records that a call failed. If the server will never accept these receipts, they are
    /// removed, so that the receipts after them can be sent.
    ///
    /// - Returns: whether the next batch may be sent immediately.
    mutating func fail(
        _ batch: [Receipt], _ error: any Error, at now: Date, retry: RetryDelay,
        using generator: inout some RandomNumberGenerator
    ) -> Bool {
        if let refusal = error as? BackendError, refusal.isAboutTheBody {
            dropped += remove(batch)
            return true
        }
        failures += 1
        retryAt = now + retry.delay(failures: failures, after: error, using: &generator).inSeconds
        return false
    }

    @discardableResult
    private mutating func remove(_ batch: [Receipt]) -> Int {
        let before = waiting.count
        waiting.removeAll { receipt in batch.contains { Self.isSame($0, receipt) } }
        return before - waiting.count
    }

    /// Returns whether the server would treat two receipts as the same one.
    private static func isSame(_ one: Receipt, _ other: Receipt) -> Bool {
        one.message == other.message && one.event == other.event && one.action == other.action
    }
}

extension BackendError {
    /// Whether the server refused the content of the request rather than its sender (RFC 9110,
    /// sections 15.5.1, 15.5.14 and 15.5.21).
    fileprivate var isAboutTheBody: Bool {
        if case .refused(let status) = kind { [400, 413, 422].contains(status) } else { false }
    }
}
