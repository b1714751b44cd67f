// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds the campaigns in the inbox of an installation, as steps of one transaction.
///
/// Nothing is stored for each installation of a campaign. The number of the installation leads to
/// the unit that contains it, and from there to the few outcome parts that may contain it. The
/// parts of retries are not read: the first outcome in the unit, `retrying`, already says that the
/// campaign goes to the installation.
enum SQLInboxCampaigns {
    /// The time by which the clocks of gateways and database may differ, in milliseconds: an hour.
    private static let clockDifferenceMax: Int64 = 3_600_000

    /// What an inbox needs to know about its installation.
    struct Installation {
        let number: Int64
        let app: Int64
        let user: String?
        let locale: String
        /// The time of the first registration, in milliseconds since 1970.
        let createdAt: Int64

        static let columns: SQL = "no, app, user_id, locale, created_at"

        init(_ row: SQLRow) throws {
            number = try row.value("no")
            app = try row.value("app")
            user = try row.optional("user_id")
            locale = try row.optional("locale") ?? ""
            createdAt = try row.value("created_at")
        }
    }

    /// The campaigns that one page of an inbox examines.
    struct Page {
        var entries: [InboxMerge.CampaignEntry] = []
        /// Whether there are further campaigns after these.
        var hasMore = false
        /// The shown campaigns.
        var messages: [Campaign.Number: InboxMessage] = [:]
    }

    /// Returns the position, or one that begins before the first campaign if the position refers to
    /// campaigns that the database does not know, for instance after a backup was restored.
    static func checked(
        _ db: isolated SQLStore.Connection, _ position: InboxPosition
    ) async throws -> InboxPosition {
        guard position.campaign > 0 else { return position }
        let row = try await db.row("SELECT max(no) AS newest FROM campaign")
        let newest: Campaign.Number? = try row?.optional("newest")
        guard newest ?? 0 < position.campaign else { return position }
        return InboxPosition(createdAt: position.createdAt, number: position.number)
    }

    /// Returns the campaigns after a position.
    ///
    /// - Parameter oldest: a time in milliseconds since 1970; campaigns that ended before this time
    ///   are no longer in the inbox.
    static func page(
        _ db: isolated SQLStore.Connection, _ installation: Installation,
        after position: InboxPosition, oldest: Int64, now: Date
    ) async throws -> Page {
        // A campaign that ended before the installation existed cannot have been sent to it.
        let oldest = max(oldest, installation.createdAt - clockDifferenceMax)
        var rows: [SQLRow] = []
        if !position.undecided.isEmpty {
            let some = position.undecided
            rows += try await db.rows(again(some, app: installation.app, since: oldest))
        }
        let limit = GatewayLimits.inboxCampaignsMax
        let new = try await db.rows(
            next(
                app: installation.app, after: position.campaign, since: oldest, limit: limit + 1))
        rows += new.prefix(limit)
        var page = Page(hasMore: new.count > limit)
        let campaigns = rows.compactMap { try? Facts($0) }
        let meant = campaigns.filter {
            !$0.isHidden && $0.audience?.permits(user: installation.user) ?? true
        }
        let standings = try await standings(db, meant, installation.number)
        page.messages = try await messages(
            db, meant.filter { standings[$0.number]?.standing == .shown }, standings,
            installation, now: now)
        page.entries = campaigns.map { campaign in
            var standing = standings[campaign.number]?.standing ?? .hidden
            if standing == .shown, page.messages[campaign.number] == nil { standing = .hidden }
            return .init(number: campaign.number, time: campaign.createdAt, standing: standing)
        }
        return page
    }

    // MARK: Campaigns

    /// What an inbox needs to know about a campaign.
    struct Facts {
        static let columns: SQL = """
            c.no, c.id, c.created_at, c.finished_at, c.state, c.is_planned, c.deadline, c.audience,
            c.not_before, c.is_dry_run, c.family, c.channel
            """

        let number: Campaign.Number
        let id: String
        let createdAt: Int64
        let state: CampaignState
        let isPlanned: Bool
        let deadline: Int64
        let audience: AudienceFilter?
        /// Whether the campaign is in no inbox, because it is not a message but a dry run or an
        /// update of Live Activities, even by a broadcast.
        let isHidden: Bool
        /// Whether the campaign will still get a larger number, under which inboxes find it.
        let getsNewNumber: Bool

        init(_ row: SQLRow) throws {
            number = try row.value("no")
            id = try row.value("id")
            createdAt = try row.value("created_at")
            state = try row.word("state")
            isPlanned = try row.value("is_planned")
            deadline = try row.value("deadline")
            audience = try SQLCampaigns.audience(row)
            isHidden =
                try row.value("is_dry_run") || row["family"]?.isNull == false
                || row["channel"]?.isNull == false
            getsNewNumber =
                try state == .draft || state == .awaitingApproval
                || SQLCampaigns.isAhead(createdAt: createdAt, notBefore: row.value("not_before"))
        }
    }

    private static func since(_ oldest: Int64) -> SQL {
        "(c.finished_at IS NULL OR c.finished_at >= \(oldest))"
    }

    /// Selects the next campaigns of an app.
    private static func next(
        app: Int64, after number: Campaign.Number, since oldest: Int64, limit: Int
    ) -> SQL {
        """
        SELECT \(Facts.columns) FROM campaign c
        WHERE c.app = \(app) AND c.no > \(number) AND \(since(oldest))
        ORDER BY c.no LIMIT \(limit)
        """
    }

    /// Selects campaigns that an earlier page has examined.
    private static func again(
        _ numbers: [Campaign.Number], app: Int64, since oldest: Int64
    ) -> SQL {
        """
        SELECT \(Facts.columns) FROM campaign c
        WHERE c.no \(in: numbers) AND c.app = \(app) AND \(since(oldest)) ORDER BY c.no
        """
    }

    // MARK: Outcomes

    /// What is known about a campaign and one installation.
    private struct Outcome {
        let standing: InboxMerge.Standing
        /// The variant of the content that was sent.
        var variant: UInt8 = 0
    }

    /// Returns what is known about campaigns and an installation.
    ///
    /// The order of the statements matters outside of a snapshot: a reader that sees that a
    /// campaign has its units also sees the units, and a reader that sees a mark also sees the
    /// parts that were stored with it.
    private static func standings(
        _ db: isolated SQLStore.Connection, _ campaigns: [Facts], _ installation: Int64
    ) async throws -> [Campaign.Number: Outcome] {
        var outcomes: [Campaign.Number: Outcome] = [:]
        for campaign in campaigns where !campaign.isPlanned {
            outcomes[campaign.number] = Outcome(
                standing: campaign.state.isTerminal || campaign.getsNewNumber
                    ? .hidden : .undecided)
        }
        let planned = campaigns.filter(\.isPlanned)
        guard !planned.isEmpty else { return outcomes }
        let units = try await db.rows(units(of: planned.map(\.number), installation))
        let codes = try await codes(db, units, installation)
        var open: [Campaign.Number: (free: Bool, owned: Bool)] = [:]
        for unit in units {
            let mark: Int64 = try unit.value("mark")
            guard try unit.value("is_open"), mark < installation else { continue }
            let campaign: Campaign.Number = try unit.value("campaign")
            if unit["owner"]?.isNull == false {
                open[campaign, default: (false, false)].owned = true
            } else {
                open[campaign, default: (false, false)].free = true
            }
        }
        for campaign in planned {
            let unit = open[campaign.number] ?? (false, false)
            // A node may still store what it had sent before the campaign was cancelled.
            let isOpen = unit.owned || unit.free && !campaign.state.isTerminal
            guard let code = codes[campaign.number] else {
                outcomes[campaign.number] = Outcome(standing: isOpen ? .undecided : .hidden)
                continue
            }
            outcomes[campaign.number] = Outcome(
                standing: standing(code, campaign.state), variant: code.variant)
        }
        return outcomes
    }

    static func standing(
        _ code: OutcomeCode, _ state: CampaignState
    ) -> InboxMerge.Standing {
        switch code.inboxDecision {
        case .shown: .shown
        case .hidden: .hidden
        case .later:
            switch state {
            case .done: .shown
            case .cancelled: .hidden
            default: .undecided
            }
        }
    }

    /// Selects the units whose range of numbers contains the installation: one for each campaign,
    /// or one for each due time of a campaign. Units of a campaign with different ranges do not
    /// overlap, so the units with the largest first number are the right ones.
    static func units(of campaigns: [Campaign.Number], _ installation: Int64) -> SQL {
        """
        SELECT u.campaign, u.no, u.is_open, u.mark, u.owner
        FROM \(SQLTable().with("campaign_no", integers: campaigns), as: "r")
        JOIN unit u ON u.campaign = r.campaign_no AND u.first = (
            SELECT max(x.first) FROM unit x
            WHERE x.campaign = r.campaign_no AND x.first <= \(installation))
        WHERE u.last >= \(installation)
        """
    }

    /// Selects the parts of units that may contain the installation.
    private static func parts(
        of units: [CampaignUnit.ID], _ installation: Int64
    ) -> SQL {
        let table = SQLTable().with("unit_campaign", integers: units.map(\.campaign))
            .with("unit_no", integers: units.map { Int64($0.number) })
        return """
            SELECT p.campaign, p.first, p.last, p.count, p.bytes
            FROM \(table, as: "r")
            JOIN outcome_part p ON p.campaign = r.unit_campaign AND p.unit = r.unit_no
            WHERE p.first <= \(installation) AND p.last >= \(installation)
            ORDER BY p.campaign, p.unit, p.writer, p.no
            """
    }

    /// Returns the outcomes of an installation. A part that cannot be read is omitted, so that the
    /// inbox stays available.
    static func codes(
        _ db: isolated SQLStore.Connection, _ units: SQLRows, _ installation: Int64
    ) async throws -> [Campaign.Number: OutcomeCode] {
        guard !units.isEmpty else { return [:] }
        let parts = try await db.rows(parts(of: units.map(SQLWorkClaim.unitID), installation))
        var codes: [Campaign.Number: OutcomeCode] = [:]
        for row in parts {
            guard let code = try? SQLWorkClaim.part(row).code(of: installation) else { continue }
            codes[try row.value("campaign")] = code
        }
        return codes
    }

    // MARK: Contents

    /// Returns the messages of campaigns, without those that have expired or cannot be read.
    private static func messages(
        _ db: isolated SQLStore.Connection, _ campaigns: [Facts],
        _ outcomes: [Campaign.Number: Outcome], _ installation: Installation, now: Date
    ) async throws -> [Campaign.Number: InboxMessage] {
        guard !campaigns.isEmpty else { return [:] }
        let rows = try await db.rows(
            "SELECT no, content, variables FROM campaign WHERE no \(in: campaigns.map(\.number))")
        var contents: [Campaign.Number: StoredCampaignContent] = [:]
        let variables = try await SQLVariables.values(
            db, app: installation.app, Set(rows.flatMap(SQLVariables.names)).sorted(),
            of: [installation.number])
        for row in rows {
            contents[try row.value("no")] = try? StoredCampaignContent(
                bytes: row.value("content"))
        }
        var messages: [Campaign.Number: InboxMessage] = [:]
        for campaign in campaigns {
            guard let content = contents[campaign.number],
                !content.hasExpiration || campaign.deadline > now.storedMilliseconds,
                let payload = try? content.compiled().payload(
                    variant: outcomes[campaign.number]?.variant ?? 0,
                    locale: installation.locale,
                    variables: variables[installation.number] ?? [:])
            else { continue }
            messages[campaign.number] = InboxMessage(
                id: campaign.id, body: payload,
                createdAt: Date(storedMilliseconds: campaign.createdAt))
        }
        return messages
    }
}
