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

/// The state of one notification of a campaign, or of its broadcast.
struct CampaignTrace: Sendable {
    let campaignID: String
    let bundleID: String
    /// The installation's identifier; `nil` if the installation was deleted.
    let installationID: String?
    let token: DeviceToken
    /// The channel; `nil` for a notification to a device.
    var channel: ChannelID?
    let environment: APNSEnvironment
    let transport: PushTransport
    /// The final outcome, or the reason for the next attempt; `nil` before the first outcome.
    let code: OutcomeCode?
    /// The number of attempts that are known to have been made.
    let attempts: Int
    /// The time at which the campaign ended, or, while it is being sent, the time at which it was
    /// created: outcome parts contain no times.
    let time: Date
}

extension SQLCampaignStore {
    /// Returns the state of a notification with an `apns-id` that a campaign generated; `nil` for
    /// any other identifier.
    func trace(of id: APNSID) async throws -> CampaignTrace? {
        guard let tag = CampaignKey.tag(of: id) else { return nil }
        return try await store.read { db in try await Self.trace(db, id, tag: tag) }
    }

    private static func trace(
        _ db: isolated SQLStore.Connection, _ id: APNSID, tag: UInt64
    ) async throws -> CampaignTrace? {
        guard let campaign = try await db.row(campaign(tag: tag)) else { return nil }
        let key = CampaignKey(
            tag: tag, mix: UInt64(bitPattern: try campaign.value("mix") as Int64))
        guard let number = key.place(of: id)?.endpoint else { return nil }
        if number == BroadcastTarget.number { return try await broadcast(db, campaign) }
        guard let endpoint = try await db.row(endpoint(number)) else { return nil }
        let outcome = try await outcome(
            db, campaign.value("no"), of: endpoint.optional("installation"))
        return CampaignTrace(
            campaignID: try campaign.value("id"), bundleID: try campaign.value("bundle_id"),
            installationID: try endpoint.optional("id"),
            token: try endpoint.deviceToken("address"),
            environment: try endpoint.word("environment"),
            transport: try endpoint.word("transport"), code: outcome.code,
            attempts: outcome.attempts, time: try time(of: campaign))
    }

    /// Returns the state of a campaign's broadcast; `nil` if the campaign has an audience.
    private static func broadcast(
        _ db: isolated SQLStore.Connection, _ campaign: SQLRow
    ) async throws -> CampaignTrace? {
        guard let target = try SQLBroadcasts.target(campaign) else { return nil }
        let outcome = try await outcome(
            db, campaign.value("no"), of: target.recipient.installation)
        return CampaignTrace(
            campaignID: try campaign.value("id"), bundleID: try campaign.value("bundle_id"),
            installationID: nil, token: target.recipient.token, channel: target.channel,
            environment: target.environment, transport: .apns, code: outcome.code,
            attempts: outcome.attempts, time: try time(of: campaign))
    }

    private static func time(of campaign: SQLRow) throws -> Date {
        try campaign.optionalMoment("finished_at") ?? campaign.moment("created_at")
    }

    /// Returns the last outcome of a campaign for an installation, and the number of attempts.
    private static func outcome(
        _ db: isolated SQLStore.Connection, _ campaign: Int64, of installation: Int64?
    ) async throws -> (code: OutcomeCode?, attempts: Int) {
        guard let installation else { return (nil, 0) }
        if let row = try await db.row(retry(campaign, installation)) {
            return (
                OutcomeCode(.retrying, reason: try row.value("reason")),
                try row.value("attempts")
            )
        }
        let parts = try await db.rows(parts(of: campaign, installation: installation))
        let code = try code(of: installation, in: parts)
        return (code, code.map { $0.kind == .accepted || $0.kind == .rejected ? 1 : 0 } ?? 0)
    }

    // MARK: Statements

    static func campaign(tag: UInt64) -> SQL {
        """
        SELECT c.no, c.id, c.mix, c.created_at, c.finished_at, a.bundle_id,
            \(SQLBroadcasts.columns)
        FROM campaign c JOIN app a ON a.no = c.app WHERE c.tag = \(Int64(bitPattern: tag))
        """
    }

    static func endpoint(_ number: Int64) -> SQL {
        """
        SELECT e.installation, i.id, e.address, e.environment, e.transport
        FROM endpoint e LEFT JOIN installation i ON i.no = e.installation WHERE e.no = \(number)
        """
    }

    /// Selects the parts that may contain the installation. Unit 0 contains the outcomes of retries
    /// and comes last.
    static func parts(of campaign: Int64, installation: Int64) -> SQL {
        """
        SELECT p.first, p.last, p.count, p.bytes FROM outcome_part p
        WHERE p.campaign = \(campaign) AND p.first <= \(installation) AND p.last >= \(installation)
            AND (p.unit = 0 OR p.unit IN (SELECT u.no FROM unit u
                WHERE u.campaign = \(campaign) AND u.first <= \(installation)
                    AND u.last >= \(installation)))
        ORDER BY CASE p.unit WHEN 0 THEN 1 ELSE 0 END, p.unit, p.writer, p.no
        """
    }

    static func retry(_ campaign: Int64, _ installation: Int64) -> SQL {
        """
        SELECT attempts, reason FROM campaign_row
        WHERE campaign = \(campaign) AND installation = \(installation)
        """
    }

    /// Returns the last outcome of an installation in the parts.
    static func code(of installation: Int64, in parts: SQLRows) throws -> OutcomeCode? {
        var code: OutcomeCode?
        for row in parts {
            let part = OutcomePart(
                first: try row.value("first"), last: try row.value("last"),
                count: try row.value("count"), bytes: try row.value("bytes"))
            if let entry = try part.entries().last(where: { $0.installation == installation }) {
                code = entry.code
            }
        }
        return code
    }
}

extension DeliveryResource {
    /// One notification of a campaign. It is reported as queued until its outcome is known.
    init(_ trace: CampaignTrace, id: APNSID) {
        let state: DeliveryState =
            switch trace.code?.kind {
            case .accepted: .accepted
            case .rejected: .rejected
            case .expired: .expired
            case .suppressed: .suppressed
            case .cancelled: .cancelled
            case .retrying, nil: .queued
            }
        let reason = trace.code.flatMap { $0.reason.isEmpty ? nil : $0.reason }
        self.init(
            id: id.text, message: trace.campaignID, campaign: trace.campaignID,
            installation: trace.installationID, token: trace.token.redacted,
            environment: trace.environment, apnsID: id, state: state, reason: reason,
            status: state == .accepted ? 200 : nil, attempts: trace.attempts,
            updatedAt: trace.time)
        transport = trace.transport.shown
        channel = trace.channel?.text
    }
}
