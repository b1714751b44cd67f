// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import GatewayAPI

/// Campaigns: one message to an audience.
extension BellhopClient {
    /// Starts a campaign with a payload at once.
    ///
    /// - Parameters:
    ///   - app: the bundle identifier; `nil` if the gateway has only one app.
    ///   - idempotencyKey: the key that identifies the campaign; see
    ///     ``send(_:to:options:idempotencyKey:)-(Payload,_,_,_)``.
    public func startCampaign(
        _ payload: Payload, to audience: CampaignAudience, app: String? = nil,
        idempotencyKey: String? = nil
    ) async throws -> CampaignResource {
        let place = Self.query(Self.fields(audience) + [("app", app)])
        return try read(
            try await call(
                "POST", "/v1/campaigns" + place, payload.encoded,
                idempotencyKey: idempotencyKey ?? Self.makeKey()))
    }

    /// Creates a campaign from a form, which names the audience and may have a time, limits or
    /// variants. The campaign may be a draft.
    ///
    /// - Throws: `JSONSyntaxError` if a message of the form is not JSON, in addition to the usual
    ///   errors.
    public func createCampaign(
        _ form: CampaignForm, idempotencyKey: String? = nil
    ) async throws -> CampaignResource {
        try read(
            try await call(
                "POST", "/v1/campaigns", try form.encoded,
                idempotencyKey: idempotencyKey ?? Self.makeKey()))
    }

    /// Returns what a campaign would do; nothing is sent.
    public func previewCampaign(_ form: CampaignForm) async throws -> CampaignPreview {
        try read(try await call("POST", "/v1/campaigns/preview", try form.encoded))
    }

    /// Returns a page of campaigns, the newest first.
    ///
    /// - Parameter after: `next` of the previous page.
    public func campaigns(
        app: String? = nil, after: String? = nil, limit: Int = GatewayLimits.pageEntriesDefault
    ) async throws -> CampaignList {
        try await list(
            "/v1/campaigns" + Self.query(("app", app), ("after", after), ("limit", "\(limit)")))
    }

    /// Returns a campaign; `nil` if there is none.
    public func campaign(_ id: String) async throws -> CampaignResource? {
        try await find(Self.path(id))
    }

    /// Starts a draft, or a scheduled campaign, at once.
    public func startCampaign(_ id: String) async throws -> CampaignResource {
        try await decide("start", id)
    }

    public func pauseCampaign(_ id: String) async throws -> CampaignResource {
        try await decide("pause", id)
    }

    public func resumeCampaign(_ id: String) async throws -> CampaignResource {
        try await decide("resume", id)
    }

    public func cancelCampaign(_ id: String) async throws -> CampaignResource {
        try await decide("cancel", id)
    }

    private func decide(_ decision: String, _ id: String) async throws -> CampaignResource {
        try read(try await call("POST", "\(Self.path(id))/\(decision)"))
    }

    private static func path(_ id: String) -> String { "/v1/campaigns/" + segment(id) }

    private static func fields(
        _ audience: CampaignAudience
    ) -> [(name: String, value: String?)] {
        switch audience {
        case .all: [("audience", "all")]
        case .segment(let name): [("audience", "segment:" + name)]
        case .filter(let line): [("audience_filter", line)]
        }
    }
}
