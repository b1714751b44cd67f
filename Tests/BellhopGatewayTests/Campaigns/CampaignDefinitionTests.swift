// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import HTTPTypes
import Simulation
import Testing

@testable import BellhopGateway

/// The definition of a campaign, with which clients edit a draft, copy a campaign or approve it.
@Suite(.timeLimit(.minutes(30))) struct CampaignDefinitionTests {
    private func definition(
        _ scene: CampaignScene, _ id: String
    ) async throws -> CampaignDefinition {
        try await scene.ask(.get, "/v1/campaigns/\(id)/definition").decode(CampaignDefinition.self)
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a definition contains the request, which can create the same campaign again`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await scene.register(["Europe/Berlin"])
            let body = #"""
                {"name":"Sale","draft":true,"per_minute":7,"dry_run":false,
                 "variants":[
                 {"name":"a","message":{"aps":{"alert":"A"},"big":12345678901234567890}},
                 {"name":"b","share":2,"message":{"aps":{"alert":"B"}}}]}
                """#
            let filter = "audience_filter=time_zone+is+%22Europe%2FBerlin%22&priority=5"
            let made = try await scene.ask(.post, "/v1/campaigns?\(filter)", body).campaign()
            let read = try await definition(scene, made.id)
            #expect(read.body == body && read.contentType == "application/json")
            #expect(read.messages.map(\.variant) == ["a", "b"])
            #expect(read.messages.map(\.share) == [1, 2])
            #expect(read.messages[1].payload?.contains("\"alert\":\"B\"") == true)
            let query = try #require(read.query)
            let again = try await scene.ask(
                .post, "/v1/campaigns?\(query)", read.body
            ).campaign()
            #expect(again.audience == made.audience && again.settings?.perMinute == 7)
            #expect(try await definition(scene, again.id).version == read.version)
            let other = try await scene.keyOfOtherApp()
            let path = "/v1/campaigns/\(made.id)/definition"
            #expect(try await scene.ask(.get, path, key: other).status == 404)
            #expect(try await scene.ask(.get, "/v1/campaigns/none/definition").status == 404)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `of two changes to one version of a draft, the first is kept and the second refused`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await scene.register([nil])
            func body(_ title: String) -> String {
                #"{"audience":"all","message":{"title":"\#(title)"}}"#
            }
            let draft = try await scene.post(
                #"{"audience":"all","message":{"title":"One"},"draft":true}"#
            ).campaign()
            let path = "/v1/campaigns/\(draft.id)"
            let version = try await definition(scene, draft.id).version
            #expect(
                try await scene.ask(.put, path, body("Two"), version: version).status == 200)
            let second = try await scene.ask(.put, path, body("Three"), version: version)
            #expect(second.status == 409)
            #expect(try second.problem().code == "campaign_changed")
            let now = try await definition(scene, draft.id)
            #expect(now.body == body("Two") && now.version != version)
            // One person starts the draft while another one edits it.
            #expect(try await scene.ask(.post, path + "/start").status == 200)
            let late = try await scene.ask(.put, path, body("Four"), version: now.version)
            #expect(try late.problem().code == "campaign_state")
            #expect(try await definition(scene, draft.id).body == body("Two"))
        }
    }

    @Test func `an If-Match header must have exactly one version, and may be left out`()
        async throws
    {
        try await CampaignScene.run { scene in
            try await scene.register([nil])
            let body = #"{"audience":"all","message":{"title":"One"}}"#
            let draft = try await scene.post(
                #"{"audience":"all","message":{"title":"One"},"draft":true}"#
            ).campaign()
            let path = "/v1/campaigns/\(draft.id)"
            for bad in ["", "a\", \"b"] {
                #expect(try await scene.ask(.put, path, body, version: bad).status == 422, "\(bad)")
            }
            #expect(try await scene.ask(.put, path, body).status == 200)
        }
    }

    @Test func `an approver sees the stored messages, and approves their hash`() async throws {
        try await CampaignScene.run { scene in
            try await scene.register([nil, nil])
            let policy = "/v1/apps/\(CampaignScene.app)/policy"
            #expect(try await scene.ask(.put, policy, #"{"approval_above":1}"#).status == 200)
            let author = try await scene.gateway.createKey(
                APIKeyRequest(name: "author", scopes: [.all]))
            let waiting = try await scene.ask(
                .post, "/v1/campaigns", #"{"audience":"all","message":{"title":"Sale"}}"#,
                key: author.key
            ).campaign()
            let approval = try #require(waiting.settings?.approval)
            #expect(approval.authors == [author.id])
            let read = try await definition(scene, waiting.id)
            #expect(read.hash == approval.hash)
            #expect(read.messages.count == 1)
            #expect(read.messages[0].payload?.contains("Sale") == true)
            let approved = try await scene.ask(
                .post, "/v1/campaigns/\(waiting.id)/approve", #"{"hash":"\#(read.hash)"}"#
            ).campaign()
            #expect(approved.state == "scheduled")
            // The content and its hash are the same, but there is a new version for those who edit.
            let after = try await definition(scene, waiting.id)
            #expect(after.hash == read.hash && after.version != read.version)
        }
    }
}
