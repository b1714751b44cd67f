// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import Hummingbird

extension GatewayCall {
    /// Handles `POST /v1/campaigns`.
    func startCampaign() async throws -> Response {
        let body = try await body()
        let campaign = try await gateway.createCampaign(
            try campaignRequest(body), idempotency: try idempotency(body: body), by: key?.id,
            within: limit)
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
