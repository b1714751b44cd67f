// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import Hummingbird

extension GatewayCall {
    /// Handles `POST /v1/campaigns`.
    func startCampaign() async throws -> Response {
        var query = try query()
        let audience = try Self.audience(&query)
        let template = try Self.template(&query)
        let options = try MessageOptions(query: query)
        let body = try await body()
        let idempotency = try idempotency(body: body)
        if template != nil, let earlier = try await gateway.campaign(after: idempotency) {
            return try answer(earlier, status: .accepted)
        }
        let content =
            if let template {
                try await gateway.campaign(
                    with: template, TemplateUse(reading: body, for: .campaign), options: options,
                    within: limit)
            } else {
                try MessageContent(contentType: request.headers[.contentType], body: body)
            }
        let campaign = try await gateway.startCampaign(
            content, to: audience, options: options, idempotency: idempotency, within: limit)
        return try answer(campaign, status: .accepted)
    }

    /// Handles `GET /v1/campaigns`.
    func campaigns() async throws -> Response {
        let page = try PageQuery(try query(), also: ["app"])
        return try answer(
            try await gateway.campaigns(
                app: page.others["app"], after: page.after,
                limit: page.limit ?? GatewayLimits.pageEntriesDefault, within: limit))
    }

    /// Takes the audience out of a query: `audience=all`, `audience=segment:NAME` or
    /// `audience_filter=FILTER`.
    private static func audience(
        _ query: inout [(name: String, value: String)]
    ) throws(Problem) -> CampaignAudience {
        let named = query.filter { $0.name == "audience" }.map(\.value)
        let filters = query.filter { $0.name == "audience_filter" }.map(\.value)
        query.removeAll { $0.name == "audience" || $0.name == "audience_filter" }
        guard named.count + filters.count == 1 else {
            throw Problem(
                .valueMissing,
                "the campaign needs one audience; add one of ?audience=all, "
                    + "?audience=segment:NAME and ?audience_filter=FILTER",
                keyPath: "audience")
        }
        if let filter = filters.first { return .filter(filter) }
        let audience = CampaignAudience(named[0])
        if case .filter = audience {
            throw Problem(
                .badValue,
                "\"audience\" is neither all nor segment:NAME; send a filter as audience_filter",
                keyPath: "audience")
        }
        return audience
    }

    /// Handles `GET /v1/campaigns/{id}`.
    func campaign() async throws -> Response {
        try answer(try await gateway.campaign(id: try parameter("id"), within: limit))
    }

    /// Handles `GET /v1/campaigns/{id}/receipts`.
    func campaignReceipts() async throws -> Response {
        let page = try PageQuery(try query(), also: [])
        return try answer(
            try await gateway.receipts(
                campaignID: try parameter("id"), after: page.after,
                limit: page.limit ?? GatewayLimits.pageEntriesDefault, within: limit))
    }

    /// Handles `POST /v1/campaigns/{id}/pause`, `resume` and `cancel`.
    func decide(_ decision: Gateway.CampaignDecision) async throws -> Response {
        try answer(try await gateway.decide(decision, about: try parameter("id"), within: limit))
    }
}
