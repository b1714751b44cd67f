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

    @Test func `deliveries are found by status and counted by what divides them`() async throws {
        try await HTTPScene.run { http in
            try await http.scene.register()
            for _ in 0..<3 { _ = try await http.scene.post() }
            let claimed = try await http.scene.store.claim(
                owner: "test", limit: 2, leaseUntil: .distantFuture, now: http.scene.clock.now)
            let (refused, taken) = (try #require(claimed.first), try #require(claimed.last))
            var accepted = DeliveryDecision(.finish(.accepted, reason: nil, status: 200))
            accepted.uniqueID = "4C4C4326-6F51-8FBF-8F1C-B351B38ECE27"
            _ = try await http.scene.store.record(
                [
                    DeliveryRecord(
                        id: refused.id, fence: refused.fence,
                        decision: DeliveryDecision(
                            .finish(.rejected, reason: "PayloadTooLarge", status: 413))),
                    DeliveryRecord(id: taken.id, fence: taken.fence, decision: accepted),
                ], now: http.scene.clock.now)
            for path in ["/v1/deliveries?status=413", "/v1/deliveries?state=rejected&status=413"] {
                let found = try await http.ask(.get, path).decode(DeliveryList.self)
                #expect(found.deliveries.map(\.id) == [refused.id.text], "\(path)")
            }
            for query in [
                "apns_unique_id=4c4c4326-6f51-8fbf-8f1c-b351b38ece27",
                "apns_unique_id=4C4C4326-6F51-8FBF-8F1C-B351B38ECE27&user=alex&status=200",
            ] {
                let found = try await http.ask(.get, "/v1/deliveries?\(query)")
                    .decode(DeliveryList.self).deliveries
                #expect(found.map(\.id) == [taken.id.text], "\(query)")
                #expect(found.first?.apnsUniqueID == accepted.uniqueID)
            }
            let other = try await http.ask(
                .get, "/v1/deliveries?apns_unique_id=4C4C4326-6F51-8FBF-8F1C-B351B38ECE27&user=sam")
                .decode(DeliveryList.self)
            #expect(other.deliveries.isEmpty)
            let none = try await http.ask(.get, "/v1/deliveries?status=400")
                .decode(DeliveryList.self)
            #expect(none.deliveries.isEmpty)
            let messages = try await http.ask(.get, "/v1/messages?status=413")
                .decode(MessageList.self)
            #expect(messages.messages.count == 1)
            let expected: [(String, [String: Int])] = [
                ("state", ["queued": 1, "accepted": 1, "rejected": 1]), ("push_type", ["alert": 3]),
                ("reason", ["": 2, "PayloadTooLarge": 1]), ("priority", ["10": 3]),
            ]
            for (by, values) in expected {
                for query in ["", "&app=com.example.app", "&since=2000-01-01T00:00:00Z"] {
                    let counts = try await http.ask(.get, "/v1/deliveries/counts?by=\(by)\(query)")
                        .decode(DeliveryCounts.self)
                    let sums = Dictionary(counts.counts.map { ($0.value, $0.count) }, uniquingKeysWith: +)
                    #expect(sums == values, "\(by)\(query)")
                    #expect(!counts.isIncomplete)
                    #expect(counts.intervalSeconds == (query.contains("since") ? 86_400 : 3600))
                    for count in counts.counts {
                        #expect(count.at <= http.scene.clock.now)
                        #expect(
                            count.at.timeIntervalSince(http.scene.clock.now)
                                > -Double(counts.intervalSeconds))
                    }
                }
            }
            let store = try #require(http.scene.store as? SQLStore)
            let few = try await store.read { db in
                try await SQLDeliveryCounts.counts(
                    db, by: .state, apps: .none, since: Date(timeIntervalSince1970: 0),
                    intervalSeconds: 60, examinedMax: 2)
            }
            #expect(few.isIncomplete)
            #expect(few.counts.reduce(0) { $0 + $1.count } == 2)
            let later = try await http.ask(
                .get, "/v1/deliveries/counts?since=2100-01-01T00:00:00Z")
                .decode(DeliveryCounts.self)
            #expect(later.counts.reduce(0) { $0 + $1.count } <= 3)
        }
    }

    @Test(arguments: [
        ("/v1/deliveries?status=1", "such as 400"), ("/v1/deliveries/counts?by=user", "push_type"),
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
