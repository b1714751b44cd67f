// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI
import GatewayEngine
import GatewayModel

/// Drafts and scheduled campaigns, and the limits of an app's campaigns.
extension Gateway {
    /// Stores a campaign, and starts it at the time that the request states.
    ///
    /// The audience's filter is fixed when the campaign is scheduled: later changes of a segment do
    /// not change the campaign, and relative times such as `7d ago` are resolved at this time. A
    /// draft is compiled again when it starts.
    ///
    /// - Parameters:
    ///   - idempotency: the key by which a repeated request returns the campaign of the first
    ///     request.
    ///   - author: the identifier of the caller's API key, which cannot approve the campaign;
    ///     `nil` for a caller in this process.
    ///   - limit: the apps to whose installations the campaign may go.
    /// - Returns: the campaign, after it has been stored durably.
    /// - Throws: `Problem` if the content does not fit the app, the time has passed, the app has no
    ///   credential, the number of devices is not confirmed, or this gateway does not support
    ///   campaigns.
    public func createCampaign(
        _ request: CampaignRequest, idempotency: Idempotency? = nil, by author: String? = nil,
        within limit: AppLimit = .none
    ) async throws -> CampaignResource {
        let campaigns = try requireCampaigns()
        if let earlier = try await campaign(after: idempotency) { return earlier }
        var new = try await build(
            request, id: makeMessageID(), request.form.isDraft ? .onRequest : .asRequested,
            idempotency: idempotency, within: limit)
        try await arm(
            &new, request.form, isTimed: request.form.isTimed,
            authors: author.map { [$0] } ?? [])
        AuditScope.concerns(.campaign, new.id, app: new.bundleID)
        switch try await campaigns.store.create(new) {
        case .created:
            campaigns.node.wake()
            return try await campaign(id: new.id)
        case .replayed(let earlierID): return try await campaign(id: earlierID)
        case .keyReused: throw Problem.idempotencyKeyReused
        case .noApp: throw Problem.appNotFound(new.bundleID)
        }
    }

    /// Replaces a draft, or a campaign that waits for approval, which becomes a draft.
    ///
    /// - Parameter version: the version that the caller has read, from
    ///   ``/GatewayAPI/CampaignDefinition/version``; `nil` replaces any version.
    /// - Throws: `Problem` if there is no such campaign, it is in neither state, or it has another
    ///   version.
    public func replaceDraft(
        id: String, with request: CampaignRequest, version: String? = nil,
        by author: String? = nil, within limit: AppLimit = .none
    ) async throws -> CampaignResource {
        let stored = try await draft(id, within: limit)
        var new = try await build(request, id: stored.id, .onRequest, within: limit)
        try await arm(
            &new, request.form, isTimed: request.form.isTimed, authors: stored.authors(and: author))
        try await replace(
            stored, with: new, in: [.draft, .awaitingApproval], version: version, "replacing")
        return try await campaign(id: stored.id)
    }

    /// Deletes a draft.
    ///
    /// - Throws: `Problem` if there is no such campaign, or it is not a draft.
    public func deleteDraft(id: String, within limit: AppLimit = .none) async throws {
        let stored = try await draft(id, within: limit)
        guard try await requireCampaigns().store.deleteDraft(stored.number) else {
            throw Problem.campaignState("deleting", stored.state)
        }
    }

    /// Starts a draft, or another campaign that has not begun, at once, whatever time it states. A
    /// campaign that needs an approval waits for the approval first.
    ///
    /// - Parameter confirmed: the number of devices that the campaign is expected to reach; `nil`
    ///   for the number that the draft states.
    /// - Throws: `Problem` if there is no such campaign, it has begun or was cancelled, or the
    ///   number of devices is not confirmed.
    public func startDraft(
        id: String, confirming confirmed: Int? = nil, by author: String? = nil,
        within limit: AppLimit = .none
    ) async throws -> CampaignResource {
        var (stored, request) = try await definition(id, "starting", within: limit)
        if let confirmed { request.form.confirmDevices = confirmed }
        var new = try await build(request, id: stored.id, .now, within: limit)
        try await arm(
            &new, request.form, isTimed: false, authors: stored.authors(and: author))
        try await replace(stored, with: new, in: Self.unbegun, "starting")
        return try await campaign(id: stored.id)
    }

    /// Schedules a draft for the time that it states or for another time, or changes the time of a
    /// scheduled campaign that has not begun.
    ///
    /// - Parameter time: the new time; `nil` for the time that the draft states.
    /// - Throws: `Problem` if there is no such campaign, it states no time, or it has begun.
    public func scheduleCampaign(
        id: String, at time: CampaignTime? = nil, by author: String? = nil,
        within limit: AppLimit = .none
    ) async throws -> CampaignResource {
        var (stored, request) = try await definition(id, "scheduling", within: limit)
        if let time { time.apply(to: &request.form) }
        guard request.form.at != nil || request.form.localTime != nil else {
            throw Problem(
                .valueMissing,
                "the campaign states no time; send \"at\" or \"local_time\", or start it with POST "
                    + "/v1/campaigns/{id}/start", keyPath: "at")
        }
        var new = try await build(request, id: stored.id, .asRequested, within: limit)
        try await arm(
            &new, request.form, isTimed: true, authors: stored.authors(and: author))
        try await replace(stored, with: new, in: Self.unbegun, "scheduling")
        return try await campaign(id: stored.id)
    }

    /// The states in which a campaign can still be given another time. An approval applies only to
    /// the campaign before the change, so the changed time needs a new approval.
    private static let unbegun: [CampaignState] = [.draft, .awaitingApproval, .scheduled]

    private func replace(
        _ stored: StoredCampaign, with new: NewCampaign, in states: [CampaignState],
        version: String? = nil, _ what: String
    ) async throws {
        let campaigns = try requireCampaigns()
        guard
            try await campaigns.store.replace(
                stored.number, with: new, in: states, version: version)
        else {
            let now = try await campaigns.store.campaign(id: stored.id)
            let state = now?.state ?? stored.state
            guard states.contains(state), version != nil else {
                throw Problem.campaignState(what, state)
            }
            throw Problem.campaignChanged(stored.id)
        }
        campaigns.node.wake()
    }

    private func draft(_ id: String, within limit: AppLimit) async throws -> StoredCampaign {
        guard let stored = try await requireCampaigns().store.campaign(id: id.lowercased()),
            limit.permits(stored.bundleID)
        else { throw Problem.campaignNotFound }
        return stored
    }

    private func definition(
        _ id: String, _ what: String, within limit: AppLimit
    ) async throws -> (StoredCampaign, CampaignRequest) {
        let stored = try await draft(id, within: limit)
        guard Self.unbegun.contains(stored.state),
            let text = stored.definition
        else { throw Problem.campaignState(what, stored.state) }
        return (stored, try CampaignRequest(stored: text))
    }

    // MARK: Policies

    /// Returns the limits that apply to an app's campaigns if the campaigns state no limits of
    /// their own.
    public func policy(ofApp bundleID: String) async throws -> PolicyResource {
        guard try await store.app(bundleID: bundleID) != nil else {
            throw Problem.appNotFound(bundleID)
        }
        return try await requireCampaigns().store.policy(ofApp: bundleID) ?? PolicyResource()
    }

    /// Replaces the limits that apply to an app's campaigns if the campaigns state no limits of
    /// their own. Campaigns that were scheduled before keep their limits.
    public func putPolicy(
        _ policy: PolicyResource, ofApp bundleID: String
    ) async throws -> PolicyResource {
        if let zone = policy.defaultTimeZone, TimeZones.zone(zone) == nil {
            throw Problem(
                .badValue,
                "\"default_time_zone\" is not a time zone; send a name such as Europe/Berlin",
                keyPath: "default_time_zone")
        }
        guard try await requireCampaigns().store.put(policy, ofApp: bundleID) else {
            throw Problem.appNotFound(bundleID)
        }
        return policy
    }
}

extension CampaignTime {
    fileprivate func apply(to form: inout CampaignForm) {
        if at != nil || localTime != nil {
            form.at = at
            form.localTime = localTime
            form.lateZones = lateZones
        }
        if let defaultTimeZone { form.defaultTimeZone = defaultTimeZone }
        if let confirmDevices { form.confirmDevices = confirmDevices }
    }
}

extension CampaignForm {
    /// Whether the campaign has a time, and does not start at once.
    var isTimed: Bool { at != nil || localTime != nil }
}

extension StoredCampaign {
    /// The API keys that have written or started the campaign, including the given key.
    fileprivate func authors(and author: String?) -> [String] {
        let earlier = rules.extras?.authors ?? []
        guard let author, !earlier.contains(author) else { return earlier }
        return earlier + [author]
    }
}

extension Problem {
    static func campaignChanged(_ id: String) -> Problem {
        Problem(
            .campaignChanged,
            "somebody has changed or started the campaign since it was read, so nothing was "
                + "stored; read it again with GET /v1/campaigns/\(id)/definition")
    }

    static func campaignState(_ what: String, _ state: CampaignState) -> Problem {
        Problem(
            .campaignState,
            "\(what) is not possible, because the campaign is \(state.rawValue); GET "
                + "/v1/campaigns/{id} shows its state")
    }
}
