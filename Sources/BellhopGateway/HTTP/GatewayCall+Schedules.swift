// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import HTTPTypes
import Hummingbird

extension GatewayCall {
    /// Reads the campaign in the query and the body.
    func campaignRequest(_ body: [UInt8]) throws -> CampaignRequest {
        try CampaignRequest(
            query: try query(), contentType: request.headers[.contentType], body: body)
    }

    /// Handles `POST /v1/campaigns/preview`.
    func previewCampaign() async throws -> Response {
        let request = try campaignRequest(try await body())
        return try answer(try await gateway.previewCampaign(request, within: limit))
    }

    /// Handles `PUT /v1/campaigns/{id}`.
    func replaceDraft() async throws -> Response {
        let request = try campaignRequest(try await body())
        return try answer(
            try await gateway.replaceDraft(
                id: try parameter("id"), with: request, version: try wantedVersion(),
                by: key?.id, within: limit))
    }

    /// Handles `GET /v1/campaigns/{id}/definition`.
    func campaignDefinition() async throws -> Response {
        let definition = try await gateway.campaignDefinition(
            id: try parameter("id"), within: limit)
        var response = try answer(definition)
        response.headers[.eTag] = "\"\(definition.version)\""
        return response
    }

    /// Returns the version in `If-Match`; `nil` for any.
    private func wantedVersion() throws(Problem) -> String? {
        guard let text = request.headers[.ifMatch], text != "*" else { return nil }
        let version =
            text.hasPrefix("\"") && text.hasSuffix("\"") ? text.dropFirst().dropLast() : ""
        guard !version.isEmpty, !version.contains("\"") else {
            throw Problem(
                .badValue,
                "the header If-Match is not one entity tag; send the ETag of GET "
                    + "/v1/campaigns/{id}/definition, with its quotation marks")
        }
        return String(version)
    }

    /// Handles `DELETE /v1/campaigns/{id}`.
    func deleteDraft() async throws -> Response {
        try await gateway.deleteDraft(id: try parameter("id"), within: limit)
        return Response(status: .noContent)
    }

    /// Handles `POST /v1/campaigns/{id}/start`.
    func startDraft() async throws -> Response {
        let request = try CampaignStartRequest(reading: try await body())
        return try answer(
            try await gateway.startDraft(
                id: try parameter("id"), confirming: request.confirmDevices, by: key?.id,
                within: limit))
    }

    /// Handles `POST /v1/campaigns/{id}/schedule`.
    func scheduleCampaign() async throws -> Response {
        let body = try await body()
        let time = body.isEmpty ? nil : try CampaignTime(reading: body)
        return try answer(
            try await gateway.scheduleCampaign(
                id: try parameter("id"), at: time, by: key?.id, within: limit))
    }

    /// Handles `POST /v1/campaigns/{id}/approve`.
    func approveCampaign() async throws -> Response {
        let request = try ApprovalRequest(reading: try await body())
        return try answer(
            try await gateway.approveCampaign(
                id: try parameter("id"), hash: request.hash, by: key?.id, within: limit))
    }

    /// Handles `POST /v1/campaigns/{id}/refuse`.
    func refuseCampaign() async throws -> Response {
        let request = try RefusalRequest(reading: try await body())
        return try answer(
            try await gateway.refuseCampaign(
                id: try parameter("id"), request, by: key?.id, within: limit))
    }

    /// Handles `GET /v1/series`.
    func series() async throws -> Response { try answer(try await gateway.series(within: limit)) }

    /// Handles `POST /v1/series`.
    func createSeries() async throws -> Response {
        let body = try await body()
        return try answer(
            try await gateway.createSeries(
                try SeriesRequest(reading: body), query: try query(),
                idempotency: try idempotency(body: body), by: key?.id, within: limit),
            status: .created)
    }

    /// Handles `GET /v1/series/{id}`.
    func oneSeries() async throws -> Response {
        try answer(try await gateway.series(id: try parameter("id"), within: limit))
    }

    /// Handles `POST /v1/series/{id}/stop`.
    func stopSeries() async throws -> Response {
        try answer(try await gateway.stopSeries(id: try parameter("id"), within: limit))
    }

    /// Handles `DELETE /v1/series/{id}`.
    func deleteSeries() async throws -> Response {
        try await gateway.deleteSeries(id: try parameter("id"), within: limit)
        return Response(status: .noContent)
    }

    /// Handles `GET /v1/triggers`.
    func triggers() async throws -> Response {
        try answer(try await gateway.triggers(within: limit))
    }

    /// Handles `POST /v1/triggers`.
    func createTrigger() async throws -> Response {
        let body = try await body()
        return try answer(
            try await gateway.createTrigger(
                try TriggerRequest(reading: body), idempotency: try idempotency(body: body),
                within: limit), status: .created)
    }

    /// Handles `GET /v1/triggers/{id}`.
    func trigger() async throws -> Response {
        try answer(try await gateway.trigger(id: try parameter("id"), within: limit))
    }

    /// Handles `DELETE /v1/triggers/{id}`.
    func deleteTrigger() async throws -> Response {
        try await gateway.deleteTrigger(id: try parameter("id"), within: limit)
        return Response(status: .noContent)
    }

    /// Handles `POST /v1/events`.
    func reportEvent() async throws -> Response {
        let event = try EventRequest(reading: try await body())
        return try answer(try await gateway.report(event, within: limit), status: .accepted)
    }

    /// Handles `GET /v1/apps/{bundle_id}/policy`.
    func policy() async throws -> Response {
        try answer(try await gateway.policy(ofApp: try bundleID()))
    }

    /// Handles `PUT /v1/apps/{bundle_id}/policy`.
    func putPolicy() async throws -> Response {
        let bundleID = try bundleID()
        let policy = try PolicyResource(reading: try await body())
        return try answer(try await gateway.putPolicy(policy, ofApp: bundleID))
    }
}
