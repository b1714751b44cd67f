// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Simulation
import Testing

@testable import BellhopGateway

@Suite(.timeLimit(.minutes(30))) struct WebhookRoutesTests {
    /// A gateway with webhooks that is called through its router.
    struct Routes: Sendable {
        let scene: WebhookScene
        let client: any TestClientProtocol
        let key: String

        func ask(
            _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, key: String? = nil
        ) async throws -> HTTPScene.Response {
            var headers: HTTPFields = [.authorization: "Bearer \(key ?? self.key)"]
            if body != nil { headers[.contentType] = "application/json" }
            return try await client.execute(
                uri: path, method: method, headers: headers,
                body: body.map { ByteBuffer(string: $0) }
            ) { response in
                HTTPScene.Response(
                    status: response.status.code, headers: response.headers,
                    body: Data(response.body.readableBytesView))
            }
        }
    }

    private func withRoutes(
        _ body: @escaping @Sendable (Routes) async throws -> Void
    ) async throws {
        let scene = try await WebhookScene()
        let key = try await scene.gateway.makeAPIKey(name: "test")
        let application = Application(
            router: makeGatewayRouter(for: scene.gateway), logger: Logger(label: "test"))
        try await application.test(.router) { client in
            try await body(Routes(scene: scene, client: client, key: key))
        }
    }

    @Test func `a webhook is created, read, changed and deleted, and its secret is shown once`()
        async throws
    {
        try await withRoutes { routes in
            let created = try await routes.ask(
                .post, "/v1/webhooks",
                #"{"url":"https://example.com/x","events":["campaign.*","token.dead"]}"#)
            #expect(created.status == 201)
            let webhook = try created.decode(WebhookResource.self)
            let secret = try #require(webhook.secret)
            #expect(WebhookSecret(secret) != nil)
            #expect(webhook.events == ["campaign.*", "token.dead"])
            #expect(webhook.batchSize == GatewayLimits.webhookBatchMax)
            let path = "/v1/webhooks/\(webhook.id)"
            for response in [
                try await routes.ask(.get, path), try await routes.ask(.get, "/v1/webhooks"),
                try await routes.ask(.get, path + "/attempts"),
            ] {
                #expect(response.status == 200)
                #expect(!response.text.contains(secret))
                #expect(!response.text.contains("sealed:"))
            }
            let changed = try await routes.ask(
                .put, path, #"{"url":"https://example.com/y","batch_size":1,"enabled":false}"#)
            let now = try changed.decode(WebhookResource.self)
            #expect(now.url == "https://example.com/y")
            #expect(now.events == [])
            #expect(now.disabledReason == "person")
            let rotated = try await routes.ask(.post, path + "/secret", "")
            let other = try rotated.decode(WebhookResource.self)
            #expect(other.secret != nil && other.secret != secret)
            #expect(other.previousSecretUntil == routes.scene.clock.now.addingTimeInterval(86_400))
            #expect(try await routes.ask(.delete, path).status == 204)
            #expect(try await routes.ask(.get, path).problem().code == "webhook_not_found")
            #expect(try await routes.ask(.delete, path).status == 404)
        }
    }

    @Test(arguments: [
        ("{}", "value_missing", "url"),
        (#"{"url":"http://example.com/"}"#, "webhook_url_refused", "https://"),
        (#"{"url":"https://10.0.0.1/"}"#, "webhook_url_refused", "public"),
        (#"{"url":"https://localhost/"}"#, "webhook_url_refused", "--loopback-webhooks"),
        (#"{"url":"https://example.com/","events":["token.died"]}"#, "bad_value", "token.dead"),
        (
            #"{"url":"https://example.com/","events":["token.dead","campain.*"]}"#, "bad_value",
            #"the unknown entry "campain.*"; did you mean "campaign.*"?"#
        ),
        (#"{"url":"https://example.com/","events":"*"}"#, "bad_value", "list of strings"),
        (#"{"url":"https://example.com/","batch_size":0}"#, "bad_value", "1 to 500"),
        (#"{"url":"https://example.com/","batch_size":501}"#, "bad_value", "1 to 500"),
        (#"{"url":"https://example.com/","apps":["com.example.none"]}"#, "app_not_found", "none"),
        (#"{"url":"https://example.com/","event":["*"]}"#, "unknown_key", "events"),
    ])
    func `a wrong request is refused with an error code and an explanation`(
        body: String, code: String, text: String
    ) async throws {
        try await withRoutes { routes in
            let problem = try await routes.ask(.post, "/v1/webhooks", body).problem()
            #expect(problem.code == code)
            #expect(problem.detail.contains(text), "\(problem.detail)")
        }
    }

    @Test(arguments: [
        "{}", #"{"after":1}"#, #"{"after":"x"}"#, #"{"after":"-1"}"#, #"{"since":"yesterday"}"#,
        #"{"after":"1","since":"2026-01-31T09:00:00Z"}"#,
    ])
    func `a replay needs either a cursor or a time`(body: String) async throws {
        try await withRoutes { routes in
            let webhook = try await routes.scene.create()
            let response = try await routes.ask(.post, "/v1/webhooks/\(webhook.id)/replay", body)
            #expect(response.status == 422, "\(response.text)")
        }
    }

    @Test func `a test event is sent at once, and the response contains its outcome`()
        async throws
    {
        try await withRoutes { routes in
            let webhook = try await routes.scene.create()
            let path = "/v1/webhooks/\(webhook.id)/test"
            let good = try await routes.ask(.post, path).decode(WebhookAttemptResource.self)
            #expect(good.isDelivered)
            #expect(good.status == 200)
            let call = try #require(routes.scene.hooks.calls.first)
            #expect(try call.events.map(\.type) == ["webhook.test"])
            let secret = try #require(webhook.secret.flatMap { WebhookSecret($0) })
            let time = try #require(call["webhook-timestamp"].flatMap(Int64.init))
            #expect(
                call["webhook-signature"]
                    == secret.signature(id: good.messageID, timestamp: time, body: call.body))
            routes.scene.hooks.setOutcomes([.failed("no route to the server")])
            let bad = try await routes.ask(.post, path).decode(WebhookAttemptResource.self)
            #expect(!bad.isDelivered)
            #expect(bad.error == "no route to the server")
        }
    }

    @Test func `an API key that is limited to an app can use only the webhooks of this app`()
        async throws
    {
        try await withRoutes { routes in
            let gateway = routes.scene.gateway
            let limited = try #require(
                try await gateway.createKey(
                    APIKeyRequest(
                        name: "limited", scopes: [.webhooksRead, .webhooksWrite],
                        apps: [WebhookScene.app])
                ).key)
            let ofAll = try await routes.scene.create()
            let ofOther = try await routes.scene.create(apps: ["com.example.other"])
            let created = try await routes.ask(
                .post, "/v1/webhooks", #"{"url":"https://example.com/"}"#, key: limited)
            let own = try created.decode(WebhookResource.self)
            #expect(own.apps == [WebhookScene.app])
            let listed = try await routes.ask(.get, "/v1/webhooks", key: limited)
                .decode(WebhookList.self)
            #expect(listed.webhooks.map(\.id) == [own.id])
            for id in [ofAll.id, ofOther.id] {
                for (method, end, body) in [
                    (.get, "", nil), (.delete, "", nil), (.get, "/attempts", nil),
                    (.post, "/test", nil), (.post, "/secret", ""),
                    (.post, "/replay", #"{"after":"0"}"#),
                    (.put, "", #"{"url":"https://example.com/"}"#),
                ] as [(HTTPRequest.Method, String, String?)] {
                    let response = try await routes.ask(
                        method, "/v1/webhooks/\(id)\(end)", body, key: limited)
                    #expect(response.status == 404, "\(method) \(end)")
                }
            }
            let other = try await routes.ask(
                .post, "/v1/webhooks",
                #"{"url":"https://example.com/","apps":["com.example.other"]}"#, key: limited)
            #expect(try other.problem().code == "key_of_other_app")
            #expect(routes.scene.hooks.calls.isEmpty)
        }
    }

    @Test func `the number of webhooks is limited`() async throws {
        try await withRoutes { routes in
            for _ in 1...GatewayLimits.webhooksMax { _ = try await routes.scene.create() }
            let response = try await routes.ask(
                .post, "/v1/webhooks", #"{"url":"https://example.com/"}"#)
            #expect(try response.problem().code == "too_many_webhooks")
        }
    }
}
