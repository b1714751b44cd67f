// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SQLStore {
    public func register(_ report: DeviceReport, now: Date) async throws -> RegistrationOutcome {
        let request = SQLDeviceBatch.Request(report: report, now: now)
        return try await Self.translating { try await batches.reports.perform(request) }
    }

    public func inbox(
        installationID: String, after: InboxPosition?, limit: Int, now: Date
    ) async throws -> InboxPage? {
        try await read { db in
            try await SQLInbox.page(
                db, installationID: installationID, after: after, limit: limit, now: now)
        }
    }

    public func addReceipts(
        _ receipts: [Receipt], installationID: String, now: Date
    ) async throws -> Int {
        let report = ReceiptReport(installationID: installationID, receipts: receipts)
        return try await add([report], now: now).first ?? 0
    }

    /// Stores the receipts of several installations in one transaction.
    ///
    /// - Returns: the number of receipts of each report that are stored now.
    func add(_ reports: [ReceiptReport], now: Date) async throws -> [Int] {
        try await write { db in try await SQLReceipts.add(db, reports, now: now) }
    }

    public func receipts(
        messageID: String, after: Int?, limit: Int
    ) async throws -> [StoredReceipt] {
        try await read { db in
            try await SQLReceipts.receipts(db, messageID: messageID, after: after, limit: limit)
        }
    }
}
