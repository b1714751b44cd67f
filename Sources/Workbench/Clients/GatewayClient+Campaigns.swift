// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import GatewayAPI
import GatewayClient

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension GatewayClient {
    /// The maximum number of requests that start one campaign.
    private static let startRequestsMax = 15
    /// The pause between two of these requests. All pauses together are longer than the time that a
    /// gateway needs to restart after a crash.
    package static let startPause = Duration.seconds(1)

    /// Starts a campaign to installations of an app. If the response is lost, or the gateway
    /// reports that its storage failed, the same request is sent again with the same key, so that
    /// only one campaign is started.
    ///
    /// - Parameters:
    ///   - audience: the installations; `nil` for a broadcast, whose channel is in the payload.
    ///   - payload: a payload in the form that Apple documents, or a message in the form of the
    ///     gateway's API; with a template, the values of its variables.
    ///   - template: the template, as `NAME` or `NAME@VERSION`; `nil` for none.
    ///   - activity: the identifier of the Live Activity that the payload updates or ends; `nil`
    ///     for any other payload.
    ///   - app: the bundle identifier; `nil` if there is only one app, or if the payload specifies
    ///     the app.
    ///   - idempotencyKey: identifies the campaign to be started.
    ///   - pause: the time between two requests.
    /// - Throws: ``WorkFailure`` of kind `mayHaveBeenProcessed` if there was never a response.
    package func startCampaign(
        _ payload: Data, template: String? = nil, activity: String? = nil,
        to audience: CampaignAudience? = .all, app: String?, idempotencyKey: String,
        pause: Duration = startPause, time: TimeSource = .system
    ) async throws -> CampaignResource {
        let path = "/v1/campaigns?" + Self.query(audience, app, template, activity: activity)
        // A gateway that does not run at all is reported immediately.
        _ = try await caller.call("GET", "/health/live")
        for number in 1...Self.startRequestsMax {
            let response = try? await caller.call(
                "POST", path, json: payload, idempotencyKey: idempotencyKey)
            if let response, response.status != 503 { return try read(response) }
            if number < Self.startRequestsMax { try await time.sleep(for: pause) }
        }
        throw WorkFailure(
            .mayHaveBeenProcessed,
            "the gateway at \(caller.base) did not respond to \(Self.startRequestsMax) requests; "
                + "the campaign may have started; when the gateway runs again, repeat the command "
                + "with --idempotency-key \(idempotencyKey), which starts it at most once")
    }

    static func query(
        _ audience: CampaignAudience?, _ app: String?, _ template: String?,
        activity: String? = nil
    ) -> String {
        let audience =
            switch audience {
            case nil: ""
            case .all?: "audience=all"
            case .segment(let name)?: "audience=segment:" + PercentCoding.encode(name)
            case .filter(let line)?: "audience_filter=" + PercentCoding.encode(line)
            }
        return audience + (app.map { "&app=" + PercentCoding.encode($0) } ?? "")
            + (template.map { "&template=" + PercentCoding.encode($0) } ?? "")
            + (activity.map { "&activity=" + PercentCoding.encode($0) } ?? "")
    }

    /// Returns what a campaign would do; nothing is sent.
    package func previewCampaign(
        _ payload: Data, template: String? = nil, activity: String? = nil,
        to audience: CampaignAudience?, app: String?
    ) async throws -> CampaignPreview {
        try await post(
            "/v1/campaigns/preview?" + Self.query(audience, app, template, activity: activity),
            payload)
    }

    /// Returns the newest campaigns.
    ///
    /// - Parameter app: the bundle identifier of the app; `nil` for all apps.
    package func campaigns(app: String?, limit: Int) async throws -> CampaignList {
        try await ask { try await $0.campaigns(app: app, limit: limit) }
    }

    /// Returns a campaign; `nil` if its identifier is unknown to the gateway.
    package func campaign(_ id: String) async throws -> CampaignResource? {
        try await ask { try await $0.campaign(id) }
    }

    /// Returns the messages of a campaign; `nil` if there is no such campaign.
    package func definition(ofCampaign id: String) async throws -> CampaignDefinition? {
        try await find("/v1/campaigns/\(PercentCoding.encode(id))/definition")
    }

    /// Pauses, resumes or cancels a campaign.
    package func decide(
        _ decision: String, aboutCampaign id: String
    ) async throws -> CampaignResource {
        try await post("/v1/campaigns/\(PercentCoding.encode(id))/\(decision)", nil)
    }

    /// Schedules a draft, or changes the time of a scheduled campaign.
    ///
    /// - Parameter time: the time; `nil` for the time in the draft.
    package func scheduleCampaign(
        _ id: String, at time: CampaignTime?
    ) async throws -> CampaignResource {
        try await post(
            "/v1/campaigns/\(PercentCoding.encode(id))/schedule", time.map { Data($0.encoded) })
    }

    /// Starts a draft, or a scheduled campaign, at once.
    package func startDraft(
        _ id: String, confirming devices: Int? = nil
    ) async throws -> CampaignResource {
        let body = CampaignStartRequest(confirmDevices: devices).encoded
        return try await post(
            "/v1/campaigns/\(PercentCoding.encode(id))/start", body.map { Data($0) })
    }

    /// Approves a campaign that waits for a second person.
    ///
    /// - Parameter hash: the hash of the messages and the audience that the approver has seen.
    package func approveCampaign(_ id: String, hash: String) async throws -> CampaignResource {
        try await post(
            "/v1/campaigns/\(PercentCoding.encode(id))/approve",
            Data(ApprovalRequest(hash: hash).encoded))
    }

    /// Refuses a campaign that waits for an approval.
    ///
    /// - Parameter note: a text for the author of the campaign.
    package func refuseCampaign(
        _ id: String, hash: String, note: String?
    ) async throws -> CampaignResource {
        try await post(
            "/v1/campaigns/\(PercentCoding.encode(id))/refuse",
            Data(RefusalRequest(hash: hash, note: note).encoded))
    }

    /// Returns the limits of an app's campaigns.
    package func policy(of app: String) async throws -> PolicyResource {
        try read(try await caller.call("GET", Self.policyPath(app)))
    }

    /// Replaces the limits of an app's campaigns.
    package func putPolicy(
        _ policy: PolicyResource, of app: String
    ) async throws -> PolicyResource {
        try read(
            try await caller.call(
                "PUT", Self.policyPath(app), json: Data(try GatewayJSON.encode(policy))))
    }

    private static func policyPath(_ app: String) -> String {
        "/v1/apps/\(PercentCoding.encode(app))/policy"
    }

    /// Deletes a draft.
    package func deleteDraft(_ id: String) async throws {
        let response = try await caller.call(
            "DELETE", "/v1/campaigns/" + PercentCoding.encode(id))
        if response.status != 204 { _ = try read(response) as CampaignResource }
    }
}
