// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI

/// The receipts that wait to be sent, as app and extensions keep them together.
struct ReceiptQueue: Hashable, Sendable, Codable {
    /// What the app decided last.
    var policy = ReceiptPolicy.off
    /// Oldest first, at most ``countMax``.
    private(set) var waiting: [Receipt] = []
    /// How many were given up: pushed out by newer ones, or refused by the server.
    private(set) var dropped = 0
    /// Calls that failed since the last that did not.
    private(set) var failures = 0
    /// Not to be sent before.
    private(set) var retryAt: Date?

    /// A day without network at a message every three minutes. The oldest go first.
    static let countMax = 500
    static let batchMax = GatewayLimits.receiptsPerBatchMax

    /// Puts a receipt at the end, unless the same waits already or a server could not take it.
    ///
    /// - Returns: whether the queue has changed.
    mutating func add(_ receipt: Receipt) -> Bool {
        let isTaken = [receipt.message, receipt.action ?? "-"].allSatisfy {
            !$0.isEmpty && $0.utf8.count <= GatewayLimits.nameByteCountMax
        }
        guard isTaken, !waiting.contains(where: { Self.isSame($0, receipt) }) else { return false }
        waiting.append(receipt)
        let excess = max(waiting.count - Self.countMax, 0)
        waiting.removeFirst(excess)
        dropped += excess
        return true
    }

    /// What to send now; empty when there is nothing or it is too early.
    func batch(at now: Date, retry: RetryDelay) -> [Receipt] {
        guard retry.pending(retryAt, at: now) == nil else { return [] }
        return Array(waiting.prefix(Self.batchMax))
    }

    /// Takes out what the policy does not cover any more: the person may have changed their mind.
    mutating func obeyPolicy(in installation: String) {
        waiting.removeAll { !policy.covers($0, of: installation) }
    }

    /// The server has them. Others may have been added or sent meanwhile.
    mutating func succeed(_ batch: [Receipt]) {
        remove(batch)
        (failures, retryAt) = (0, nil)
    }

    /// The server has not taken them. When it never will, they go, so that those behind them can be
    /// sent.
    ///
    /// - Returns: whether the next batch may be sent at once.
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

    /// What the server would count as one.
    private static func isSame(_ one: Receipt, _ other: Receipt) -> Bool {
        one.message == other.message && one.event == other.event && one.action == other.action
    }
}

extension BackendError {
    /// Whether the server refused what was sent, not who sent it: RFC 9110 sections 15.5.1, 15.5.14
    /// and 15.5.21.
    fileprivate var isAboutTheBody: Bool {
        if case .refused(let status) = kind { [400, 413, 422].contains(status) } else { false }
    }
}
