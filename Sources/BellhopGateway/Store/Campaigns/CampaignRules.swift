// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import GatewayAPI
package import GatewayModel
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A campaign that has not been stored yet.
package struct NewCampaign: Sendable {
    package var id: String
    package var bundleID: String
    package var lane: Lane
    package var key: CampaignKey
    package var step: UInt16
    package var deadline: DatabaseTime
    package var quietHours: QuietHours?
    package var cap: CapRule?
    package var variantShares: [Int]
    /// The times at which a campaign without a schedule is sent; if empty, it is sent immediately.
    package var dueTimes: [DatabaseTime]
    /// The content of the notifications, in a form that the store does not read.
    package var content: [UInt8]
    /// The filter of the audience, with all times resolved; `nil` for all installations.
    package var audience: AudienceFilter?
    /// The urgency class of the notifications; `nil` if they show nothing.
    package var urgency: InterruptionLevel?
    /// The name and version of the template, such as `parcel@3`; `nil` for content without one.
    package var template: String?
    /// The names of the attributes that the content shows.
    package var variables: [String]
    /// The tokens of Live Activities to which the campaign goes; `nil` for the app's own tokens.
    package var target: CampaignTarget?
    /// The channel to which the campaign sends one broadcast; `nil` for an audience.
    package var broadcast: BroadcastTarget?
    /// The schedule of a campaign at a local time.
    package var schedule: LocalSchedule?
    /// The settings beyond those above.
    package var extras = CampaignExtras()
    /// When the winner of a test is chosen, in milliseconds since 1970; `nil` for other campaigns.
    package var winnerAt: Int64?
    /// Whether the campaign waits until a person starts it.
    package var isDraft = false
    /// Whether the campaign waits until a second person approves it.
    package var needsApproval = false
    /// A short display name; `nil` if it has none.
    package var name: String?
    /// The request from which a draft is compiled again when it starts.
    package var definition: String?
    /// The identity of the request; `nil` if a repeated request starts another campaign.
    package var idempotency: Idempotency?

    package init(
        id: String, bundleID: String, lane: Lane = .bulk, key: CampaignKey, step: UInt16 = 0,
        deadline: DatabaseTime, quietHours: QuietHours? = nil, cap: CapRule? = nil,
        variantShares: [Int] = [], dueTimes: [DatabaseTime], content: [UInt8] = [],
        audience: AudienceFilter? = nil, urgency: InterruptionLevel? = nil,
        template: String? = nil, variables: [String] = [], idempotency: Idempotency? = nil
    ) {
        self.id = id
        self.bundleID = bundleID
        self.lane = lane
        self.key = key
        self.step = step
        self.deadline = deadline
        self.quietHours = quietHours
        self.cap = cap
        self.variantShares = variantShares
        self.dueTimes = dueTimes
        self.content = content
        self.audience = audience
        self.urgency = urgency
        self.template = template
        self.variables = variables
        self.idempotency = idempotency
    }
}

/// The outcome of storing a campaign.
package enum CampaignCreation: Sendable {
    case created(Campaign)
    /// The same request was stored before, as the campaign with this identifier.
    case replayed(id: String)
    /// The idempotency key belongs to another request.
    case keyReused
    case noApp
}

/// Further settings of a campaign. Every value is optional in JSON, because campaigns of earlier
/// versions lack them.
package struct CampaignExtras: Hashable, Sendable, Codable {
    package var controlThousandths: Int?
    package var perMinuteMax: Int?
    /// The part of the audience that gets the campaign; `nil` for the whole audience.
    package var sample: AudienceSample?
    /// The names of the variants, in the order of their shares.
    package var variantNames: [String]?
    /// The local time as it was requested, and the time zone that is used for installations without
    /// a time zone.
    package var localTime: String?
    package var defaultTimeZone: String?
    /// The number of time zones of the app's installations, and the first and last time at which
    /// the campaign is due in them, in milliseconds since 1970.
    package var zoneCount: Int?
    package var firstAt: Int64?
    package var lastAt: Int64?
    /// The percentage of the audience that gets the variants of a test, and the time until the
    /// winner is chosen, in minutes.
    package var testPercent: Int?
    package var testMinutes: Int?
    /// The name of the winning variant, and the campaign that sends it to the rest of the audience.
    package var winner: String?
    package var winnerCampaign: String?
    /// Why the rest of the audience gets nothing.
    package var winnerProblem: String?
    /// The test whose winner this campaign sends.
    package var testCampaign: String?
    /// The series of which this campaign is an occurrence.
    package var series: String?
    /// The identifiers of the API keys that have written or started the campaign.
    package var authors: [String]?
    /// The number of devices that the campaign was about to reach when it was scheduled.
    package var devices: Int?
    /// The audience is counted again when the campaign is due; above this number of devices, the
    /// campaign then needs an approval. `nil` if the audience is not counted again.
    package var approvalAbove: Int?
    /// The approval, if the campaign needs one.
    package var approval: StoredApproval?
    /// The refusal, if the campaign is a draft again because a second person refused it.
    package var refusal: StoredRefusal?
    /// Whether the campaign has a time, and does not start at once.
    package var isTimed: Bool?
    /// Whether nothing is sent.
    package var isDryRun: Bool?

    package init() {}
}

/// The values of a campaign that no statement searches for; they are stored as JSON in one column.
struct CampaignRules: Codable {
    let quietHours: QuietHours?
    let cap: CapRule?
    let variantShares: [Int]
    /// The due times, in milliseconds since 1970.
    let dueTimes: [Int64]
    var extras: CampaignExtras?

    init(_ campaign: NewCampaign) {
        quietHours = campaign.quietHours
        cap = campaign.cap
        variantShares = campaign.variantShares
        dueTimes = (campaign.schedule?.dueTimes ?? campaign.dueTimes).map(\.milliseconds)
        extras = campaign.extras == CampaignExtras() ? nil : campaign.extras
    }

    init(_ row: SQLRow) throws {
        let text: String = try row.value("rules")
        guard let rules = try? GatewayJSON.decode(Self.self, from: Data(text.utf8)) else {
            throw SQLValueError(column: "campaign.rules")
        }
        self = rules
    }

    var text: String {
        get throws { String(decoding: try GatewayJSON.encode(self), as: UTF8.self) }
    }
}

/// Converts rows to campaigns and recipients.
enum SQLCampaigns {
    static func campaign(_ row: SQLRow) throws -> Campaign {
        let rules = try CampaignRules(row)
        let app: Int64 = try row.value("app")
        return Campaign(
            number: try row.value("no"), app: app, credential: app, lane: try row.word("lane"),
            key: try key(row),
            step: UInt16(clamping: try row.value("step") as Int64),
            deadline: DatabaseTime(milliseconds: try row.value("deadline")),
            quietHours: rules.quietHours, cap: rules.cap, variantShares: rules.variantShares,
            controlThousandths: rules.extras?.controlThousandths ?? 0,
            perMinuteMax: rules.extras?.perMinuteMax, isLocal: rules.dueTimes.count > 1)
    }

    /// Returns the schedule of a campaign at a local time; `nil` for any other campaign.
    static func schedule(_ row: SQLRow) throws -> LocalSchedule? {
        guard let text: String = try row.optional("schedule") else { return nil }
        guard
            let schedule = try? GatewayJSON.decode(LocalSchedule.self, from: Data(text.utf8))
        else { throw SQLValueError(column: "campaign.schedule") }
        return schedule
    }

    static func json(_ schedule: LocalSchedule) throws -> String {
        String(decoding: try GatewayJSON.encode(schedule), as: UTF8.self)
    }

    static func key(_ row: SQLRow) throws -> CampaignKey {
        CampaignKey(
            tag: UInt64(bitPattern: try row.value("tag")),
            mix: UInt64(bitPattern: try row.value("mix")))
    }

    /// Returns the filter of a campaign's audience; `nil` for all installations.
    static func audience(_ row: SQLRow) throws -> AudienceFilter? {
        guard let text: String = try row.optional("audience") else { return nil }
        guard
            let filter = try? GatewayJSON.decode(AudienceFilter.self, from: Data(text.utf8))
        else { throw SQLValueError(column: "campaign.audience") }
        return filter
    }

    static func json(_ audience: AudienceFilter) throws -> String {
        String(decoding: try GatewayJSON.encode(audience), as: UTF8.self)
    }

    static func status(_ row: SQLRow) throws -> CampaignStatus {
        CampaignStatus(
            campaign: try row.value("no"), state: try row.word("state"),
            trial: TrialCounts(
                responses: try row.value("trial_responses"),
                badTokens: try row.value("trial_bad_tokens"),
                wrongTopics: try row.value("trial_wrong_topics"),
                isJudged: try row.value("is_judged")))
    }

    static func statuses(
        _ db: isolated SQLStore.Connection, _ numbers: [Campaign.Number]
    ) async throws -> [CampaignStatus] {
        guard !numbers.isEmpty else { return [] }
        return try await db.rows(
            """
            SELECT no, state, trial_responses, trial_bad_tokens, trial_wrong_topics, is_judged
            FROM campaign WHERE no \(in: Set(numbers).sorted()) ORDER BY no
            """
        ).map(status)
    }

    /// Returns the outcomes of a campaign, with the number of installations for each.
    static func totals(
        _ db: isolated SQLStore.Connection, of campaign: Campaign.Number
    ) async throws -> OutcomeSums {
        let rows = try await db.rows(
            """
            SELECT kind, variant, reason, CAST(sum(count) AS \(Column.integer)) AS count
            FROM campaign_sum WHERE campaign = \(campaign) GROUP BY kind, variant, reason
            """)
        var sums = OutcomeSums()
        for row in rows {
            guard
                let kind = OutcomeCode.Kind(
                    rawValue: UInt8(clamping: try row.value("kind") as Int64))
            else { throw SQLValueError(column: "campaign_sum.kind") }
            let code = OutcomeCode(
                kind, variant: UInt8(clamping: try row.value("variant") as Int64),
                reason: try row.value("reason"))
            sums.add(try row.value("count"), to: code)
        }
        return sums
    }

    /// The columns of an installation and its app token that pages and deliveries need, from
    /// `installation i` and `endpoint e`. An installation without a known permission counts as
    /// consenting.
    static let recipientColumns: SQL = """
        i.no AS installation, i.time_zone, i.locale, e.no AS endpoint, e.environment, e.address,
        e.state AS endpoint_state, e.transport, e.foreign_address, \(consents) AS consents
        """

    /// Whether an `installation i` with an `endpoint e` gets notifications that need the
    /// permission; Live Activities do not need it. An app can be set to send even to an
    /// installation whose last report was that the permission is denied.
    static let consents: SQL = """
        CASE WHEN e.family = 'app' AND \(PermissionBits.isDenied)
                AND (SELECT a.denied_policy FROM app a WHERE a.no = i.app) <> 'send'
            THEN 0 ELSE 1 END
        """

    static func recipient(
        _ row: SQLRow, _ zones: inout ZoneOffsets, _ variables: SQLVariables.Values = [:]
    ) throws -> Recipient {
        let state: TokenState = try row.word("endpoint_state")
        let installation: Int64 = try row.value("installation")
        return Recipient(
            installation: installation, endpoint: try row.value("endpoint"),
            environment: try row.word("environment"), token: try row.deviceToken("address"),
            foreign: try row.foreignAddress(), consents: try row.value("consents"),
            isSuspect: state == .suspect,
            isDead: !state.isUsable, utcOffset: zones.offset(try row.optional("time_zone")),
            locale: try row.optional("locale") ?? "", variables: variables[installation] ?? [:])
    }
}

/// The offsets of time zones from UTC at one time.
struct ZoneOffsets {
    private let date: Date
    private var minutes: [String: Int] = [:]

    init(at time: DatabaseTime) { date = Date(storedMilliseconds: time.milliseconds) }

    /// Returns the offset of a zone in minutes; 0 for an unknown zone.
    mutating func offset(_ zone: String?) -> Int {
        guard let zone else { return 0 }
        if let known = minutes[zone] { return known }
        let offset = (TimeZones.zone(zone)?.secondsFromGMT(for: date) ?? 0) / 60
        minutes[zone] = offset
        return offset
    }
}
