// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import Simulation
import Testing

@testable import BellhopGateway

@Suite(.timeLimit(.minutes(30))) struct KeyRoutesTests {
    private static let otherApp = "com.example.other"

    private func make(
        _ http: HTTPScene, _ scopes: [KeyScope], apps: [String] = []
    ) async throws -> String {
        let key = try await http.scene.gateway.createKey(
            APIKeyRequest(name: "test", scopes: scopes, apps: apps))
        return "Bearer \(try #require(key.key))"
    }

    @Test func `a key is created, listed without its text, used and revoked`() async throws {
        try await HTTPScene.run { http in
            let response = try await http.ask(
                .post, "/v1/keys", #"{"name":"backend","scopes":["apps:read","apps:read"]}"#)
            #expect(response.status == 201)
            let key = try response.decode(APIKeyResource.self)
            let text = try #require(key.key)
            #expect(key.scopes == [.appsRead])
            #expect(text.hasPrefix("bh_\(key.id)_"))
            #expect(key.lastUsedAt == nil)
            let used = try await http.ask(.get, "/v1/apps", authorization: "Bearer \(text)")
            #expect(used.status == 200)
            let list = try await http.ask(.get, "/v1/keys")
            #expect(!list.text.contains(text))
            #expect(!list.text.contains("hash"))
            let listed = try list.decode(APIKeyList.self).keys.first { $0.id == key.id }
            #expect(listed?.lastUsedAt == http.scene.clock.now)
            let revoked = try await http.ask(.delete, "/v1/keys/\(key.id)")
            #expect(try revoked.decode(APIKeyResource.self).revokedAt == http.scene.clock.now)
            let refused = try await http.ask(.get, "/v1/apps", authorization: "Bearer \(text)")
            #expect(try refused.problem().code == "key_revoked")
            #expect(refused.status == 401)
            http.scene.clock.advance(by: .seconds(60))
            let again = try await http.ask(.delete, "/v1/keys/\(key.id)")
            #expect(try again.decode(APIKeyResource.self).revokedAt != http.scene.clock.now)
            #expect(try await http.ask(.delete, "/v1/keys/12345678").status == 404)
        }
    }

    @Test(arguments: [
        (#"{"scopes":["all"]}"#, "value_missing", "name"),
        (#"{"name":"n"}"#, "value_missing", "scopes"),
        (#"{"name":"n","scopes":[]}"#, "bad_value", "at least one"),
        (#"{"name":"n","scopes":"all"}"#, "bad_value", "list of strings"),
        (#"{"name":"n","scopes":[1]}"#, "bad_value", "strings only"),
        (#"{"name":"n","scopes":["send"]}"#, "bad_value", "messages:write"),
        (
            #"{"name":"n","scopes":["message:write"]}"#, "bad_value",
            #"the unknown entry "message:write"; did you mean "messages:write"?"#
        ),
        (#"{"name":"n","scopes":["all"],"apps":["com.example.none"]}"#, "app_not_found", "none"),
        (#"{"name":"n","scopes":["metrics:read"],"apps":["com.example.app"]}"#, "bad_value", "all"),
        (#"{"name":"n","scope":["all"]}"#, "unknown_key", "scopes"),
    ])
    func `a wrong request is refused with an error code and an explanation`(
        body: String, code: String, text: String
    ) async throws {
        try await HTTPScene.run { http in
            let problem = try await http.ask(.post, "/v1/keys", body).problem()
            #expect(problem.code == code)
            #expect(problem.detail.contains(text), "\(problem.detail)")
        }
    }

    @Test func `every route for API keys names a scope, and refuses a key without it`()
        async throws
    {
        try await HTTPScene.run { http in
            var keys: [KeyScope: String] = [:]
            for scope in KeyScope.allCases {
                let others = KeyScope.allCases.filter { $0 != .all && $0 != scope }
                keys[scope] = try await make(http, others)
            }
            var count = 0
            for (path, operations) in GatewayRoutes.table {
                guard [.key, .metrics].contains(GatewayRoutes.access(to: path)) else {
                    #expect(operations.allSatisfy { $0.scope == nil }, "\(path)")
                    continue
                }
                for operation in operations {
                    let scope = try #require(operation.scope, "\(operation.method) \(path)")
                    let response = try await http.ask(
                        operation.method, path, authorization: keys[scope])
                    #expect(response.status == 403, "\(operation.method) \(path)")
                    let problem = try response.problem()
                    #expect(problem.code == "scope_missing")
                    #expect(problem.detail.contains(scope.rawValue), "\(problem.detail)")
                    count += 1
                }
            }
            #expect(count > 20)
        }
    }

    @Test func `the page about the API names every scope, and every scope has a meaning`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appending(path: "docs/gateway-api.md"), encoding: .utf8)
        for scope in KeyScope.allCases {
            #expect(page.contains("`\(scope.rawValue)`"), "\(scope.rawValue)")
            #expect(!scope.meaning.isEmpty)
        }
    }

    @Test func `a key with a single scope may do what the scope permits`() async throws {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let post = try await make(http, [.messagesWrite])
            let response = try await http.ask(
                .post, "/v1/users/alex/messages", #"{"body":"hello"}"#, authorization: post)
            #expect(response.status == 202)
            let metrics = try await make(http, [.metricsRead])
            #expect(try await http.ask(.get, "/metrics", authorization: metrics).status == 200)
        }
    }

    @Test func `a key cannot create a key that may do more than itself`() async throws {
        try await HTTPScene.run { http in
            _ = try await http.scene.gateway.putApp(bundleID: Self.otherApp, name: "Other")
            let bound = try await make(
                http, [.keysWrite, .keysRead, .appsRead], apps: [GatewayScene.app])
            for body in [
                #"{"name":"n","scopes":["all"],"apps":["com.example.app"]}"#,
                #"{"name":"n","scopes":["apps:read"]}"#,
                #"{"name":"n","scopes":["apps:read"],"apps":["com.example.other"]}"#,
            ] {
                let response = try await http.ask(.post, "/v1/keys", body, authorization: bound)
                #expect(response.status == 403, "\(body)")
            }
            let own = try await http.ask(
                .post, "/v1/keys",
                #"{"name":"n","scopes":["apps:read"],"apps":["com.example.app"]}"#,
                authorization: bound)
            #expect(own.status == 201)
            let list = try await http.ask(.get, "/v1/keys", authorization: bound)
            #expect(
                try list.decode(APIKeyList.self).keys.allSatisfy {
                    $0.apps == [GatewayScene.app]
                })
            let wide = try await http.scene.gateway.createKey(
                APIKeyRequest(name: "wide", scopes: [.all]))
            let response = try await http.ask(.delete, "/v1/keys/\(wide.id)", authorization: bound)
            #expect(response.status == 404, "a key does not see the keys of others")
        }
    }

    @Test func `a key that is limited to an app reaches no other app`() async throws {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let message = try await http.scene.post()
            let delivery = try #require(message.deliveries.first)
            _ = try await http.scene.gateway.putApp(bundleID: Self.otherApp, name: "Other")
            let key = try await make(http, [.all], apps: [Self.otherApp])
            let app = GatewayScene.app
            let hex = GatewayScene.tokenHex
            let line = #"{"id":"i9","app":"\#(app)","environment":"sandbox","token":"\#(hex)"}"#
            for (method, path, body, status) in [
                (.get, "/v1/apps/\(app)", nil, 403), (.put, "/v1/apps/\(app)", "{}", 403),
                (.put, "/v1/apps/\(app)/credential", "{}", 403),
                (.post, "/v1/apps/\(app)/client-key", nil, 403),
                (.get, "/v1/installations?app=\(app)", nil, 403),
                (.get, "/v1/installations/i1", nil, 404),
                (.delete, "/v1/installations/i1", nil, 404),
                (.post, "/v1/installations/i1/messages", #"{"body":"x"}"#, 404),
                (.post, "/v1/users/alex/messages?app=\(app)", #"{"body":"x"}"#, 403),
                (.get, "/v1/messages/\(message.id)", nil, 404),
                (.get, "/v1/messages/\(message.id)/receipts", nil, 404),
                (.get, "/v1/deliveries/\(delivery.id)", nil, 404),
                (.get, "/metrics", nil, 403),
            ] as [(HTTPRequest.Method, String, String?, Int)] {
                let response = try await http.ask(method, path, body, authorization: key)
                #expect(response.status == status, "\(method) \(path): \(response.text)")
            }
            let put = try await http.ask(
                .put, "/v1/installations/i9",
                String(line.replacing(#""id":"i9","#, with: "")), authorization: key)
            #expect(put.status == 403)
            let lines = try await http.ask(
                .post, "/v1/installations", line, authorization: key)
            #expect(try lines.decode(InstallationImportResource.self).registered == 0)
            let apps = try await http.ask(.get, "/v1/apps", authorization: key)
            #expect(try apps.decode(AppList.self).apps.map(\.bundleID) == [Self.otherApp])
            let list = try await http.ask(.get, "/v1/installations", authorization: key)
            #expect(try list.decode(InstallationList.self).installations.isEmpty)
            // The request need not name the app, because the key permits only one.
            let mine = try await http.ask(
                .post, "/v1/users/alex/messages", #"{"body":"x"}"#, authorization: key)
            #expect(try mine.problem().code == "no_credential")
            #expect(try mine.problem().detail.contains(Self.otherApp))
            // Another app's token looks like one that nobody has registered.
            let token = try await http.ask(
                .post, "/v1/tokens/\(GatewayScene.tokenHex)/messages", #"{"body":"x"}"#,
                authorization: key)
            #expect(try token.problem().code == "environment_needed")
        }
    }

    @Test func `the time of a key's last use is stored at most every 15 minutes`() async throws {
        try await HTTPScene.run { http in
            let scene = http.scene
            let key = try await scene.gateway.createKey(
                APIKeyRequest(name: "n", scopes: [.appsRead]))
            let text = try #require(key.key)
            let first = scene.clock.now
            for (seconds, expected) in [(0, 0.0), (899, 0), (1, 900)] {
                scene.clock.advance(by: .seconds(seconds))
                _ = try await scene.gateway.authenticate(text)
                let used = try #require(try await scene.store.key(id: key.id)?.lastUsedAt)
                #expect(used == first.addingTimeInterval(expected), "after \(seconds)")
            }
        }
    }
}
