// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import HTTPTypes
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// Campaigns that reach many devices: confirmation of their number, and approval by a second
/// person.
@Suite(.timeLimit(.minutes(30))) struct ApprovalTests {
    private static let message = #""audience":"all","message":{"title":"Sale"}"#

    private func policy(_ scene: CampaignScene, _ body: String) async throws {
        let path = "/v1/apps/\(CampaignScene.app)/policy"
        #expect(try await scene.ask(.put, path, body).status == 200)
    }

    private func key(_ scene: CampaignScene, _ scopes: [KeyScope]) async throws -> String? {
        try await scene.gateway.createKey(APIKeyRequest(name: "n", scopes: scopes)).key
    }

    private func approve(
        _ scene: CampaignScene, _ campaign: CampaignResource, hash: String? = nil, key: String?
    ) async throws -> CampaignScene.Response {
        let hash = hash ?? campaign.settings?.approval?.hash ?? "none"
        return try await scene.ask(
            .post, "/v1/campaigns/\(campaign.id)/approve", #"{"hash":"\#(hash)"}"#, key: key)
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a campaign above the size limit waits until another key approves its hash`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await scene.register(["Europe/Berlin", "Europe/Berlin", nil])
            try await policy(scene, #"{"approval_above":2}"#)
            let author = try await key(scene, [.campaignsWrite, .campaignsApprove, .campaignsRead])
            let approver = try await key(scene, [.campaignsApprove])
            let campaign = try await scene.ask(
                .post, "/v1/campaigns", "{\(Self.message)}", key: author
            ).campaign()
            #expect(campaign.state == "awaiting_approval")
            #expect(campaign.settings?.devices == 3)
            let approval = try #require(campaign.settings?.approval)
            #expect(approval.hash.count == 64)
            #expect(approval.by == nil)
            // Nothing is sent, no matter how much time passes.
            var driver = CampaignDriver(
                try scene.gateway.requireCampaigns().store, scene.clock
            ) { $0.pollInterval = .seconds(600) }
            try await driver.run(for: .seconds(3600))
            #expect(driver.sent.isEmpty)
            let own = try await approve(scene, campaign, key: author).problem()
            #expect(own.code == "approval_refused", "\(own)")
            let unseen = try await approve(scene, campaign, hash: "0f", key: approver).problem()
            #expect(unseen.code == "approval_refused", "\(unseen)")
            #expect(unseen.detail.contains("or the hash is incomplete"), "\(unseen)")
            let other = try await scene.keyOfOtherApp()
            #expect(try await approve(scene, campaign, key: other).status == 404)
            let approved = try await approve(scene, campaign, key: approver).campaign()
            #expect(approved.state == "scheduled")
            #expect(approved.settings?.approval?.by?.isEmpty == false)
            #expect(approved.settings?.approval?.at == scene.clock.now)
            #expect(try await approve(scene, campaign, key: approver).status == 409)
            try await driver.run(for: .seconds(1200))
            #expect(driver.sent.count == 3)
            let log = try await scene.ask(.get, "/v1/audit").decode(AuditList.self).entries
            let entry = log.first { $0.action == "POST /v1/campaigns/{id}/approve" }
            #expect(entry?.object == "campaign \(campaign.id)")
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a refused campaign is a draft with a note, until its author changes or starts it`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await scene.register(["Europe/Berlin", nil])
            try await policy(scene, #"{"approval_above":1}"#)
            let author = try await key(scene, [.campaignsWrite, .campaignsRead])
            let approver = try await key(scene, [.campaignsApprove])
            let made = try await scene.ask(
                .post, "/v1/campaigns", "{\(Self.message)}", key: author
            ).campaign()
            let hash = try #require(made.settings?.approval?.hash)
            let path = "/v1/campaigns/\(made.id)"
            func refuse(_ body: String, key: String?) async throws -> CampaignScene.Response {
                try await scene.ask(.post, path + "/refuse", body, key: key)
            }
            #expect(try await refuse(#"{"hash":"\#(hash)"}"#, key: author).status == 403)
            #expect(try await refuse(#"{"hash":"0f"}"#, key: approver).status == 409)
            #expect(try await refuse(#"{"note":"no"}"#, key: approver).status == 422)
            let long = String(repeating: "n", count: GatewayLimits.refusalNoteByteCountMax + 1)
            for note in [long, "", "a\u{7}b"] {
                let body = JSONWriter.text(["hash": .string(hash), "note": .string(note)])
                let response = try await refuse(body, key: approver).problem()
                #expect(response.keyPath == "note", "\(response)")
            }
            let body = #"{"hash":"\#(hash)","note":"The link\nleads nowhere."}"#
            let refused = try await refuse(body, key: approver).campaign()
            #expect(refused.state == "draft" && refused.settings?.approval == nil)
            let refusal = try #require(refused.settings?.refusal)
            #expect(refusal.note == "The link\nleads nowhere." && refusal.at == scene.clock.now)
            #expect(refusal.by?.isEmpty == false)
            #expect(try await refuse(body, key: approver).problem().code == "campaign_state")
            #expect(try await approve(scene, made, key: approver).status == 409)
            // Nothing is sent, no matter how much time passes.
            var driver = CampaignDriver(
                try scene.gateway.requireCampaigns().store, scene.clock
            ) { $0.pollInterval = .seconds(600) }
            try await driver.run(for: .seconds(3600))
            #expect(driver.sent.isEmpty)
            let log = try await scene.ask(.get, "/v1/audit").decode(AuditList.self).entries
            let entry = log.first { $0.action == "POST /v1/campaigns/{id}/refuse" }
            #expect(entry?.object == "campaign \(made.id)")
            // The author starts the unchanged campaign again, and it waits for another decision.
            let again = try await scene.ask(.post, path + "/start", key: author).campaign()
            #expect(again.state == "awaiting_approval" && again.settings?.refusal == nil)
            let newHash = again.settings?.approval?.hash ?? ""
            let second = try await refuse(#"{"hash":"\#(newHash)"}"#, key: approver).campaign()
            #expect(second.settings?.refusal != nil && second.settings?.refusal?.note == nil)
            let changed = try await scene.ask(
                .put, path, #"{"audience":"all","message":{"title":"Other"},"draft":true}"#,
                key: author
            ).campaign()
            #expect(changed.state == "draft" && changed.settings?.refusal == nil)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `changing a campaign voids its approval, and the key that changed it cannot approve it`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await scene.register(["Europe/Berlin", "Europe/Berlin"])
            try await policy(scene, #"{"approval_above":1}"#)
            let (first, second, third) = (
                try await key(scene, [.all]), try await key(scene, [.all]),
                try await key(scene, [.all])
            )
            let draft = try await scene.ask(
                .post, "/v1/campaigns", #"{\#(Self.message),"draft":true}"#, key: first
            ).campaign()
            let path = "/v1/campaigns/\(draft.id)"
            let waiting = try await scene.ask(.post, path + "/start", key: first).campaign()
            #expect(waiting.state == "awaiting_approval")
            let edited = try await scene.ask(
                .put, path, #"{"audience":"all","message":{"title":"Other"}}"#, key: second
            ).campaign()
            #expect(edited.state == "draft")
            #expect(try await approve(scene, waiting, key: third).status == 409)
            let again = try await scene.ask(.post, path + "/start", key: first).campaign()
            #expect(again.settings?.approval?.hash != waiting.settings?.approval?.hash)
            // The second key has written a part of the campaign that it would approve.
            for key in [first, second] {
                #expect(try await approve(scene, again, key: key).status == 409)
            }
            let hash = waiting.settings?.approval?.hash
            #expect(try await approve(scene, again, hash: hash, key: third).status == 409)
            #expect(try await approve(scene, again, key: third).campaign().state == "scheduled")
            // A change of the start time voids the approval.
            let at = GatewayJSON.text(of: scene.clock.now.addingTimeInterval(3600))
            let moved = try await scene.ask(
                .post, path + "/schedule", #"{"at":"\#(at)"}"#, key: third
            ).campaign()
            #expect(moved.state == "awaiting_approval")
            #expect(moved.settings?.approval?.by == nil)
            let last = try await key(scene, [.campaignsApprove])
            scene.clock.advance(by: .seconds(3601))
            let late = try await approve(scene, moved, key: last).problem()
            #expect(late.code == "approval_refused")
            #expect(late.detail.contains("passed"), "\(late.detail)")
            let cancelled = try await scene.ask(.post, path + "/cancel").campaign()
            #expect(cancelled.state == "cancelled")
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a campaign that is due waits for approval if its audience has grown too large`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await scene.register(["Europe/Berlin", nil])
            try await policy(scene, #"{"approval_above":2}"#)
            let author = try await key(scene, [.all])
            let at = GatewayJSON.text(of: scene.clock.now.addingTimeInterval(3600))
            let wall = scene.wallTime(inHours: 40)
            var campaigns: [CampaignResource] = []
            for time in [#""at":"\#(at)""#, #""local_time":"\#(wall)""#] {
                let campaign = try await scene.ask(
                    .post, "/v1/campaigns", "{\(Self.message),\(time)}", key: author
                ).campaign()
                #expect(campaign.state == "scheduled")
                #expect(campaign.settings?.devices == 2)
                campaigns.append(campaign)
            }
            try await scene.register(["Europe/Berlin", nil, nil])
            var driver = CampaignDriver(
                try scene.gateway.requireCampaigns().store, scene.clock
            ) { $0.pollInterval = .seconds(600) }
            try await driver.run(for: .seconds(7200))
            #expect(driver.sent.isEmpty)
            let path = "/v1/campaigns/\(campaigns[0].id)"
            let waiting = try await scene.ask(.get, path).campaign()
            #expect(waiting.state == "awaiting_approval")
            #expect(waiting.settings?.devices == 3)
            #expect(try await approve(scene, waiting, key: author).status == 409)
            let approved = try await approve(scene, waiting, key: nil).campaign()
            #expect(approved.state == "scheduled")
            try await driver.run(for: .seconds(1200))
            #expect(driver.sent.count == 3)
            #expect(try await scene.ask(.get, path).campaign().state == "done")
            // By then, the local time has passed for some devices, so the campaign needs a new
            // time.
            try await driver.run(for: .seconds(48 * 3600))
            #expect(driver.sent.count == 3)
            let local = try await scene.ask(.get, "/v1/campaigns/\(campaigns[1].id)").campaign()
            #expect(local.state == "awaiting_approval")
            let late = try await approve(scene, local, key: nil).problem()
            #expect(late.detail.contains("passed"), "\(late.detail)")
        }
    }

    @Test func `a small campaign needs no approval, and an occurrence of a large series does`()
        async throws
    {
        try await CampaignScene.run { scene in
            try await scene.register(["Europe/Berlin", nil])
            try await policy(scene, #"{"approval_above":2}"#)
            let small = try await scene.post("{\(Self.message)}").campaign()
            #expect(small.state == "scheduled")
            #expect(small.settings?.devices == 2)
            #expect(small.settings?.approval == nil)
            try await policy(scene, #"{"approval_above":1,"confirm_above":1}"#)
            let wall = scene.wallTime(inHours: 48)
            let series =
                #"{"every":"daily","campaign":{\#(Self.message),"local_time":"\#(wall)""#
            #expect(try await scene.ask(.post, "/v1/series", series + "}}").status == 409)
            let author = try await key(scene, [.all])
            #expect(
                try await scene.ask(
                    .post, "/v1/series", series + #","confirm_devices":2}}"#, key: author
                ).status == 201)
            scene.clock.advance(by: .seconds(34 * 3600))
            try await scene.gateway.planCampaigns()
            let list = try await scene.ask(.get, "/v1/campaigns").decode(CampaignList.self)
            let campaign = try await scene.ask(.get, "/v1/campaigns/\(list.campaigns[0].id)")
                .campaign()
            #expect(campaign.state == "awaiting_approval")
            #expect(try await approve(scene, campaign, key: author).status == 409)
            #expect(try await approve(scene, campaign, key: nil).status == 200)
        }
    }

    @Test func `a missing or wrong number of devices stops a campaign that needs confirmation`()
        async throws
    {
        try await CampaignScene.run { scene in
            try await scene.register(Array(repeating: "Europe/Berlin", count: 20))
            try await policy(scene, #"{"confirm_above":10}"#)
            let missing = try await scene.post("{\(Self.message)}").problem()
            #expect(missing.code == "confirmation_needed")
            #expect(missing.detail.contains("20 devices"), "\(missing.detail)")
            func post(_ devices: Int) async throws -> CampaignScene.Response {
                try await scene.post(#"{\#(Self.message),"confirm_devices":\#(devices)}"#)
            }
            // Ten percent is the tolerance.
            #expect(try await post(22).status == 202)
            #expect(try await post(19).status == 202)
            #expect(try await post(18).problem().code == "confirmation_needed")
            #expect(try await post(2000).problem().code == "confirmation_needed")
            // The number of a draft is confirmed when the draft starts.
            let draft = try await scene.post(#"{\#(Self.message),"draft":true}"#).campaign()
            let start = "/v1/campaigns/\(draft.id)/start"
            #expect(try await scene.ask(.post, start).status == 409)
            let wrong = try await scene.ask(.post, start, #"{"confirm_devices":2}"#)
            #expect(wrong.status == 409)
            #expect(
                try await scene.ask(.get, "/v1/campaigns/\(draft.id)").campaign().state
                    == "draft")
            let started = try await scene.ask(.post, start, #"{"confirm_devices":20}"#)
            #expect(try started.campaign().state == "scheduled")
            // A stated number of devices is checked even if the app has no policy.
            try await policy(scene, "{}")
            #expect(try await post(2).problem().code == "confirmation_needed")
            #expect(try await scene.post("{\(Self.message)}").status == 202)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a dry run needs no approval or confirmation, and appears in no inbox`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await scene.register(["Europe/Berlin", "Europe/Berlin"])
            // A campaign that sends nothing needs neither approval nor confirmation.
            try await policy(scene, #"{"approval_above":1,"confirm_above":1,"per_minute":1}"#)
            let campaign = try await scene.post(
                #"{\#(Self.message),"dry_run":true,"class":"news","per_day":1,"#
                    + #""quiet_hours":"22:00-08:00"}"#
            ).campaign()
            #expect(campaign.state == "scheduled")
            #expect(campaign.settings?.dryRun == true)
            #expect(campaign.settings?.perMinute == nil)
            #expect(campaign.settings?.quietRule == "skip")
            let campaigns = try scene.gateway.requireCampaigns().store
            let number = try #require(try await campaigns.campaign(id: campaign.id)).number
            let bytes = try #require(try await campaigns.content(of: number))
            #expect(try StoredCampaignContent(bytes: bytes).compiled().isDryRun)
            _ = try await campaigns.plan(number)
            let store = try #require(scene.gateway.store as? SQLStore)
            let page = try #require(
                try await store.inbox(
                    installationID: "i0", after: nil, limit: 10, now: scene.clock.now))
            #expect(page.messages.isEmpty)
            #expect(page.position.undecided.isEmpty)
            for key in ["\"at\":\"2099-01-01T00:00:00Z\"", "\"local_time\":\"2026-01-09T09:00\""] {
                let problem = try await scene.post(#"{\#(Self.message),"dry_run":true,\#(key)}"#)
                    .problem()
                #expect(problem.code == "bad_value", "\(problem)")
            }
        }
    }
}
