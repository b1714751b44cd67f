// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import GatewayAPI
import GatewayModel
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The approval of a campaign, as it is stored among the campaign's settings.
package struct StoredApproval: Hashable, Sendable, Codable {
    /// The hash of what is to be approved.
    package var hash: String
    /// The identifier of the API key that approved it; `nil` while the campaign waits.
    package var by: String?
    /// When it was approved, in milliseconds since 1970.
    package var at: Int64?
}

/// The refusal of a campaign that waited for an approval, as it is stored among the campaign's
/// settings until the campaign is changed or started.
package struct StoredRefusal: Hashable, Sendable, Codable {
    /// The identifier of the API key that refused it; `nil` for a caller in the process.
    package var by: String?
    /// When it was refused, in milliseconds since 1970.
    package var at: Int64
    /// A note for the campaign's author.
    package var note: String?
}

extension CampaignExtras {
    /// Whether an approval after the campaign's time starts the campaign immediately. Such an
    /// approval could not be given earlier, because only at that time was it found that the
    /// audience had grown. If the campaign is sent at a local time, this time has passed for some
    /// devices, so the campaign is scheduled again instead.
    fileprivate var mayStartLate: Bool { approvalAbove != nil && localTime == nil }
}

/// The hash to which an approval is bound.
enum ApprovalHash {
    /// Returns the hash of the rendered messages, the audience, and how the audience is divided.
    ///
    /// - Parameter audience: the stored filter; `nil` for all installations.
    static func of(content: [UInt8], audience: String?, _ rules: CampaignRules) -> String {
        var hash = SHA256()
        let extras = rules.extras
        let numbers =
            rules.variantShares + [
                -1, extras?.controlThousandths ?? 0, extras?.testPercent ?? 0,
                extras?.isDryRun == true ? 1 : 0,
            ]
        for part in [
            content, Array((audience ?? "all").utf8),
            Array(numbers.map(String.init).joined(separator: " ").utf8),
        ] {
            // Each part is preceded by its length, so that two different lists of parts never
            // produce the same input to the hash.
            hash.update(data: Array("\(part.count) ".utf8))
            hash.update(data: part)
        }
        return Hex.encode(hash.finalize())
    }
}

extension NewCampaign {
    var approvalHash: String {
        get throws {
            ApprovalHash.of(
                content: content, audience: try audience.map(SQLCampaigns.json),
                CampaignRules(self))
        }
    }
}

extension SQLCampaignStore {
    enum ApprovalOutcome: Hashable, Sendable {
        case approved
        case refused
        /// The campaign does not wait for an approval.
        case otherState(CampaignState)
        /// The hash does not match the campaign that waits now.
        case otherContent
        /// The campaign was written or started with the same key.
        case ownCampaign
        /// The time of the campaign has passed.
        case late
    }

    /// Returns the number of installations of a campaign's audience.
    func size(of new: NewCampaign) async throws -> Int {
        try await store.read { db in
            guard let app = try await SQLApps.number(db, new.bundleID) else { return 0 }
            return try await size(db, of: new.audience, app: app)
        }
    }

    private func size(
        _ db: isolated SQLStore.Connection, of audience: AudienceFilter?, app: Int64
    ) async throws -> Int {
        try await SQLAudienceCount.count(db, audience ?? .all, app: app)
    }

    /// Makes a campaign that is due wait for an approval if its audience has grown too large since
    /// it was scheduled.
    ///
    /// - Returns: whether the campaign waits.
    func holdIfOutgrown(
        _ db: isolated SQLStore.Connection, _ campaign: Campaign.Number, app: Int64,
        _ rules: CampaignRules, at now: DatabaseTime
    ) async throws -> Bool {
        guard var extras = rules.extras, let above = extras.approvalAbove, extras.approval == nil,
            let next = CampaignState.planning.after(.outgrow, isPlanned: false)
        else { return false }
        let row = try await db.row("SELECT content, audience FROM campaign WHERE no = \(campaign)")
        guard let row else { return false }
        let devices = try await size(db, of: SQLCampaigns.audience(row), app: app)
        guard devices > above else { return false }
        var rules = rules
        extras.devices = devices
        extras.approval = StoredApproval(
            hash: ApprovalHash.of(
                content: try row.value("content"), audience: try row.optional("audience"), rules))
        rules.extras = extras
        try await db.run(
            """
            UPDATE campaign SET state = \(next.rawValue), rules = \(try rules.text)
            WHERE no = \(campaign)
            """)
        try await SQLEvents.changed(
            db, campaigns: [campaign], now: Date(storedMilliseconds: now.milliseconds))
        return true
    }

    /// A campaign that waits for an approval, at the time of a decision about it.
    private struct Waiting: Sendable {
        let row: SQLRow
        /// The state after the decision.
        let next: CampaignState
        let rules: CampaignRules
        /// The time of the database, in milliseconds since 1970.
        let now: Int64
    }

    /// Decides about a campaign that waits for an approval, in one transaction. Other transactions
    /// cannot change the app's campaigns at the same time.
    ///
    /// - Parameters:
    ///   - hash: the hash of what the person has seen; if the campaign has changed since, nothing
    ///     is decided.
    ///   - carryOut: stores the decision.
    private func decide(
        _ event: CampaignState.Event, about campaign: StoredCampaign, hash: String,
        _ carryOut:
            @escaping @Sendable (isolated SQLStore.Connection, Waiting) async throws ->
            ApprovalOutcome
    ) async throws -> ApprovalOutcome {
        try await store.write { db in
            let now = try await now(db).milliseconds
            try await db.lock(["campaigns \(campaign.bundleID)"])
            let row = try await db.row(
                """
                SELECT state, content, audience, rules, deadline, not_before, winner_at
                FROM campaign WHERE no = \(campaign.number) \(sqlite: "", postgres: "FOR UPDATE")
                """)
            guard let row else { return .otherState(campaign.state) }
            let state: CampaignState = try row.word("state")
            guard let next = state.after(event, isPlanned: false) else {
                return .otherState(state)
            }
            let rules = try CampaignRules(row)
            let found = ApprovalHash.of(
                content: try row.value("content"), audience: try row.optional("audience"), rules)
            guard found == hash else { return .otherContent }
            return try await carryOut(db, Waiting(row: row, next: next, rules: rules, now: now))
        }
    }

    /// Refuses a campaign, which becomes a draft again.
    ///
    /// - Parameters:
    ///   - hash: the hash of what the person has seen.
    ///   - note: a note for the author.
    ///   - key: the identifier of the API key; `nil` for a caller in the process.
    func refuse(
        _ campaign: StoredCampaign, hash: String, note: String?, by key: String?
    ) async throws -> ApprovalOutcome {
        try await decide(.refuse, about: campaign, hash: hash) { db, waiting in
            var rules = waiting.rules
            var extras = rules.extras ?? CampaignExtras()
            extras.approval = nil
            extras.refusal = StoredRefusal(by: key, at: waiting.now, note: note)
            rules.extras = extras
            try await db.run(
                """
                UPDATE campaign SET state = \(waiting.next.rawValue), rules = \(try rules.text)
                WHERE no = \(campaign.number)
                """)
            try await SQLEvents.changed(
                db, campaigns: [campaign.number], now: Date(storedMilliseconds: waiting.now),
                as: .campaignRefused)
            return .refused
        }
    }

    /// Approves a campaign, which then waits for its time.
    ///
    /// - Parameters:
    ///   - hash: the hash of what the approver has seen.
    ///   - key: the identifier of the approver's API key; `nil` for a caller in the process.
    func approve(
        _ campaign: StoredCampaign, hash: String, by key: String?
    ) async throws -> ApprovalOutcome {
        try await decide(.approve, about: campaign, hash: hash) { db, waiting in
            let now = waiting.now
            var rules = waiting.rules
            var extras = rules.extras ?? CampaignExtras()
            if let key, extras.authors?.contains(key) == true { return .ownCampaign }
            let notBefore: Int64 = try waiting.row.value("not_before")
            guard try now < waiting.row.value("deadline"),
                extras.isTimed != true || now <= extras.firstAt ?? notBefore
                    || extras.mayStartLate
            else { return .late }
            extras.approval = StoredApproval(hash: hash, by: key, at: now)
            rules.extras = extras
            // The wait for the approval does not shorten a test: its winner is chosen later by the
            // same time.
            let waited = extras.isTimed == true ? 0 : max(0, now - notBefore)
            let winnerAt: Int64? = try waiting.row.optional("winner_at")
            try await db.run(
                """
                UPDATE campaign SET state = \(waiting.next.rawValue), rules = \(try rules.text),
                    winner_at = \(winnerAt.map { $0 + waited })
                WHERE no = \(campaign.number)
                """)
            let number = try await SQLCampaigns.renumber(db, campaign.number)
            try await SQLEvents.changed(
                db, campaigns: [number], now: Date(storedMilliseconds: now))
            return .approved
        }
    }
}
