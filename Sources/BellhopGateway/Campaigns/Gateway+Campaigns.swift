// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI
import GatewayEngine
import GatewayModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Gateway {
    /// A person's decision about a campaign.
    public enum CampaignDecision: String, Hashable, Sendable, CaseIterable {
        case pause
        case resume
        case cancel

        fileprivate var event: CampaignState.Event {
            switch self {
            case .pause: .pause
            case .resume: .resume
            case .cancel: .cancel
            }
        }
    }

    /// Stores a campaign for an audience and starts sending it. The audience's filter is fixed:
    /// later changes of a segment do not change the campaign, and relative times such as `7d ago`
    /// are resolved at the time of this call.
    ///
    /// - Parameters:
    ///   - audience: the installations of the app to which the campaign goes.
    ///   - options: the values that apply where the content specifies none.
    ///   - idempotency: the key by which a repeated request returns the campaign of the first
    ///     request.
    ///   - limit: the apps to whose installations the campaign may go.
    /// - Returns: the campaign, after it has been stored durably.
    /// - Throws: `Problem` if the content does not fit the app, the app has no credential, or this
    ///   gateway does not support campaigns.
    public func startCampaign(
        _ content: MessageContent, to audience: CampaignAudience = .all,
        options: MessageOptions = .init(), idempotency: Idempotency? = nil,
        within limit: AppLimit = .none
    ) async throws -> CampaignResource {
        try await createCampaign(
            CampaignRequest(content, to: audience, options: options), idempotency: idempotency,
            within: limit)
    }

    /// Returns the campaign that an earlier request with an idempotency key created; `nil` if there
    /// is none.
    func campaign(after idempotency: Idempotency?) async throws -> CampaignResource? {
        guard let idempotency,
            let earlier = try await requireCampaigns().store.earlier(idempotency)
        else { return nil }
        guard case .campaign(let id) = earlier else { throw Problem.idempotencyKeyReused }
        return try await campaign(id: id)
    }

    /// Returns a campaign with its totals.
    ///
    /// - Parameter limit: the permitted apps; a campaign of another app is not found.
    /// - Throws: `Problem` if there is no such campaign.
    public func campaign(
        id: String, within limit: AppLimit = .none
    ) async throws -> CampaignResource {
        let campaigns = try requireCampaigns()
        guard let stored = try await campaigns.store.campaign(id: id.lowercased()),
            limit.permits(stored.bundleID)
        else { throw Problem.campaignNotFound }
        var resource = CampaignResource(
            stored, try await campaigns.store.totals(of: stored.number))
        if !resource.isAtRest, try await isLocked(stored.bundleID) {
            resource.heldReason = Self.lockedReason(stored.bundleID)
        }
        return resource
    }

    /// Returns whether the master key of this gateway does not open an app's credential. In this
    /// case, nothing can be sent, and all notifications wait.
    private func isLocked(_ bundleID: String) async throws -> Bool {
        try await store.app(bundleID: bundleID)?.locked.contains(.credential) ?? false
    }

    private static func lockedReason(_ bundleID: String) -> String {
        "the master key does not open the key of \(bundleID), so the notifications wait; restart "
            + "the gateway with the master key with which the app's key was sealed, or upload the "
            + "app's key again with bellhop app apns, or PUT /v1/apps/\(bundleID)/credential"
    }

    /// Returns a page of what apps have reported about a campaign, in the order in which the
    /// gateway received it.
    ///
    /// - Parameters:
    ///   - after: `next` of the previous page.
    ///   - limit: 1 to `GatewayLimits.pageEntriesMax`.
    ///   - apps: the permitted apps; a campaign of another app is not found.
    /// - Throws: `Problem` if there is no such campaign.
    public func receipts(
        campaignID: String, after: String? = nil, limit: Int = GatewayLimits.pageEntriesDefault,
        within apps: AppLimit = .none
    ) async throws -> ReceiptList {
        let campaigns = try requireCampaigns()
        guard let stored = try await campaigns.store.campaign(id: campaignID.lowercased()),
            apps.permits(stored.bundleID)
        else { throw Problem.campaignNotFound }
        let limit = max(1, min(limit, GatewayLimits.pageEntriesMax))
        let found = try await campaigns.store.receipts(
            of: stored.number, after: after.flatMap { Int($0) }, limit: limit)
        return ReceiptList(
            receipts: found.map(ReceiptResource.init),
            next: found.count == limit ? found.last.map { String($0.id) } : nil)
    }

    /// Returns a page of the campaigns, newest first.
    ///
    /// - Parameters:
    ///   - app: the bundle identifier of the app whose campaigns are returned; `nil` for all
    ///     permitted apps.
    ///   - after: `next` of the previous page.
    ///   - limit: 1 to `GatewayLimits.pageEntriesMax`.
    ///   - apps: the permitted apps.
    /// - Throws: `Problem` if the app is not permitted, or `after` is not a value of `next`.
    public func campaigns(
        app: String? = nil, after: String? = nil, limit: Int = GatewayLimits.pageEntriesDefault,
        within apps: AppLimit = .none
    ) async throws -> CampaignList {
        let campaigns = try requireCampaigns()
        if let app { try apps.check(app) }
        var before: Campaign.Number?
        if let after {
            guard let number = Campaign.Number(after) else {
                throw Problem(
                    .badQuery,
                    "\"after\" is not a position; send the \"next\" of the previous page",
                    keyPath: "after")
            }
            before = number
        }
        let limit = max(1, min(limit, GatewayLimits.pageEntriesMax))
        let page = try await campaigns.store.campaigns(
            of: app.map { AppLimit([$0]) } ?? apps, before: before, limit: limit + 1)
        let shown = page.prefix(limit)
        return CampaignList(
            campaigns: shown.map(\.summary),
            next: page.count > limit ? shown.last.map { String($0.number) } : nil)
    }

    /// Pauses, resumes or cancels a campaign.
    ///
    /// - Parameter limit: the permitted apps; a campaign of another app is not found.
    /// - Throws: `Problem` if there is no such campaign, or its state does not permit the decision.
    public func decide(
        _ decision: CampaignDecision, about id: String, within limit: AppLimit = .none
    ) async throws -> CampaignResource {
        let campaigns = try requireCampaigns()
        guard let stored = try await campaigns.store.campaign(id: id.lowercased()),
            limit.permits(stored.bundleID)
        else { throw Problem.campaignNotFound }
        guard try await campaigns.store.apply(decision.event, to: stored.number) else {
            throw Problem.campaignState(decision.rawValue, stored.state)
        }
        campaigns.node.wake()
        return try await campaign(id: stored.id)
    }
}

extension Problem {
    static let campaignNotFound = Problem(
        .campaignNotFound,
        "there is no campaign with this identifier; check that the identifier is complete")
}

extension CampaignResource {
    fileprivate init(_ stored: StoredCampaign, _ sums: OutcomeSums) {
        self.init(
            id: stored.id, app: stored.bundleID, state: stored.state.rawValue,
            stopReason: stored.state == .stopped ? stored.stopReason?.explanation : nil,
            totals: Totals(sums),
            reasons: sums.reasons,
            audience: stored.broadcast == nil ? stored.audience?.line ?? "all" : nil)
        broadcast = CampaignBroadcast(stored, sums)
        settings = CampaignSettings(stored, sums)
    }
}
