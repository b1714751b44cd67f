// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// Measures how many receipts of a campaign are stored in a second. It runs only if the environment
/// sets the number of installations, a thousand or more: `BELLHOP_RECEIPTS=20000`.
@Suite(.timeLimit(.minutes(30)), .serialized) struct ReceiptMeasurement {
    static let count = ProcessInfo.processInfo.environment["BELLHOP_RECEIPTS"].flatMap(Int64.init)
    /// The number of outcomes in a part, as a node stores them.
    private static let outcomesPerPart: Int64 = 1000

    @Test(.enabled(if: count != nil), arguments: CampaignInboxScene.Base.allCases)
    func `the time to store the receipts of many installations is printed`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            let last = Self.count ?? 1000
            let campaign = try await scene.create("c1")
            try await fill(scene, campaign, last)
            let clock = ContinuousClock()
            let start = clock.now
            var stored = 0
            var next: Int64 = 1
            while next <= last {
                let reports = (next..<min(last + 1, next + 250)).map { number in
                    // Installations report in no particular order.
                    let number = number * 7919 % last + 1
                    return ReceiptReport(
                        installationID: "x\(number)",
                        receipts: [Receipt.Event.delivered, .opened].map {
                            Receipt(message: "c1", event: $0, at: scene.clock.now)
                        })
                }
                stored += try await scene.store.add(reports, now: scene.clock.now).reduce(0, +)
                next += 250
            }
            let time = clock.now - start
            print("\(base): \(stored) receipts of \(last) installations in", time)
        }
    }

    private func fill(
        _ scene: CampaignInboxScene, _ campaign: Campaign.Number, _ last: Int64
    ) async throws {
        let offset: Int64 = 1000
        try await scene.store.write { db in
            try await db.run(
                """
                WITH RECURSIVE n (i) AS (
                    SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(text: "\(last)"))
                INSERT INTO installation (no, app, id, created_at, registered_at, locale,
                    app_version)
                SELECT \(text: "\(offset)") + i, 1, 'x' || i, 1000, 1000, 'de', '1.0' FROM n
                """)
            try await db.run("UPDATE campaign SET is_planned = 1, state = 'done'")
            try await db.run(
                """
                INSERT INTO unit (campaign, no, first, last, not_before, mark, is_open)
                VALUES (\(campaign), 1, \(offset), \(offset + last), 0, \(offset + last), 0)
                """)
            var first: Int64 = 1
            while first <= last {
                var builder = OutcomePartBuilder()
                for number in first..<min(last + 1, first + Self.outcomesPerPart) {
                    builder.add(offset + number, OutcomeCode(.accepted))
                }
                if let part = builder.finish() {
                    try await db.insert(
                        into: "outcome_part",
                        columns: [
                            "campaign", "unit", "writer", "no", "first", "last", "count", "bytes",
                        ],
                        rows: [
                            [
                                .integer(campaign), .integer(1), .integer(1), .integer(first),
                                .integer(part.first), .integer(part.last),
                                .integer(Int64(part.count)), .blob(part.bytes),
                            ]
                        ])
                }
                first += Self.outcomesPerPart
            }
        }
    }
}
