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

/// The outcome of a campaign for each installation.
@Suite(.timeLimit(.minutes(30))) struct CampaignResultTests {
    /// Stores parts of a campaign as a node does, with retries of which some have ended, and
    /// returns the final outcome of each installation.
    private func fill(
        _ scene: CampaignInboxScene, using generator: inout SeededGenerator
    ) async throws -> (campaign: Campaign.Number, outcomes: [String: OutcomeCode]) {
        let campaign = try await scene.create("c1")
        let kinds: [OutcomeCode] = [
            OutcomeCode(.accepted), OutcomeCode(.accepted, variant: 1),
            OutcomeCode(.rejected, reason: "Unregistered"),
            OutcomeCode(.suppressed, reason: "no_consent"),
        ]
        var outcomes: [String: OutcomeCode] = [:]
        var ended = OutcomePartBuilder()
        var rows: [(number: Int64, reason: String)] = []
        var number: Int64 = 1000
        for unit in 1...3 {
            for part in 1...2 {
                var builder = OutcomePartBuilder()
                for _ in 0..<Int.random(in: 1...6, using: &generator) {
                    number += Int64.random(in: 1...3, using: &generator)
                    let name = "x\(number)"
                    if Bool.random(using: &generator) {
                        let code = kinds[Int.random(in: 0..<4, using: &generator)]
                        builder.add(number, code)
                        outcomes[name] = code
                        continue
                    }
                    let waiting = OutcomeCode(.retrying, reason: "TooManyRequests")
                    builder.add(number, waiting)
                    if Bool.random(using: &generator) {
                        let code = OutcomeCode(.expired, reason: "no_answer")
                        ended.add(number, code)
                        outcomes[name] = code
                    } else {
                        rows.append((number, waiting.reason))
                        outcomes[name] = waiting
                    }
                }
                try await insert(builder.finish(), scene, campaign, unit: unit, part: part)
            }
        }
        try await insert(ended.finish(), scene, campaign, unit: 0, part: 1)
        let (last, open) = (number, rows)
        try await scene.store.write { db in
            for row in open {
                try await db.run(
                    """
                    INSERT INTO campaign_row (campaign, lane, installation, variant, reason,
                        attempts, due_at)
                    VALUES (\(campaign), 'bulk', \(row.number), 0, \(row.reason), 1, 1000)
                    """)
            }
            for number in 1001...last {
                try await db.run(
                    """
                    INSERT INTO installation (no, app, id, created_at, registered_at)
                    VALUES (\(number), 1, \("x\(number)"), 1000, 1000)
                    """)
            }
        }
        return (campaign, outcomes)
    }

    /// Stores a part.
    private func insert(
        _ part: OutcomePart?, _ scene: CampaignInboxScene, _ campaign: Campaign.Number, unit: Int,
        part number: Int
    ) async throws {
        guard let part else { return }
        try await scene.store.write { db in
            try await db.insert(
                into: "outcome_part",
                columns: ["campaign", "unit", "writer", "no", "first", "last", "count", "bytes"],
                rows: [
                    [
                        .integer(campaign), .integer(Int64(unit)), .integer(1),
                        .integer(Int64(number)), .integer(part.first), .integer(part.last),
                        .integer(Int64(part.count)), .blob(part.bytes),
                    ]
                ])
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `each installation has one entry with its final outcome, whatever the page size`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            var generator = SeededGenerator(seed: 7)
            let (campaign, outcomes) = try await fill(scene, using: &generator)
            for (outcome, reason) in [
                (nil, nil), (.accepted, nil), (.retrying, nil), (nil, "Unregistered"),
                (.expired, "no_answer"), (.accepted, "Unregistered"),
            ] as [(OutcomeCode.Kind?, String?)] {
                let filter = CampaignResultFilter(outcome: outcome, reason: reason)
                let expected = outcomes.filter { filter.takes($0.value) }
                for limit in [1, 2, 5, 1000] {
                    var found: [CampaignDeliveryResource] = []
                    var cursor = CampaignResultCursor()
                    while true {
                        let page = try await scene.store.read { [cursor] db in
                            try await SQLCampaignResults.page(
                                db, campaign, filter, after: cursor, limit: limit)
                        }
                        #expect(page.entries.count <= limit)
                        found += page.entries
                        guard let next = page.next else { break }
                        cursor = try #require(CampaignResultCursor(next.text))
                    }
                    #expect(found.count == expected.count, "\(filter) \(limit)")
                    for one in found {
                        let name = try #require(one.installation)
                        let code = try #require(expected[name])
                        #expect(one.outcome == code.kind.name)
                        #expect(one.reason ?? "" == code.reason)
                        #expect(one.variant == Int(code.variant))
                    }
                }
            }
        }
    }

    @Test(arguments: ["", "u", "u.1.2.3", "u.1.2.3.-4", "x.1.2.3.4", "u.1.2.3.4.5", "u.1.2.3.x"])
    func `a text that is not a cursor is refused`(text: String) {
        #expect(CampaignResultCursor(text) == nil)
        #expect(HistoryCursor(text) == nil)
    }

    @Test func `values in a CSV file are quoted, and none is read as a formula`() {
        let line = CSVLine.text(["a", nil, "b,c", "d\"e", "f\ng"])
        #expect(line == "a,,\"b,c\",\"d\"\"e\",\"f\ng\"\r\n")
        #expect(CSVLine.text(["=1+1", "-2", "@x", "+y"]) == "'=1+1,'-2,'@x,'+y\r\n")
    }
}
