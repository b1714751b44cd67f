// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import Testing

@testable import BellhopGateway

/// Lists and histories over HTTP.
@Suite(.timeLimit(.minutes(30))) struct ResultRoutesTests {
    private static let other = "com.example.other"

    private func key(
        _ http: HTTPScene, _ scopes: [KeyScope], apps: [String] = []
    ) async throws -> String {
        let key = try await http.scene.gateway.createKey(
            APIKeyRequest(name: "test", scopes: scopes, apps: apps))
        return "Bearer \(try #require(key.key))"
    }

    @Test func `messages and deliveries are listed, page by page`() async throws {
        try await HTTPScene.run { http in
            try await http.scene.register()
            var ids: [String] = []
            for _ in 0..<3 { ids.append(try await http.scene.post().id) }
            let first = try await http.ask(.get, "/v1/messages?limit=2")
                .decode(MessageList.self)
            #expect(first.messages.map(\.id) == [ids[2], ids[1]])
            #expect(first.messages.first?.target == "alex")
            #expect(first.messages.first?.states == ["queued": 1])
            let next = try #require(first.next)
            let second = try await http.ask(.get, "/v1/messages?limit=2&after=\(next)")
                .decode(MessageList.self)
            #expect(second.messages.map(\.id) == [ids[0]])
            #expect(second.next == nil)
            let list = try await http.ask(.get, "/v1/deliveries?state=queued&user=alex")
                .decode(DeliveryList.self)
            #expect(list.deliveries.map(\.message) == ids.reversed())
            #expect(!(try await http.ask(.get, "/v1/deliveries")).text.contains("Dinner"))
            let none = try await http.ask(.get, "/v1/deliveries?since=2100-01-01T00:00:00Z")
                .decode(DeliveryList.self)
            #expect(none.deliveries.isEmpty)
        }
    }

    @Test(arguments: [
        ("/v1/messages?after=x", "after"), ("/v1/deliveries?state=lost", "queued"),
        ("/v1/deliveries?since=yesterday", "2026-01-31T09:05:00Z"),
        ("/v1/messages?limit=0", "1 to 1000"),
        ("/v1/installations/i1/history?after=1", "next"),
    ])
    func `a wrong query gets what is wrong and what to do`(
        path: String, text: String
    ) async throws {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let problem = try await http.ask(.get, path).problem()
            #expect(problem.code == "bad_query")
            #expect(problem.detail.contains(text), "\(problem.detail)")
        }
    }

    @Test func `a key that is limited to an app sees nothing of another`() async throws {
        try await HTTPScene.run { http in
            try await http.scene.register()
            try await http.scene.post()
            _ = try await http.scene.gateway.putApp(bundleID: Self.other, name: "Other")
            let limited = try await key(http, [.all], apps: [Self.other])
            let messages = try await http.ask(.get, "/v1/messages", authorization: limited)
            #expect(try messages.decode(MessageList.self).messages.isEmpty)
            let deliveries = try await http.ask(.get, "/v1/deliveries", authorization: limited)
            #expect(try deliveries.decode(DeliveryList.self).deliveries.isEmpty)
            let named = try await http.ask(
                .get, "/v1/messages?app=\(GatewayScene.app)", authorization: limited)
            #expect(try named.problem().code == "key_of_other_app")
            let history = try await http.ask(
                .get, "/v1/installations/i1/history", authorization: limited)
            #expect(try history.problem().code == "installation_not_found")
        }
    }

    @Test func `a history is in the order of time and names no token or text`() async throws {
        try await HTTPScene.run { http in
            try await http.scene.register()
            try await http.scene.post()
            let answer = try await http.ask(.get, "/v1/installations/i1/history")
            let events = try answer.decode(InstallationHistory.self).events
            #expect(events.map(\.kind) == [.message, .token, .created])
            #expect(!answer.text.contains(GatewayScene.tokenHex))
            #expect(!answer.text.contains("Dinner"))
            let unknown = try await http.ask(.get, "/v1/installations/i9/history")
            #expect(try unknown.problem().code == "installation_not_found")
        }
    }
}
