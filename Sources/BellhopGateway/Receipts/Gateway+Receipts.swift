// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

extension Gateway {
    /// Stores the receipts of an installation, unless the app stores receipts for only a sample of
    /// its installations and this one is not in the sample.
    ///
    /// - Throws: `Problem` of kind `receiptsShed` if too many receipts wait.
    func addReceipts(
        id: String, _ receipts: [Receipt], by caller: DeviceCaller
    ) async throws -> ReceiptResponse {
        try await check(id, caller)
        let app = caller.app.bundleID
        let sample = ReceiptSample(percent: caller.app.receiptPercent)
        guard sample.contains(id) else {
            metrics.receipts(receipts.count, "sampled", app: app)
            return ReceiptResponse(accepted: 0, ignored: 0, sampled: receipts.count)
        }
        let report = ReceiptReport(
            installationID: id, receipts: receipts, weight: sample.weight)
        do {
            let count = try await receiptIntake.add(report)
            metrics.receipts(count, "stored", app: app)
            metrics.receipts(receipts.count - count, "ignored", app: app)
            return ReceiptResponse(accepted: count, ignored: receipts.count - count)
        } catch let problem as Problem where problem.kind == .receiptsShed {
            metrics.receipts(receipts.count, "shed", app: app)
            throw problem
        }
    }
}

/// The installations of an app whose receipts are stored.
///
/// An installation is in the sample either for all messages or for none, so that all steps, from
/// delivery to opening, are counted for the same installations.
struct ReceiptSample: Hashable, Sendable {
    /// The percentage of the installations that are in the sample: 1 to 100.
    let percent: Int

    init(percent: Int) { self.percent = min(max(percent, 1), 100) }

    /// The number of installations that each sampled installation represents, times 100.
    var weight: Int64 { Int64((10_000 + percent / 2) / percent) }

    func contains(_ installation: String) -> Bool {
        guard percent < 100 else { return true }
        // FNV-1a with a final mixing, so that identifiers that differ in their last digit are
        // spread over the whole range.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in installation.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
        hash ^= hash >> 33
        return Int(hash % 100) < percent
    }
}

extension GatewayMetrics {
    /// Counts receipts by result.
    func receipts(_ count: Int, _ result: String, app: String) {
        guard count > 0 else { return }
        registry.add(count, to: .receipts, [app, result])
    }
}
