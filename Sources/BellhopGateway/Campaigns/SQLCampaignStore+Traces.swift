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

/// The state of one notification of a campaign.
struct CampaignTrace: Sendable {
    let campaignID: String
    let bundleID: String
    /// The installation's identifier; `nil` if the installation was deleted.
    let installationID: String?
    let token: DeviceToken
    let environment: APNSEnvironment
    let transport: PushTransport
    /// The final outcome, or the reason for the next attempt; `nil` before the first outcome.
    let code: OutcomeCode?
    /// The number of attempts that are known to have been made.
    let attempts: Int
    /// The end of the campaign, or its creation while it is being sent: outcome parts contain no
    /// times.
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
        guard let number = key.place(of: id)?.endpoint,
            let endpoint = try await db.row(endpoint(number))
        else { return nil }
        let campaignNumber: Int64 = try campaign.value("no")
        let installation: Int64? = try endpoint.optional("installation")
        var code: OutcomeCode?
        var attempts = 0
        if let installation {
            let parts = try await db.rows(parts(of: campaignNumber, installation: installation))
            code = try Self.code(of: installation, in: parts)
            attempts = code.map { $0.kind == .accepted || $0.kind == .rejected ? 1 : 0 } ?? 0
            if let row = try await db.row(retry(campaignNumber, installation)) {
                attempts = try row.value("attempts")
                code = OutcomeCode(.retrying, reason: try row.value("reason"))
            }
        }
        let finished = try campaign.optionalMoment("finished_at")
        return CampaignTrace(
            campaignID: try campaign.value("id"), bundleID: try campaign.value("bundle_id"),
            installationID: try endpoint.optional("id"),
            token: try endpoint.deviceToken("address"),
            environment: try endpoint.word("environment"),
            transport: try endpoint.word("transport"), code: code, attempts: attempts,
            time: try finished ?? campaign.moment("created_at"))
    }

    // MARK: Statements

    static func campaign(tag: UInt64) -> SQL {
        """
        SELECT c.no, c.id, c.mix, c.created_at, c.finished_at, a.bundle_id
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
    /// One notification of a campaign. While its outcome is unknown, it is queued.
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
    }
}
