// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI
import GatewayEngine
import GatewayModel

/// Campaigns that reach many devices: confirmation of the number of devices, and approval by a
/// second person.
extension Gateway {
    /// Checks a campaign against the app's policy before the campaign is scheduled: refuses the
    /// campaign if its number of devices is not confirmed, and makes it wait if a second person
    /// must approve it.
    ///
    /// - Parameters:
    ///   - authors: the identifiers of the API keys that have written or started the campaign,
    ///     which cannot approve it.
    ///   - isConfirmed: whether a person confirmed the number before, for instance when the series
    ///     of the campaign was created.
    func arm(
        _ new: inout NewCampaign, _ form: CampaignForm, isTimed: Bool, authors: [String],
        isConfirmed: Bool = false
    ) async throws {
        let campaigns = try requireCampaigns()
        new.extras.authors = authors.isEmpty ? nil : authors
        new.extras.isTimed = isTimed ? true : nil
        guard !new.isDraft, !form.isDryRun else { return }
        let policy = try await campaigns.store.policy(ofApp: new.bundleID) ?? PolicyResource()
        guard new.broadcast == nil else {
            // Nobody knows how many devices follow a channel, so the number may be above any limit.
            if policy.approvalAbove != nil { try new.awaitApproval() }
            return
        }
        let isCounted =
            policy.approvalAbove != nil || policy.confirmAbove != nil
            || form.confirmDevices != nil
        guard isCounted else { return }
        let devices = try await campaigns.store.size(of: new)
        new.extras.devices = devices
        if !isConfirmed { try Self.checkConfirmation(form, policy, devices: devices) }
        guard let above = policy.approvalAbove else { return }
        if devices > above {
            try new.awaitApproval()
        } else if isTimed {
            // The audience may grow until the campaign is due, so it is counted again then.
            new.extras.approvalAbove = above
        }
    }

    private static func checkConfirmation(
        _ form: CampaignForm, _ policy: PolicyResource, devices: Int
    ) throws(Problem) {
        let example = "\"confirm_devices\":\(devices)"
        let reached = "\(devices) \(devices == 1 ? "device" : "devices")"
        if let expected = form.confirmDevices {
            let tolerance = expected * GatewayLimits.confirmTolerancePercent / 100
            guard abs(devices - expected) > tolerance else { return }
            throw Problem(
                .confirmationNeeded,
                "the campaign is about to reach \(reached), but \(expected) "
                    + "\(expected == 1 ? "was" : "were") confirmed; check the audience, and send "
                    + "\(example) if the number is right", keyPath: "confirm_devices")
        }
        guard let above = policy.confirmAbove, devices > above else { return }
        throw Problem(
            .confirmationNeeded,
            "the campaign is about to reach \(reached), which is more than the "
                + "\(above) that the app's policy permits without confirmation; check the "
                + "audience, and send \(example) if the number is right",
            keyPath: "confirm_devices")
    }

    /// Approves a campaign that waits for the approval of a second person; it then starts at its
    /// time, or at once.
    ///
    /// - Parameters:
    ///   - hash: the hash of what the approver has seen. If the campaign has changed since, the
    ///     approval is refused.
    ///   - key: the identifier of the approver's API key, which must not have written or started
    ///     the campaign; `nil` for a caller in this process.
    /// - Throws: `Problem` if there is no such campaign, it does not wait for an approval, or the
    ///   approval is refused.
    public func approveCampaign(
        id: String, hash: String, by key: String? = nil, within limit: AppLimit = .none
    ) async throws -> CampaignResource {
        let campaigns = try requireCampaigns()
        guard let stored = try await campaigns.store.campaign(id: id.lowercased()),
            limit.permits(stored.bundleID)
        else { throw Problem.campaignNotFound }
        AuditScope.concerns(.campaign, stored.id, app: stored.bundleID)
        switch try await campaigns.store.approve(stored, hash: hash, by: key) {
        case .approved, .refused: break
        case .otherState(let state): throw Problem.campaignState("approving", state)
        case .otherContent: throw Problem.otherContent(stored)
        case .ownCampaign:
            throw Problem(
                .approvalRefused,
                "this API key has written or started the campaign itself; a second person must "
                    + "approve it with a different key")
        case .late:
            throw Problem(
                .approvalRefused,
                "the time of the campaign has passed while it waited; schedule it again with POST "
                    + "/v1/campaigns/\(stored.id)/schedule")
        }
        campaigns.node.wake()
        return try await campaign(id: stored.id)
    }

    /// Refuses a campaign that waits for the approval of a second person. The campaign becomes a
    /// draft again. The draft shows the refusal until it is changed or started.
    ///
    /// - Parameters:
    ///   - request: the hash of what was seen, as for an approval, and a note for the author.
    ///   - key: the identifier of the API key; `nil` for a caller in this process.
    /// - Throws: `Problem` if there is no such campaign, it does not wait for an approval, or it
    ///   has changed since.
    public func refuseCampaign(
        id: String, _ request: RefusalRequest, by key: String? = nil,
        within limit: AppLimit = .none
    ) async throws -> CampaignResource {
        let campaigns = try requireCampaigns()
        guard let stored = try await campaigns.store.campaign(id: id.lowercased()),
            limit.permits(stored.bundleID)
        else { throw Problem.campaignNotFound }
        AuditScope.concerns(.campaign, stored.id, app: stored.bundleID)
        let outcome = try await campaigns.store.refuse(
            stored, hash: request.hash, note: request.note, by: key)
        switch outcome {
        case .otherState(let state): throw Problem.campaignState("refusing", state)
        case .otherContent: throw Problem.otherContent(stored)
        case .approved, .refused, .ownCampaign, .late: break
        }
        return try await campaign(id: stored.id)
    }
}

extension Problem {
    fileprivate static func otherContent(_ stored: StoredCampaign) -> Problem {
        Problem(
            .approvalRefused,
            "the hash is not that of the content that waits for approval: the campaign was "
                + "changed, or the hash is incomplete; look at the campaign again with GET "
                + "/v1/campaigns/\(stored.id), and send its whole hash",
            keyPath: "hash")
    }
}

extension NewCampaign {
    /// Makes the campaign wait for a second person's approval.
    fileprivate mutating func awaitApproval() throws {
        needsApproval = true
        extras.approval = StoredApproval(hash: try approvalHash)
    }
}
