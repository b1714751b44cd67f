// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import GatewayModel
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The campaign engine's storage in the gateway's database.
package struct SQLCampaignStore: CampaignStore {
    let store: SQLStore
    /// The clock if only one process uses the database; `nil` for the database's clock.
    private let time: TimeSource?
    private let numbersPerUnit: Int64

    package init(
        _ store: SQLStore, time: TimeSource? = nil,
        numbersPerUnit: Int64 = UnitPlan.numbersPerUnit
    ) {
        self.store = store
        self.time = time
        self.numbersPerUnit = numbersPerUnit
    }

    func now(_ db: isolated SQLStore.Connection) async throws -> DatabaseTime {
        if let time { return DatabaseTime(milliseconds: time.now.storedMilliseconds) }
        return DatabaseTime(milliseconds: try await store.database.milliseconds(db))
    }

    // MARK: People's decisions

    /// Stores a campaign, which is sent when it is due.
    package func create(_ new: NewCampaign) async throws -> CampaignCreation {
        try await store.write { db in
            let now = try await now(db)
            let date = Date(storedMilliseconds: now.milliseconds)
            if let idempotency = new.idempotency {
                try await SQLIdempotency.lock(db, [idempotency])
                switch try await SQLIdempotency.earlier(db, idempotency, now: date) {
                case .campaign(let id): return .replayed(id: id)
                case .message, .otherRequest: return .keyReused
                case nil: break
                }
            }
            guard let app = try await SQLApps.number(db, new.bundleID) else { return .noApp }
            // The campaigns of an app become visible in the order of their numbers, so that a
            // reader of an inbox that sees a number also sees all smaller numbers.
            try await db.lock(["campaigns \(new.bundleID)"])
            let row = try await db.row(SQLCampaigns.insert(new, app: app, at: now))
            guard let row else { throw SQLValueError(column: "campaign.no") }
            let campaign = try SQLCampaigns.campaign(row)
            if new.needsApproval {
                try await SQLEvents.changed(db, campaigns: [campaign.number], now: date)
            }
            if let idempotency = new.idempotency {
                try await SQLIdempotency.store(
                    db, [((idempotency, date), .campaign(row.value("no")))])
            }
            return .created(campaign)
        }
    }

    /// Returns what an earlier request with an idempotency key created; `nil` if there is no such
    /// request.
    func earlier(_ idempotency: Idempotency) async throws -> SQLIdempotency.Earlier? {
        try await store.read { db in
            let now = Date(storedMilliseconds: try await now(db).milliseconds)
            return try await SQLIdempotency.earlier(db, idempotency, now: now)
        }
    }

    /// Applies a person's decision. Returns `false` if the campaign's state does not permit it.
    package func apply(
        _ event: CampaignState.Event, to campaign: Campaign.Number
    ) async throws -> Bool {
        try await store.write { db in
            let row = try await db.row(
                """
                SELECT state, is_planned FROM campaign WHERE no = \(campaign)
                \(sqlite: "", postgres: "FOR UPDATE")
                """)
            guard let row else { return false }
            let state: CampaignState = try row.word("state")
            let next = state.after(event, isPlanned: try row.value("is_planned"))
            guard let next else { return false }
            // A person who resumes a stopped campaign has checked the settings, so the trial does
            // not stop the campaign again.
            let isJudged = state == .stopped && event == .resume
            let now = try await now(db)
            let finished: Int64? = next.isTerminal ? now.milliseconds : nil
            try await db.run(
                """
                UPDATE campaign SET state = \(next.rawValue), finished_at = \(finished),
                    is_judged = CASE WHEN \(isJudged) = 1 THEN 1 ELSE is_judged END
                WHERE no = \(campaign)
                """)
            try await SQLEvents.changed(
                db, campaigns: [campaign], now: Date(storedMilliseconds: now.milliseconds))
            return true
        }
    }

    /// Returns the outcomes of a campaign, with the number of installations for each.
    package func totals(of campaign: Campaign.Number) async throws -> OutcomeSums {
        try await store.read { db in try await SQLCampaigns.totals(db, of: campaign) }
    }

    /// Returns the status of a campaign.
    package func status(of campaign: Campaign.Number) async throws -> CampaignStatus? {
        try await store.read { db in try await SQLCampaigns.statuses(db, [campaign]).first }
    }

    // MARK: The engine's calls

    package func start(_ node: NodeName) async throws -> StoreResponse.Started {
        try await store.write { db in
            let now = try await now(db)
            let boot = Int64(bitPattern: node.boot)
            try await db.runAll([
                """
                UPDATE unit SET owner = NULL, boot = NULL, lease_until = 0
                WHERE owner = \(node.text) AND boot <> \(boot)
                """,
                """
                UPDATE campaign_row SET owner = NULL, boot = NULL, due_at = \(now.milliseconds)
                WHERE owner = \(node.text) AND boot <> \(boot)
                """,
            ])
            return .init(time: now)
        }
    }

    package func claim(_ request: WorkClaim) async throws -> StoreResponse.Claimed {
        try await store.write { db in
            try await SQLWorkClaim.claim(db, request, at: try await now(db))
        }
    }

    package func plan(_ campaign: Campaign.Number) async throws -> StoreResponse.Done {
        try await store.write { db in
            let now = try await now(db)
            try await plan(db, campaign, at: now)
            return .init(time: now)
        }
    }

    private func plan(
        _ db: isolated SQLStore.Connection, _ campaign: Campaign.Number, at now: DatabaseTime
    ) async throws {
        let row = try await db.row(
            """
            SELECT state, is_planned, app, rules, created_at, not_before, channel FROM campaign
            WHERE no = \(campaign) \(sqlite: "", postgres: "FOR UPDATE")
            """)
        guard let row else { return }
        let state: CampaignState = try row.word("state")
        let isPlanned: Bool = try row.value("is_planned")
        guard !isPlanned, let next = state.after(.planned, isPlanned: false) else { return }
        let app: Int64 = try row.value("app")
        guard try await !holdIfOutgrown(db, campaign, app: app, CampaignRules(row), at: now)
        else { return }
        let campaign = try await SQLCampaigns.renumberIfAhead(db, campaign, row, app: app)
        try await insertUnits(db, of: campaign, app: app, row)
        try await db.run(
            """
            UPDATE campaign SET state = \(next.rawValue), is_planned = 1,
                planned_at = \(now.milliseconds)
            WHERE no = \(campaign)
            """)
        try await SQLEvents.changed(
            db, campaigns: [campaign], now: Date(storedMilliseconds: now.milliseconds))
        try await SQLOutcomes.finishIfDone(db, [campaign], at: now)
    }

    private func insertUnits(
        _ db: isolated SQLStore.Connection, of campaign: Campaign.Number, app: Int64,
        _ row: SQLRow
    ) async throws {
        let dueTimes = try CampaignRules(row).dueTimes.map(DatabaseTime.init(milliseconds:))
        var units: [CampaignUnit] = []
        if row["channel"]?.isNull == false {
            units = [UnitPlan.broadcast(of: campaign, dueTimes: dueTimes)]
        } else {
            let range = try await db.row(
                "SELECT min(no) AS first, max(no) AS last FROM installation WHERE app = \(app)")
            if let first: Int64 = try range?.optional("first"),
                let last: Int64 = try range?.optional("last")
            {
                units = UnitPlan.units(
                    of: campaign, numbers: first...last, dueTimes: dueTimes,
                    numbersPerUnit: numbersPerUnit)
            }
        }
        guard !units.isEmpty else { return }
        try await db.insert(
            into: "unit", columns: ["campaign", "no", "first", "last", "not_before", "mark"],
            rows: units.map { unit in
                [
                    .integer(campaign), .integer(Int64(unit.id.number)),
                    .integer(unit.first), .integer(unit.last),
                    .integer(unit.notBefore.milliseconds), .integer(unit.first - 1),
                ]
            })
    }

    package func page(_ request: PageRequest) async throws -> StoreResponse.Page {
        try await store.read { db in
            let now = try await now(db)
            let id = request.lease.unit
            let unit = try await db.row(
                """
                SELECT u.last, u.not_before, c.app, c.rules, c.audience, c.schedule, c.planned_at,
                    c.tag, c.mix, c.variables, \(CampaignTarget.columns), \(SQLBroadcasts.columns)
                FROM unit u JOIN campaign c ON c.no = u.campaign
                WHERE u.campaign = \(id.campaign) AND u.no = \(id.number)
                """)
            guard let unit else { return .init(time: now, recipients: [], isLast: true) }
            if let broadcast = try SQLBroadcasts.target(unit) {
                return .init(time: now, recipients: [broadcast.recipient], isLast: true)
            }
            let app: Int64 = try unit.value("app")
            var condition: SQL = ""
            if let audience = try SQLCampaigns.audience(unit) {
                let reading = try await AudienceCondition.reading(db, app: app)
                condition = " AND " + reading.sql(audience)
            }
            if let schedule = try SQLCampaigns.schedule(unit) {
                condition +=
                    " AND "
                    + ZoneCondition.sql(
                        schedule.pageZones(dueAt: try unit.value("not_before")),
                        plannedAt: try unit.optional("planned_at") ?? 0)
            }
            let rows = try await db.rows(
                """
                SELECT \(SQLCampaigns.recipientColumns)
                FROM installation i \(CampaignTarget.join(try CampaignTarget(unit)))
                WHERE i.app = \(app) AND i.no > \(request.after)
                    AND i.no <= \(try unit.value("last") as Int64)\(condition)
                ORDER BY i.no LIMIT \(request.limit + 1)
                """)
            let names = try SQLVariables.names(unit)
            let variables =
                names.isEmpty
                ? [:]
                : try await SQLVariables.values(
                    db, app: app, names,
                    of: rows.prefix(request.limit).map { try $0.value("installation") })
            var zones = ZoneOffsets(at: now)
            let (sample, key) = (
                try CampaignRules(unit).extras?.sample, try SQLCampaigns.key(unit)
            )
            var recipients: [Recipient] = []
            for row in rows.prefix(request.limit) {
                let recipient = try SQLCampaigns.recipient(row, &zones, variables)
                if let sample, !sample.contains(recipient.installation, key: key) { continue }
                recipients.append(recipient)
            }
            let isLast = rows.count <= request.limit
            let last: Int64? = try rows.prefix(request.limit).last?.value("installation")
            return .init(
                time: now, recipients: recipients, isLast: isLast,
                end: isLast || last == recipients.last?.installation ? nil : last)
        }
    }

    package func reserve(_ request: CapRequest) async throws -> StoreResponse.Reserved {
        try await store.write { db in
            .init(
                time: try await now(db), installations: try await SQLCaps.reserve(db, request))
        }
    }

    package func record(_ group: OutcomeGroup) async throws -> StoreResponse.Recorded {
        try await store.write { db in
            try await SQLOutcomes.record(db, group, at: try await now(db))
        }
    }

    package func renew(_ request: LeaseRenewal) async throws -> StoreResponse.Renewed {
        try await store.write { db in
            let now = try await now(db)
            let leases = request.leases.sorted()
            let kept = try await db.rows(
                """
                UPDATE unit SET lease_until = coalesce(
                    \(request.lease.map { (now + $0).milliseconds }), lease_until)
                FROM \(SQLWorkClaim.table(leases), as: "r")
                WHERE campaign = r.unit_campaign AND no = r.unit_no AND fence = r.unit_fence
                    AND owner = \(request.node.text)
                    AND boot = \(Int64(bitPattern: request.node.boot))
                RETURNING campaign, no, fence
                """)
            let own = Set(
                try kept.map {
                    UnitLease(unit: try SQLWorkClaim.unitID($0), fence: try $0.value("fence"))
                })
            return .init(
                time: now, refused: request.leases.filter { !own.contains($0) },
                statuses: try await SQLCampaigns.statuses(db, request.campaigns))
        }
    }

    package func release(_ leases: [UnitLease]) async throws -> StoreResponse.Done {
        try await store.write { db in
            try await db.run(
                """
                UPDATE unit SET owner = NULL, boot = NULL, lease_until = 0
                FROM \(SQLWorkClaim.table(leases.sorted()), as: "r")
                WHERE campaign = r.unit_campaign AND no = r.unit_no AND fence = r.unit_fence
                """)
            return .init(time: try await now(db))
        }
    }

    package func judge(
        _ campaign: Campaign.Number, stop: StopReason?
    ) async throws -> StoreResponse.Done {
        try await store.write { db in
            let row = try await db.row(
                """
                SELECT state, is_judged FROM campaign WHERE no = \(campaign)
                \(sqlite: "", postgres: "FOR UPDATE")
                """)
            if let row, try !row.value("is_judged") {
                let state: CampaignState = try row.word("state")
                let stopped = stop == nil ? nil : state.after(.stop, isPlanned: true)
                try await db.run(
                    """
                    UPDATE campaign SET is_judged = 1, state = \((stopped ?? state).rawValue),
                        stop_reason = \(stopped == nil ? nil : stop?.rawValue)
                    WHERE no = \(campaign)
                    """)
                if stopped != nil {
                    try await SQLEvents.changed(
                        db, campaigns: [campaign],
                        now: Date(storedMilliseconds: try await now(db).milliseconds))
                }
            }
            return .init(time: try await now(db))
        }
    }
}
