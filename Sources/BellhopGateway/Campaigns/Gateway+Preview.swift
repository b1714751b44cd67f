// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI
import GatewayModel
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Previews of campaigns, which send nothing.
extension Gateway {
    /// Returns what a campaign would do, without storing or sending anything.
    ///
    /// - Throws: `Problem` for every request from which no campaign can be made, and if no index
    ///   supports the filter and the app has many installations.
    public func previewCampaign(
        _ request: CampaignRequest, within limit: AppLimit = .none
    ) async throws -> CampaignPreview {
        let campaigns = try requireCampaigns()
        let new = try await build(request, id: makeMessageID(), .asRequested, within: limit)
        if new.broadcast != nil { return try CampaignPreview(broadcast: new, request) }
        _ = try await count(request.audience, of: new.bundleID)
        let groups = try await campaigns.store.audience(new)
        var (total, reachable) = (0, 0)
        var reasons: [String: Int] = [:]
        var moments: [Int64: Int] = [:]
        for group in groups {
            total += group.count
            let due = new.schedule?.dueAt(group.zone) ?? new.dueTimes.first?.milliseconds
            if new.schedule != nil, new.schedule?.dueAt(group.zone) == nil {
                reasons["late_zone", default: 0] += group.count
                continue
            }
            if let due { moments[due, default: 0] += group.count }
            if let reason = group.reason {
                reasons[reason, default: 0] += group.count
            } else {
                reachable += group.count
            }
        }
        let control = reachable * (new.extras.controlThousandths ?? 0) / 1000
        if control > 0 { reasons[OutcomeCode.Reason.controlGroup] = control }
        return CampaignPreview(
            app: new.bundleID, audience: new.audience?.line ?? "all", installations: total,
            reachable: reachable - control,
            reasons: reasons.sorted { $0.key < $1.key }.map {
                .init(outcome: OutcomeCode.Kind.suppressed.name, reason: $0.key, count: $0.value)
            },
            moments: moments.sorted { $0.key < $1.key }.map {
                .init(at: Date(storedMilliseconds: $0.key), installations: $0.value)
            },
            messages: try CampaignPreview.messages(new, request), settings: CampaignSettings(new))
    }
}

extension CampaignPreview {
    /// The preview of a broadcast.
    fileprivate init(broadcast new: NewCampaign, _ request: CampaignRequest) throws {
        self.init(
            app: new.bundleID, audience: nil, installations: nil, reachable: nil, reasons: [],
            moments: [], messages: try Self.messages(new, request),
            settings: CampaignSettings(new), channel: new.broadcast?.channel.text)
    }

    fileprivate static func messages(
        _ new: NewCampaign, _ request: CampaignRequest
    ) throws -> [Message] {
        let content = try StoredCampaignContent(bytes: new.content).compiled()
        let names = new.extras.variantNames ?? request.form.variants.map(\.name)
        return names.indices.map { index in
            Message(
                variant: names[index], share: request.form.variants[index].share,
                payload: content.payload(
                    variant: UInt8(truncatingIfNeeded: index), locale: "", variables: [:]
                ).map { String(decoding: $0, as: UTF8.self) })
        }
    }
}

extension CampaignSettings {
    /// The settings of a campaign that is not stored.
    fileprivate init(_ new: NewCampaign) {
        let rules = CampaignRules(new)
        self.init(
            StoredCampaign(
                number: 0, id: new.id, bundleID: new.bundleID, state: .scheduled,
                stopReason: nil, audience: nil, name: new.name, definition: nil,
                template: new.template, rules: rules,
                notBefore: rules.dueTimes.min() ?? 0, deadline: new.deadline.milliseconds),
            OutcomeSums())
    }
}

extension SQLCampaignStore {
    /// Installations of an audience that have the same zone and the same reason for getting
    /// nothing.
    struct AudienceGroup: Sendable {
        let zone: String?
        /// The reason; `nil` if they get the campaign.
        let reason: String?
        let count: Int
    }

    /// Counts the installations of a campaign's audience by zone and by the reason that prevents a
    /// notification.
    func audience(_ new: NewCampaign) async throws -> [AudienceGroup] {
        try await store.read { db in
            guard let app = try await SQLApps.number(db, new.bundleID) else { return [] }
            var condition: SQL = ""
            if let audience = new.audience {
                let reading = try await AudienceCondition.reading(db, app: app, for: .lists)
                condition = " AND " + reading.sql(audience)
            }
            let rows = try await db.rows(
                """
                SELECT x.time_zone, x.state, x.denied, count(*) AS n FROM (
                    SELECT i.time_zone, e.state,
                        CASE WHEN e.family = 'app' AND \(PermissionBits.isDenied)
                            THEN 1 ELSE 0 END AS denied
                    FROM installation i
                    LEFT \(CampaignTarget.join(new.target))
                    WHERE i.app = \(app)\(condition)) AS x
                GROUP BY x.time_zone, x.state, x.denied
                """)
            return try rows.map { row in
                var reason: String?
                if row["state"]?.isNull != false {
                    reason = "no_token"
                } else if try !(row.word("state") as TokenState).isUsable {
                    reason = OutcomeCode.Reason.tokenDead
                } else if try row.value("denied") as Bool {
                    reason = OutcomeCode.Reason.noConsent
                }
                return AudienceGroup(
                    zone: try row.optional("time_zone"), reason: reason,
                    count: try row.value("n"))
            }
        }
    }
}
