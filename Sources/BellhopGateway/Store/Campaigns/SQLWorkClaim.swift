// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel
import SQLCore

/// Claims units and deliveries of campaigns, as steps of one transaction.
enum SQLWorkClaim {
    /// Returns the leases of units as rows that a statement can join.
    static func table(_ leases: [UnitLease]) -> SQLTable {
        SQLTable().with("unit_campaign", integers: leases.map(\.unit.campaign))
            .with("unit_no", integers: leases.map { Int64($0.unit.number) })
            .with("unit_fence", integers: leases.map(\.fence))
    }

    static func unitID(_ row: SQLRow) throws -> CampaignUnit.ID {
        CampaignUnit.ID(campaign: try row.value("campaign"), number: try row.value("no"))
    }

    static func claim(
        _ db: isolated SQLStore.Connection, _ request: WorkClaim, at now: DatabaseTime
    ) async throws -> StoreResponse.Claimed {
        try await db.run(
            """
            UPDATE campaign SET state = 'planning'
            WHERE finished_at IS NULL AND state = 'scheduled' AND is_planned = 0
                AND not_before <= \(now.milliseconds)
            """)
        let unplanned: [Campaign.Number] = try await db.rows(
            """
            SELECT no FROM campaign WHERE finished_at IS NULL AND state = 'planning'
                AND not_before <= \(now.milliseconds) ORDER BY no
            """
        ).firstColumn()
        let units = try await claimUnits(db, request, at: now)
        let rows = try await claimRows(db, request, at: now)
        let numbers = Set(units.map(\.lease.unit.campaign) + rows.map(\.campaign)).sorted()
        let campaigns =
            numbers.isEmpty
            ? []
            : try await db.rows(
                "SELECT * FROM campaign WHERE no \(in: numbers) ORDER BY no"
            ).map(SQLCampaigns.campaign)
        return .init(
            time: now, units: units, rows: rows, campaigns: campaigns,
            statuses: try await SQLCampaigns.statuses(db, numbers), unplanned: unplanned,
            nextDue: try await nextDue(db, after: now))
    }

    // MARK: Units

    /// A campaign that is being sent, with its next units.
    private struct Source {
        let campaign: Campaign
        /// The free units; `nil` until they have been read.
        var units: [SQLRow]?
        var taken = 0
    }

    /// Claims free units, in the order of the lane's position, the number of units that the node
    /// already holds for the app, the campaign's number and the unit's number.
    private static func claimUnits(
        _ db: isolated SQLStore.Connection, _ request: WorkClaim, at now: DatabaseTime
    ) async throws -> [ClaimedUnit] {
        guard request.units > 0 else { return [] }
        var sources = try await db.rows(
            "SELECT * FROM campaign WHERE finished_at IS NULL AND state = 'sending' ORDER BY no"
        ).map { Source(campaign: try SQLCampaigns.campaign($0)) }
        var blockedApps: [Int64: Bool] = [:]
        for campaign in sources.map(\.campaign) where isBlocked(campaign, request.blocked) {
            if blockedApps[campaign.app] == nil {
                blockedApps[campaign.app] = try await !SQLProviderCredentials.exist(
                    db, app: campaign.app)
            }
        }
        sources.removeAll {
            isBlocked($0.campaign, request.blocked) && blockedApps[$0.campaign.app] == true
        }
        var held = request.heldCounts
        var picked: [SQLRow] = []
        for index in sources.indices.reversed() where sources[index].campaign.perMinuteMax != nil {
            let number = sources[index].campaign.number
            if try await isHeld(db, number, byOtherThan: request.node, at: now) {
                sources.remove(at: index)
            }
        }
        while picked.count < request.units, !sources.isEmpty {
            let place = sources.indices.min { a, b in
                order(sources[a].campaign, held).lexicographicallyPrecedes(
                    order(sources[b].campaign, held))
            }
            guard let place else { break }
            if sources[place].units == nil {
                sources[place].units = try await free(
                    db, sources[place].campaign, request, at: now)
            }
            guard let units = sources[place].units, sources[place].taken < units.count else {
                sources.remove(at: place)
                continue
            }
            picked.append(units[sources[place].taken])
            sources[place].taken += 1
            held[sources[place].campaign.app, default: 0] += 1
        }
        return try await take(db, picked, request, at: now)
    }

    /// Returns whether nothing can be sent to APNs for a campaign.
    private static func isBlocked(_ campaign: Campaign, _ blocked: Set<Channel>) -> Bool {
        APNSEnvironment.allCases.allSatisfy {
            blocked.contains(
                Channel(credential: campaign.credential, environment: $0, lane: campaign.lane))
        }
    }

    private static func order(_ campaign: Campaign, _ held: [Int64: Int]) -> [Int64] {
        [
            Int64(campaign.lane.position), Int64(held[campaign.app] ?? 0), campaign.number,
        ]
    }

    /// Returns the statement for the free units of a campaign. On PostgreSQL, the statement skips
    /// units that another node is claiming at the same time.
    ///
    /// If the campaign is sent at a local time, a unit waits until all units with earlier times for
    /// the same range of installations have ended, because an installation may move from one of
    /// these units to another.
    static func free(_ campaign: Campaign, _ request: WorkClaim, at now: DatabaseTime) -> SQL {
        let held = request.heldUnits.keys.filter { $0.campaign == campaign.number }
            .map { Int64($0.number) }.sorted()
        let others: SQL = held.isEmpty ? "" : " AND NOT u.no \(in: held)"
        let order: SQL =
            campaign.isLocal
            ? """
             AND NOT EXISTS (SELECT 1 FROM unit e
                WHERE e.campaign = u.campaign AND e.first = u.first AND e.no < u.no
                    AND e.is_open = 1)
            """ : ""
        return """
            SELECT u.campaign, u.no, u.first, u.last, u.not_before, u.mark, u.fence FROM unit u
            WHERE u.campaign = \(campaign.number) AND u.is_open = 1
                AND u.not_before <= \(now.milliseconds)
                AND u.lease_until <= \(now.milliseconds)\(others)\(order)
            ORDER BY u.no LIMIT \(request.units)
            \(sqlite: "", postgres: "FOR UPDATE OF u SKIP LOCKED")
            """
    }

    private static func free(
        _ db: isolated SQLStore.Connection, _ campaign: Campaign, _ request: WorkClaim,
        at now: DatabaseTime
    ) async throws -> [SQLRow] {
        Array(try await db.rows(free(campaign, request, at: now)))
    }

    /// Returns whether another node sends a campaign. A campaign with a limit of its own is sent by
    /// one node at a time, so that the limit needs no agreement among nodes.
    private static func isHeld(
        _ db: isolated SQLStore.Connection, _ campaign: Campaign.Number,
        byOtherThan node: NodeName, at now: DatabaseTime
    ) async throws -> Bool {
        if db.dialect == .postgres {
            // The lock serializes the claims of two nodes, so that only one of them gets the
            // campaign.
            try await db.run("SELECT no FROM campaign WHERE no = \(campaign) FOR UPDATE")
        }
        return try await db.row(
            """
            SELECT 1 AS held FROM unit WHERE campaign = \(campaign) AND is_open = 1
                AND owner IS NOT NULL AND lease_until > \(now.milliseconds)
                AND NOT (owner = \(node.text) AND boot = \(Int64(bitPattern: node.boot)))
            LIMIT 1
            """) != nil
    }

    private static func take(
        _ db: isolated SQLStore.Connection, _ rows: [SQLRow], _ request: WorkClaim,
        at now: DatabaseTime
    ) async throws -> [ClaimedUnit] {
        guard !rows.isEmpty else { return [] }
        let leases = try rows.map {
            UnitLease(unit: try unitID($0), fence: try $0.value("fence") + 1)
        }
        try await db.run(
            """
            UPDATE unit SET owner = \(request.node.text),
                boot = \(Int64(bitPattern: request.node.boot)),
                lease_until = \((now + request.lease).milliseconds), fence = r.unit_fence
            FROM \(table(leases), as: "r") WHERE campaign = r.unit_campaign AND no = r.unit_no
            """)
        let stored = try await db.rows(
            """
            SELECT p.campaign, u.no, p.first, p.last, p.count, p.bytes
            FROM \(table(leases), as: "r")
            JOIN unit u ON u.campaign = r.unit_campaign AND u.no = r.unit_no
            JOIN unit e ON e.campaign = u.campaign AND e.first = u.first AND e.no <= u.no
            JOIN outcome_part p ON p.campaign = e.campaign AND p.unit = e.no
            WHERE p.last > u.mark ORDER BY e.no, p.writer, p.no
            """)
        var parts: [CampaignUnit.ID: [OutcomePart]] = [:]
        for row in stored { parts[try unitID(row), default: []].append(try part(row)) }
        return try zip(rows, leases).map { row, lease in
            ClaimedUnit(
                lease: lease,
                unit: CampaignUnit(
                    id: lease.unit, first: try row.value("first"), last: try row.value("last"),
                    notBefore: DatabaseTime(milliseconds: try row.value("not_before"))),
                mark: try row.value("mark"), partsBeyondMark: parts[lease.unit] ?? [])
        }
    }

    static func part(_ row: SQLRow) throws -> OutcomePart {
        OutcomePart(
            first: try row.value("first"), last: try row.value("last"),
            count: try row.value("count"), bytes: try row.value("bytes"))
    }

    // MARK: Deliveries

    private static func claimRows(
        _ db: isolated SQLStore.Connection, _ request: WorkClaim, at now: DatabaseTime
    ) async throws -> [ClaimedRow] {
        var claimed: [ClaimedRow] = []
        var gone: [EndedRow] = []
        var zones = ZoneOffsets(at: now)
        for (lane, limit) in request.rows.sorted(by: { $0.key < $1.key }) where limit > 0 {
            let rows = try await db.rows(due(lane, limit: limit, request, at: now))
            let variables = try await variables(db, of: rows)
            for row in rows {
                let number: Int64 = try row.value("no")
                let fence: Int64 = try row.value("fence")
                let campaign: Campaign.Number = try row.value("campaign")
                let broadcast = try SQLBroadcasts.target(row)
                guard broadcast != nil || row["endpoint"]?.isNull == false else {
                    gone.append(
                        EndedRow(
                            number: number,
                            code: OutcomeCode(
                                .suppressed, reason: OutcomeCode.Reason.leftAudience),
                            releasesCap: true))
                    continue
                }
                claimed.append(
                    ClaimedRow(
                        lease: .init(row: number, fence: fence + 1), campaign: campaign,
                        recipient: try broadcast?.recipient
                            ?? SQLCampaigns.recipient(
                                row, &zones, variables[campaign] ?? [:]),
                        variant: UInt8(clamping: try row.value("variant") as Int64),
                        attempts: try row.value("attempts")))
            }
        }
        if !claimed.isEmpty {
            try await db.run(
                """
                UPDATE campaign_row SET owner = \(request.node.text),
                    boot = \(Int64(bitPattern: request.node.boot)), fence = fence + 1,
                    due_at = \((now + request.lease).milliseconds)
                WHERE no \(in: claimed.map(\.lease.row))
                """)
        }
        // Nothing can be sent to an installation that was deleted or no longer has an app token.
        try await SQLOutcomes.end(db, gone, at: now)
        return claimed
    }

    /// Returns the attributes that the contents of deliveries show, with one statement for each
    /// campaign.
    private static func variables(
        _ db: isolated SQLStore.Connection, of rows: SQLRows
    ) async throws -> [Campaign.Number: SQLVariables.Values] {
        var installations: [Campaign.Number: [Int64]] = [:]
        var campaigns: [Campaign.Number: (app: Int64, names: [String])] = [:]
        for row in rows where row["variables"]?.isNull == false && row["endpoint"]?.isNull == false
        {
            let campaign: Campaign.Number = try row.value("campaign")
            installations[campaign, default: []].append(try row.value("installation"))
            if campaigns[campaign] == nil {
                campaigns[campaign] = (try row.value("app"), try SQLVariables.names(row))
            }
        }
        var values: [Campaign.Number: SQLVariables.Values] = [:]
        for (campaign, (app, names)) in campaigns {
            values[campaign] = try await SQLVariables.values(
                db, app: app, names, of: installations[campaign] ?? [])
        }
        return values
    }

    static func due(
        _ lane: Lane, limit: Int, _ request: WorkClaim, at now: DatabaseTime
    ) -> SQL {
        var statement: SQL = """
            SELECT r.no, r.campaign, r.variant, r.attempts, r.fence, c.app, c.variables,
                \(SQLBroadcasts.columns), \(SQLCampaigns.recipientColumns)
            FROM campaign_row r JOIN campaign c ON c.no = r.campaign
                LEFT JOIN installation i ON i.no = r.installation
                LEFT \(CampaignTarget.joinOfCampaign)
            WHERE r.lane = \(lane.rawValue) AND r.due_at <= \(now.milliseconds)
                AND c.state IN ('sending', 'cancelled')
            """
        if !request.heldRows.isEmpty { statement += " AND NOT r.no \(in: request.heldRows)" }
        for channel in request.blocked.sorted() where channel.lane == lane {
            statement += """
                 AND NOT (c.app = \(channel.credential)
                    AND coalesce(e.environment, c.channel_environment, '')
                        = \(channel.environment.rawValue)
                    AND coalesce(e.transport, CASE WHEN c.channel IS NULL THEN '' ELSE 'apns' END)
                        = \(channel.transport.rawValue))
                """
        }
        return statement
            + """
             ORDER BY r.due_at, r.no LIMIT \(limit)
            \(sqlite: "", postgres: "FOR UPDATE OF r SKIP LOCKED")
            """
    }

    private static func nextDue(
        _ db: isolated SQLStore.Connection, after now: DatabaseTime
    ) async throws -> DatabaseTime? {
        let row = try await db.row(
            """
            SELECT min(at) AS at FROM (
                SELECT min(u.not_before) AS at FROM unit u
                WHERE u.is_open = 1 AND u.not_before > \(now.milliseconds)
                UNION ALL
                SELECT min(not_before) FROM campaign
                WHERE finished_at IS NULL AND state = 'scheduled'
                UNION ALL
                SELECT min(due_at) FROM campaign_row
                WHERE owner IS NULL AND due_at > \(now.milliseconds)) AS x
            """)
        let at: Int64? = try row?.optional("at")
        return at.map(DatabaseTime.init(milliseconds:))
    }
}
