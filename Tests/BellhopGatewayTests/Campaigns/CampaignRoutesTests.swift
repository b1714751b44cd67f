// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import BellhopGateway
import Foundation
import GatewayAPI
import Testing

struct CampaignRoutesTests {
    private static let app = "com.example.app"

    /// A gateway whose services do not run: nothing is sent.
    private func withGateway(
        credential: Bool = true, _ body: (Gateway) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let gateway = try await Gateway.open(.init(database: directory.path()))
        _ = try await gateway.putApp(bundleID: Self.app, name: "Example", userProof: nil)
        if credential {
            let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
            _ = try await gateway.putCredential(
                bundleID: Self.app,
                CredentialRequest(p8: key.p8Text, keyID: "ABC123DEFG", teamID: "DEF123GHIJ"))
        }
        try await body(gateway)
        try await gateway.close()
    }

    private func content(_ text: String) throws -> MessageContent {
        try MessageContent(payloadBytes: Array(text.utf8))
    }

    @Test func `a campaign is stored, paused, resumed and cancelled`() async throws {
        try await withGateway { gateway in
            let campaign = try await gateway.startCampaign(
                try content(#"{"aps":{"alert":"Hi {{name|you}}"}}"#))
            #expect(campaign.state == "scheduled")
            #expect(campaign.app == Self.app)
            #expect(campaign.totals.accepted == 0)
            for (decision, state) in [
                (Gateway.CampaignDecision.pause, "paused"), (.resume, "scheduled"),
                (.cancel, "cancelled"),
            ] {
                #expect(
                    try await gateway.decide(decision, about: campaign.id).state == state)
            }
            let error = await #expect(throws: Problem.self) {
                try await gateway.decide(.resume, about: campaign.id)
            }
            #expect(error?.code == "campaign_state")
            #expect(try await gateway.campaign(id: campaign.id).state == "cancelled")
        }
    }

    @Test func `campaigns are listed page by page, newest first`() async throws {
        try await withGateway { gateway in
            var ids: [String] = []
            for _ in 0..<5 {
                ids.append(
                    try await gateway.startCampaign(try content(#"{"aps":{"alert":"Hi"}}"#)).id)
            }
            var found: [String] = []
            var after: String?
            repeat {
                let page = try await gateway.campaigns(after: after, limit: 2)
                #expect(page.campaigns.count <= 2)
                found += page.campaigns.map(\.id)
                after = page.next
            } while after != nil
            #expect(found == ids.reversed())
            #expect(try await gateway.campaigns(app: "com.example.other").campaigns.isEmpty)
            #expect(
                try await gateway.campaigns(within: AppLimit(["com.example.other"])).campaigns
                    .isEmpty)
            await #expect(throws: Problem.self) { try await gateway.campaigns(after: "x") }
        }
    }

    @Test func `a request for an unknown campaign is refused with an error`() async throws {
        try await withGateway { gateway in
            let error = await #expect(throws: Problem.self) {
                try await gateway.campaign(id: "01a20787-af5d-79e0-b7db-c9205306b8e3")
            }
            #expect(error?.code == "campaign_not_found")
        }
    }

    @Test(arguments: [
        #"{"aps":{"alert":"{{name"}}"#,
        #"{"aps":{"event":"update","timestamp":1,"content-state":{}}}"#,
    ])
    func `a payload that no campaign can send is refused`(text: String) async throws {
        try await withGateway { gateway in
            await #expect(throws: Problem.self) {
                try await gateway.startCampaign(try content(text))
            }
        }
    }

    @Test func `an app without a credential cannot start a campaign`() async throws {
        try await withGateway(credential: false) { gateway in
            let error = await #expect(throws: Problem.self) {
                try await gateway.startCampaign(try content(#"{"aps":{"alert":"Hi"}}"#))
            }
            #expect(error?.code == "no_credential")
        }
    }
}
