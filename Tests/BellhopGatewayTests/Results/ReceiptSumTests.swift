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

/// The sums of campaigns' receipts, compared with the receipts themselves.
@Suite(.timeLimit(.minutes(30))) struct ReceiptSumTests {
    private static let locales = ["de", "pt-BR", ""]

    /// Sends a campaign to installations with locales and two variants; installation `n7` is not
    /// in its audience.
    private func fill(_ scene: CampaignInboxScene, count: Int64) async throws -> Campaign.Number {
        try await scene.store.write { db in
            for number in 1...count {
                let locale = Self.locales[Int(number) % 3]
                try await db.run(
                    """
                    INSERT INTO installation (no, app, id, created_at, registered_at, locale,
                        app_version)
                    VALUES (\(100 + number), 1, \("n\(number)"), 1000, 1000,
                        \(locale.isEmpty ? nil : locale), \("1.\(number % 2)"))
                    """)
            }
        }
        var codes: [Int64: OutcomeCode] = [:]
        for number in 1...count where number != 7 {
            codes[100 + number] = OutcomeCode(.accepted, variant: UInt8(number % 2))
        }
        return try await scene.send("c1", codes)
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `sums agree with the receipts, also if receipts are repeated or sent together`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            let campaign = try await fill(scene, count: 12)
            scene.clock.advance(by: .seconds(7200))
            var generator = SeededGenerator(seed: 3)
            for _ in 0..<30 {
                let reports = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                    let number = Int.random(in: 1...12, using: &generator)
                    let receipts = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                        let event = Receipt.Event.allCases.randomElement(using: &generator)
                        let action = event == .action ? "a\(Int.random(in: 1...2))" : nil
                        return Receipt(
                            message: Bool.random(using: &generator) ? "c1" : "C1",
                            event: event ?? .opened, action: action,
                            at: scene.clock.now.addingTimeInterval(
                                .random(in: -20_000...20_000, using: &generator)))
                    }
                    return ReceiptReport(installationID: "n\(number)", receipts: receipts)
                }
                let counts = try await scene.store.add(reports, now: scene.clock.now)
                for (report, count) in zip(reports, counts) {
                    let isOutside = report.installationID == "n7"
                    #expect(count == (isOutside ? 0 : report.receipts.count))
                }
            }
            try await compare(scene, campaign)
        }
    }

    private func compare(_ scene: CampaignInboxScene, _ campaign: Campaign.Number) async throws {
        let entries = try await scene.store.read { db in
            try await SQLReceiptSums.entries(db, of: campaign)
        }
        let rows = try await scene.store.read { db in
            try await db.rows(
                """
                SELECT x.event, x.action, i.no, i.locale, i.app_version FROM receipt x
                JOIN installation i ON i.id = x.installation_id WHERE x.message = \(-campaign)
                """
            ).map { row in
                (
                    event: try row.value("event") as String,
                    action: try row.value("action") as String,
                    number: try row.value("no") as Int64,
                    locale: try row.optional("locale") ?? "" as String,
                    version: try row.value("app_version") as String
                )
            }
        }
        #expect(rows.count > 20)
        func sum(_ event: String, _ dimension: SQLReceiptSums.Dimension, _ value: String?) -> Int {
            entries.filter {
                $0.event.rawValue == event && $0.dimension == dimension
                    && (value == nil || $0.value == value)
            }.reduce(0) { $0 + $1.count }
        }
        for event in Receipt.Event.allCases.map(\.rawValue) {
            let own = rows.filter { $0.event == event }
            let installations = Set(own.map(\.number))
            #expect(sum(event, .all, "") == installations.count)
            #expect(sum(event, .hour, nil) == installations.count)
            for locale in Self.locales {
                let count = Set(own.filter { $0.locale == locale }.map(\.number)).count
                #expect(sum(event, .locale, locale) == count)
            }
            for version in ["1.0", "1.1"] {
                let count = Set(own.filter { $0.version == version }.map(\.number)).count
                #expect(sum(event, .appVersion, version) == count)
            }
            for variant: Int64 in [0, 1] {
                let count = installations.count { ($0 - 100) % 2 == variant }
                #expect(sum(event, .variant, "\(variant)") == count)
            }
            for action in ["a1", "a2"] {
                #expect(
                    sum(event, .action, action) == own.count { $0.action == action })
            }
        }
        let report = CampaignReport(
            try #require(try await scene.campaigns.campaign(id: "c1")),
            try await scene.campaigns.totals(of: campaign), entries)
        let opened = Set(rows.filter { $0.event == "opened" }.map(\.number)).count
        let step = try #require(report.funnel.first { $0.step == .opened })
        #expect(step.count == opened)
        #expect(step.ofAccepted == Double(opened) / 11)
        #expect(report.funnel.first { $0.step == .accepted }?.count == 11)
        #expect(report.variants.map(\.accepted) == [6, 5])
        #expect(report.funnel.allSatisfy { !$0.meaning.isEmpty })
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `versions beyond the limit are counted together`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            let campaign = try await fill(scene, count: 3)
            try await scene.store.write { db in
                for number in 0..<SQLReceiptSums.valuesMax {
                    try await db.run(
                        """
                        INSERT INTO receipt_sum
                        VALUES (\(campaign), 'opened', 'app_version', \("x\(number)"), 1, 100)
                        """)
                }
            }
            for id in ["n1", "n2"] {
                #expect(try await scene.addReceipt("c1", .opened, from: id) == 1)
            }
            let entries = try await scene.store.read { db in
                try await SQLReceiptSums.entries(db, of: campaign)
            }
            let versions = entries.filter { $0.dimension == .appVersion }
            #expect(versions.count == SQLReceiptSums.valuesMax + 1)
            #expect(versions.first { $0.value == SQLReceiptSums.other }?.count == 2)
            #expect(entries.filter { $0.dimension == .all }.map(\.count) == [2])
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `sums are removed with their campaign`(base: CampaignInboxScene.Base) async throws {
        try await CampaignInboxScene.run(base) { scene in
            let campaign = try await fill(scene, count: 2)
            #expect(try await scene.addReceipt("c1", .opened, from: "n1") == 1)
            let retention = Retention()
            let later = scene.clock.now.addingTimeInterval(
                Double(retention.keptCampaignSeconds) + 3600)
            let report = try await scene.store.purge(retention, now: later)
            #expect((report.rows["receipt_sum"] ?? 0) > 2)
            let entries = try await scene.store.read { db in
                try await SQLReceiptSums.entries(db, of: campaign)
            }
            #expect(entries.isEmpty)
        }
    }

    @Test func `a sample contains about its percentage of the installations`() {
        for percent in [1, 10, 50, 99, 100] {
            let sample = ReceiptSample(percent: percent)
            let count = (0..<10_000).count { sample.contains("install-\($0)") }
            #expect(abs(count - percent * 100) <= 200, "\(percent): \(count)")
            #expect(abs(Int(sample.weight) * percent - 10_000) <= percent)
        }
    }
}
