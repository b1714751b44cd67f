// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import BellhopGateway

/// API keys that are limited to some apps, on the routes of audiences, segments and campaigns.
@Suite(.timeLimit(.minutes(30))) struct CampaignLimitTests {
    private static let mine = "com.example.mine"
    private static let other = "com.example.other"

    private struct Response {
        let status: Int
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// Sends a request with an API key.
    private typealias Ask = (
        _ key: String, _ method: HTTPRequest.Method, _ path: String, _ body: String?
    ) async throws -> Response

    /// Runs a body against a gateway with campaigns and two apps. The gateway's services do not
    /// run.
    private func withGateway(
        _ body: @escaping @Sendable (Gateway, Ask) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let gateway = try await Gateway.open(.init(database: directory.path()))
        let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        for app in [Self.mine, Self.other] {
            _ = try await gateway.putApp(bundleID: app, name: "Example", userProof: nil)
            _ = try await gateway.putCredential(
                bundleID: app,
                CredentialRequest(p8: key.p8Text, keyID: key.keyID, teamID: key.teamID))
            _ = try await gateway.declareAttribute("plan", .init(type: .text), of: app)
            _ = try await gateway.putSegment("betas", .init(filter: "tag beta"), of: app)
            let token = Array("a token of \(app)".utf8)
            _ = try await gateway.registerInstallation(
                id: "of-\(app)",
                InstallationRequest(
                    app: app, token: try DeviceToken(bytes: token), environment: .sandbox))
        }
        let application = Application(
            router: makeGatewayRouter(for: gateway), logger: Logger(label: "test"))
        try await application.test(.router) { client in
            try await body(gateway) { key, method, path, text in
                var headers: HTTPFields = [.authorization: "Bearer \(key)"]
                if text != nil { headers[.contentType] = "application/json" }
                return try await client.execute(
                    uri: path, method: method, headers: headers,
                    body: text.map { ByteBuffer(string: $0) }
                ) { response in
                    Response(
                        status: response.status.code,
                        body: Data(response.body.readableBytesView))
                }
            }
        }
        try await gateway.close()
    }

    private func makeKey(
        _ gateway: Gateway, _ scopes: [KeyScope], apps: [String] = []
    ) async throws -> String {
        let key = try await gateway.createKey(
            APIKeyRequest(name: "test", scopes: scopes, apps: apps))
        return try #require(key.key)
    }

    private static let content = #"{"aps":{"alert":"Hi"}}"#

    private static func start(_ gateway: Gateway, _ app: String) async throws -> String {
        var options = MessageOptions()
        options.app = app
        let message = try MessageContent(payloadBytes: Array(content.utf8))
        return try await gateway.startCampaign(message, options: options).id
    }

    @Test func `a key that is limited to an app reaches no audience or campaign of another app`()
        async throws
    {
        try await withGateway { gateway, ask in
            let theirs = try await Self.start(gateway, Self.other)
            let key = try await makeKey(gateway, [.all], apps: [Self.mine])
            let app = "/v1/apps/\(Self.other)"
            let installation = "/v1/installations/of-\(Self.other)"
            for (method, path, body, status) in [
                (.get, app + "/attributes", nil, 403),
                (.put, app + "/attributes/plan", #"{"type":"text"}"#, 403),
                (.get, app + "/segments", nil, 403), (.get, app + "/segments/betas", nil, 403),
                (.put, app + "/segments/betas", #"{"filter":"all"}"#, 403),
                (.delete, app + "/segments/betas", nil, 403),
                (.post, app + "/audience/count", #"{"filter":"all"}"#, 403),
                (.put, installation + "/attributes", #"{"plan":"pro"}"#, 404),
                (.put, installation + "/tags/beta", nil, 404),
                (.delete, installation + "/tags/beta", nil, 404),
                (.post, "/v1/campaigns?audience=all&app=\(Self.other)", Self.content, 403),
                (.get, "/v1/campaigns?app=\(Self.other)", nil, 403),
                (.get, "/v1/campaigns/\(theirs)", nil, 404),
                (.get, "/v1/campaigns/\(theirs)/receipts", nil, 404),
                (.post, "/v1/campaigns/\(theirs)/pause", nil, 404),
                (.post, "/v1/campaigns/\(theirs)/resume", nil, 404),
                (.post, "/v1/campaigns/\(theirs)/cancel", nil, 404),
                (.put, "/v1/campaigns/\(theirs)?audience=all", Self.content, 404),
                (.delete, "/v1/campaigns/\(theirs)", nil, 404),
                (.post, "/v1/campaigns/\(theirs)/start", nil, 404),
                (.post, "/v1/campaigns/\(theirs)/schedule", nil, 404),
                (
                    .post, "/v1/campaigns/preview?audience=all&app=\(Self.other)", Self.content,
                    403
                ),
                (.get, app + "/policy", nil, 403), (.put, app + "/policy", "{}", 403),
            ] as [(HTTPRequest.Method, String, String?, Int)] {
                let response = try await ask(key, method, path, body)
                #expect(response.status == status, "\(method) \(path): \(response.text)")
                if status == 403 {
                    #expect(response.text.contains("key_of_other_app"), "\(path): \(response.text)")
                }
            }
            // Nothing of the other app has changed.
            #expect(try await gateway.campaign(id: theirs).state == "scheduled")
            #expect(try await gateway.segment("betas", of: Self.other).filter == "tag beta")
            let tags = try await gateway.installation(id: "of-\(Self.other)").tags
            #expect(tags == nil)
        }
    }

    @Test func `a key that is limited to an app uses that app's audiences and campaigns`()
        async throws
    {
        try await withGateway { gateway, ask in
            let theirs = try await Self.start(gateway, Self.other)
            let key = try await makeKey(gateway, [.all], apps: [Self.mine])
            // The request need not name the app, because the key permits only one.
            let started = try await ask(
                key, .post, "/v1/campaigns?audience=segment:betas", Self.content)
            #expect(started.status == 202, "\(started.text)")
            let campaign = try GatewayJSON.decode(CampaignResource.self, from: started.body)
            #expect(campaign.app == Self.mine)
            #expect(campaign.audience == "tag beta")
            let list = try await ask(key, .get, "/v1/campaigns", nil)
            let listed = try GatewayJSON.decode(CampaignList.self, from: list.body)
            #expect(listed.campaigns.map(\.id) == [campaign.id])
            let all = try await ask(
                makeKey(gateway, [.campaignsRead]), .get, "/v1/campaigns", nil)
            let whole = try GatewayJSON.decode(CampaignList.self, from: all.body)
            #expect(whole.campaigns.map(\.id) == [campaign.id, theirs])
            for (method, path, body) in [
                (.get, "/v1/campaigns/\(campaign.id)/receipts", nil),
                (.post, "/v1/campaigns/\(campaign.id)/pause", nil),
                (.put, "/v1/installations/of-\(Self.mine)/tags/beta", nil),
                (.get, "/v1/apps/\(Self.mine)/segments", nil),
                (.post, "/v1/apps/\(Self.mine)/audience/count", #"{"filter":"tag beta"}"#),
            ] as [(HTTPRequest.Method, String, String?)] {
                let response = try await ask(key, method, path, body)
                #expect(response.status == 200, "\(method) \(path): \(response.text)")
            }
        }
    }

    @Test func `a filter that names another app or its installation finds nothing`() async throws {
        try await withGateway { gateway, ask in
            let key = try await makeKey(gateway, [.all], apps: [Self.mine])
            for filter in [
                #"app is \"\#(Self.other)\""#, #"installation in (\"of-\#(Self.other)\")"#,
            ] {
                let response = try await ask(
                    key, .post, "/v1/apps/\(Self.mine)/audience/count",
                    #"{"filter":"\#(filter)"}"#)
                #expect(
                    response.text.contains(#""installations":0"#), "\(filter): \(response.text)")
            }
        }
    }

    @Test func `the length limit of a filter is the same for commands and for the gateway`() {
        #expect(GatewayLimits.filterByteCountMax == AudienceFilter.Limits.lineByteCountMax)
    }
}
