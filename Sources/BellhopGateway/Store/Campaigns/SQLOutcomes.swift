// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A delivery of a campaign, with its final outcome.
struct EndedRow {
    let number: Int64
    let code: OutcomeCode
    /// Whether the delivery did not use its place below the campaign's cap.
    let releasesCap: Bool
}

/// Stores outcomes of campaigns, as steps of one transaction.
enum SQLOutcomes {
    static func record(
        _ db: isolated SQLStore.Connection, _ group: OutcomeGroup, at now: DatabaseTime
    ) async throws -> StoreResponse.Recorded {
        let (own, known) = try await check(db, group)
        let accepted = group.units.filter { own.contains($0.lease) }
        let new = accepted.filter { !known.contains(PartKey($0)) }
        try await insertParts(db, new)
        try await move(db, new, of: group, at: now)
        for record in new { try await count(db, record) }
        try await insertRows(db, new, at: now)
        let rows = try await store(db, group.rows, at: now)
        try await apply(db, new.flatMap(\.verdicts) + rows.compactMap(\.verdict), at: now)
        let finished = Set(new.filter(\.isFinished).map(\.lease.unit.campaign)).sorted()
        try await finishIfDone(db, finished, at: now)
        return .init(
            time: now, refused: group.units.map(\.lease).filter { !own.contains($0) },
            statuses: try await SQLCampaigns.statuses(db, group.units.map(\.lease.unit.campaign)))
    }

    // MARK: Units

    private struct PartKey: Hashable {
        let lease: UnitLease
        let number: Int

        init(lease: UnitLease, number: Int) {
            self.lease = lease
            self.number = number
        }

        init(_ record: UnitRecord) {
            self.init(lease: record.lease, number: record.partNumber)
        }
    }

    /// Returns the units whose fence is still the one in the record, and the parts that are already
    /// stored.
    private static func check(
        _ db: isolated SQLStore.Connection, _ group: OutcomeGroup
    ) async throws -> (own: Set<UnitLease>, known: Set<PartKey>) {
        guard !group.units.isEmpty else { return ([], []) }
        let leases = group.units.map(\.lease).sorted()
        let table = SQLWorkClaim.table(leases)
        let units = try await db.rows(
            """
            SELECT u.campaign, u.no, u.fence FROM unit u JOIN \(table, as: "r")
            ON u.campaign = r.unit_campaign AND u.no = r.unit_no AND u.fence = r.unit_fence
            \(sqlite: "", postgres: "FOR UPDATE OF u")
            """)
        let own = try units.map {
            UnitLease(unit: try SQLWorkClaim.unitID($0), fence: try $0.value("fence"))
        }
        let parts = try await db.rows(
            """
            SELECT p.campaign, p.unit AS no, p.writer, p.no AS part
            FROM \(table, as: "r") JOIN outcome_part p ON p.campaign = r.unit_campaign
                AND p.unit = r.unit_no AND p.writer = r.unit_fence
            """)
        let known = try parts.map {
            PartKey(
                lease: UnitLease(unit: try SQLWorkClaim.unitID($0), fence: try $0.value("writer")),
                number: try $0.value("part"))
        }
        return (Set(own), Set(known))
    }

    private static let partColumns = [
        "campaign", "unit", "writer", "no", "first", "last", "count", "bytes",
    ]

    private static func values(
        _ part: OutcomePart, _ unit: CampaignUnit.ID, writer: Int64, number: Int
    ) -> [SQLValue] {
        [
            .integer(unit.campaign), .integer(Int64(unit.number)), .integer(writer),
            .integer(Int64(number)), .integer(part.first), .integer(part.last),
            .integer(Int64(part.count)), .blob(part.bytes),
        ]
    }

    private static func insertParts(
        _ db: isolated SQLStore.Connection, _ records: [UnitRecord]
    ) async throws {
        try await db.insert(
            into: "outcome_part", columns: partColumns,
            rows: records.compactMap { record in
                record.part.map {
                    values(
                        $0, record.lease.unit, writer: record.lease.fence,
                        number: record.partNumber)
                }
            })
    }

    /// Moves the marks of units, and extends the leases of the node that reports.
    private static func move(
        _ db: isolated SQLStore.Connection, _ records: [UnitRecord], of group: OutcomeGroup,
        at now: DatabaseTime
    ) async throws {
        guard !records.isEmpty else { return }
        let table = SQLWorkClaim.table(records.map(\.lease))
            .with("unit_mark", integers: records.map(\.mark))
            .with("stays_open", integers: records.map { $0.isFinished ? 0 : 1 })
        try await db.run(
            """
            UPDATE unit SET mark = CASE WHEN mark < r.unit_mark THEN r.unit_mark ELSE mark END,
                is_open = CASE WHEN r.stays_open = 0 THEN 0 ELSE is_open END,
                lease_until = CASE WHEN owner = \(group.node.text)
                        AND boot = \(Int64(bitPattern: group.node.boot))
                    THEN \((now + group.lease).milliseconds) ELSE lease_until END
            FROM \(table, as: "r") WHERE campaign = r.unit_campaign AND no = r.unit_no
            """)
    }

    private static func count(
        _ db: isolated SQLStore.Connection, _ record: UnitRecord
    ) async throws {
        try await add(db, record.sums, to: record.lease.unit)
        try await addToTrial(db, record.sums, of: record.lease.unit.campaign)
        try await SQLCaps.release(db, record.capReleases, of: record.lease.unit.campaign)
    }

    private static func add(
        _ db: isolated SQLStore.Connection, _ sums: OutcomeSums, to unit: CampaignUnit.ID
    ) async throws {
        let entries = sums.entries
        guard !entries.isEmpty else { return }
        let table = SQLTable()
            .with("sum_kind", integers: entries.map { Int64($0.code.kind.rawValue) })
            .with("sum_variant", integers: entries.map { Int64($0.code.variant) })
            .with("sum_reason", texts: entries.map(\.code.reason))
            .with("sum_count", integers: entries.map { Int64($0.count) })
        try await db.run(
            """
            INSERT INTO campaign_sum (campaign, unit, kind, variant, reason, count)
            SELECT \(unit.campaign), \(unit.number), r.sum_kind, r.sum_variant, r.sum_reason,
                r.sum_count
            FROM \(table, as: "r") WHERE TRUE
            ON CONFLICT (campaign, unit, kind, variant, reason)
                DO UPDATE SET count = campaign_sum.count + excluded.count
            """)
    }

    private static func addToTrial(
        _ db: isolated SQLStore.Connection, _ sums: OutcomeSums, of campaign: Campaign.Number
    ) async throws {
        var trial = TrialCounts()
        trial.add(sums)
        guard trial.responses > 0 else { return }
        try await db.run(
            """
            UPDATE campaign SET trial_responses = trial_responses + \(trial.responses),
                trial_bad_tokens = trial_bad_tokens + \(trial.badTokens),
                trial_wrong_topics = trial_wrong_topics + \(trial.wrongTopics)
            WHERE no = \(campaign) AND is_judged = 0
            """)
    }

    // MARK: Deliveries

    /// Stores the recipients that are tried again as separate deliveries.
    private static func insertRows(
        _ db: isolated SQLStore.Connection, _ records: [UnitRecord], at now: DatabaseTime
    ) async throws {
        let rows = records.flatMap { record in
            record.retries.map { (record.lease.unit.campaign, $0) }
        }
        guard !rows.isEmpty else { return }
        let table = SQLTable().with("row_campaign", integers: rows.map(\.0))
            .with("row_installation", integers: rows.map(\.1.installation))
            .with("row_variant", integers: rows.map { Int64($0.1.variant) })
            .with("row_reason", texts: rows.map(\.1.reason))
            .with("row_attempts", integers: rows.map { Int64($0.1.attempts) })
            .with("row_due", integers: rows.map { (now + $0.1.after).milliseconds })
        try await db.run(
            """
            INSERT INTO campaign_row (campaign, lane, installation, variant, reason, attempts,
                due_at)
            SELECT r.row_campaign, c.lane, r.row_installation, r.row_variant, r.row_reason,
                r.row_attempts, r.row_due
            FROM \(table, as: "r") JOIN campaign c ON c.no = r.row_campaign
            """)
    }

    /// Stores the outcomes of deliveries.
    ///
    /// - Returns: the records that took effect because their fence is still the delivery's fence.
    private static func store(
        _ db: isolated SQLStore.Connection, _ records: [RowRecord], at now: DatabaseTime
    ) async throws -> [RowRecord] {
        guard !records.isEmpty else { return [] }
        let rows = try await db.rows(
            """
            SELECT no, fence FROM campaign_row WHERE no \(in: records.map(\.row.row).sorted())
            ORDER BY no \(sqlite: "", postgres: "FOR UPDATE")
            """)
        let leases = Set(
            try rows.map { ClaimedRow.Lease(row: try $0.value("no"), fence: try $0.value("fence")) }
        )
        var ended: [EndedRow] = []
        var again: [(row: Int64, due: DatabaseTime, attempts: Int)] = []
        let counted = records.filter { leases.contains($0.row) }
        for record in counted {
            switch record.step {
            case .finish(let code):
                ended.append(
                    EndedRow(
                        number: record.row.row, code: code, releasesCap: record.releasesCap))
            case .again(let delay, let attempts, _):
                again.append((record.row.row, now + delay, attempts))
            }
        }
        if !again.isEmpty {
            let table = SQLTable().with("row_no", integers: again.map(\.row))
                .with("row_due", integers: again.map(\.due.milliseconds))
                .with("row_attempts", integers: again.map { Int64($0.attempts) })
            // The new fence ends this claim, so that the same record changes nothing if it arrives
            // again.
            try await db.run(
                """
                UPDATE campaign_row SET owner = NULL, boot = NULL, fence = fence + 1,
                    attempts = r.row_attempts, due_at = r.row_due
                FROM \(table, as: "r") WHERE no = r.row_no
                """)
        }
        try await end(db, ended, at: now)
        return counted
    }

    /// Removes deliveries that end, and stores their final outcomes in a part of the campaign.
    static func end(
        _ db: isolated SQLStore.Connection, _ ended: [EndedRow], at now: DatabaseTime
    ) async throws {
        guard !ended.isEmpty else { return }
        let rows = try await db.rows(
            """
            DELETE FROM campaign_row WHERE no \(in: ended.map(\.number).sorted())
            RETURNING no, campaign, installation, variant, reason
            """)
        let codes = Dictionary(
            ended.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
        var builders: [Campaign.Number: OutcomePartBuilder] = [:]
        var sums: [Campaign.Number: OutcomeSums] = [:]
        var trials: [Campaign.Number: OutcomeSums] = [:]
        var releases: [Campaign.Number: [Int64]] = [:]
        for row in rows {
            guard let one = codes[try row.value("no")] else { continue }
            let campaign: Campaign.Number = try row.value("campaign")
            let installation: Int64 = try row.value("installation")
            builders[campaign, default: OutcomePartBuilder()].add(installation, one.code)
            sums[campaign, default: OutcomeSums()].add(1, to: one.code)
            trials[campaign, default: OutcomeSums()].add(1, to: one.code)
            let counted = OutcomeCode(
                .retrying, variant: UInt8(clamping: try row.value("variant") as Int64),
                reason: try row.value("reason"))
            sums[campaign]?.add(-1, to: counted)
            if one.releasesCap { releases[campaign, default: []].append(installation) }
        }
        for campaign in builders.keys.sorted() {
            let unit = CampaignUnit.ID.retries(of: campaign)
            guard let part = builders[campaign]?.finish() else { continue }
            let writer = try await db.row(
                """
                UPDATE campaign SET retry_parts = retry_parts + 1 WHERE no = \(campaign)
                RETURNING retry_parts
                """)
            try await db.insert(
                into: "outcome_part", columns: partColumns,
                rows: [
                    values(part, unit, writer: try writer?.value("retry_parts") ?? 0, number: 1)
                ])
            try await add(db, sums[campaign] ?? OutcomeSums(), to: unit)
            try await addToTrial(db, trials[campaign] ?? OutcomeSums(), of: campaign)
            try await SQLCaps.release(db, releases[campaign] ?? [], of: campaign)
        }
        try await finishIfDone(db, builders.keys.sorted(), at: now)
    }

    // MARK: Tokens

    private static func apply(
        _ db: isolated SQLStore.Connection, _ verdicts: [VerdictRecord], at now: DatabaseTime
    ) async throws {
        guard !verdicts.isEmpty else { return }
        var works: [Int64] = []
        var suspects: [VerdictRecord] = []
        var dead: [(record: VerdictRecord, since: DatabaseTime)] = []
        for record in verdicts {
            switch record.verdict {
            case .unchanged: break
            case .works: works.append(record.endpoint)
            case .suspect: suspects.append(record)
            case .dead(let since): dead.append((record, since))
            }
        }
        var statements: [SQL] = []
        if !works.isEmpty { statements.append(SQLVerdicts.works(works)) }
        if !suspects.isEmpty {
            statements.append(
                SQLVerdicts.suspect(
                    suspects.map { ($0.endpoint, $0.reason) }, now: now.milliseconds))
        }
        if !statements.isEmpty { try await db.runAll(statements) }
        try await SQLVerdicts.die(
            db, dead.map { ($0.record.endpoint, $0.record.reason, $0.since.milliseconds) },
            now: Date(storedMilliseconds: now.milliseconds))
    }

    // MARK: Ends

    /// Ends campaigns whose units and deliveries have all ended.
    static func finishIfDone(
        _ db: isolated SQLStore.Connection, _ campaigns: [Campaign.Number], at now: DatabaseTime
    ) async throws {
        guard !campaigns.isEmpty else { return }
        if db.dialect == .postgres {
            // With this lock, two nodes that end the last two units at the same time see each
            // other's changes.
            try await db.run(
                "SELECT no FROM campaign WHERE no \(in: campaigns) ORDER BY no FOR UPDATE")
        }
        let states = CampaignState.allCases.filter { $0.after(.finish, isPlanned: true) == .done }
        let done: [Campaign.Number] = try await db.rows(
            """
            UPDATE campaign SET state = 'done', finished_at = \(now.milliseconds)
            WHERE no \(in: campaigns) AND is_planned = 1
                AND state \(in: states.map(\.rawValue))
                AND NOT EXISTS (SELECT 1 FROM unit u
                    WHERE u.campaign = campaign.no AND u.is_open = 1)
                AND NOT EXISTS (SELECT 1 FROM campaign_row r WHERE r.campaign = campaign.no)
            RETURNING no
            """
        ).firstColumn()
        try await SQLEvents.changed(
            db, campaigns: done, now: Date(storedMilliseconds: now.milliseconds))
    }
}
