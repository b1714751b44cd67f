// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayTesting
import HTTPTypes
import Simulation
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

    @Test func `messages are listed page by page, and deliveries by user, state and time`()
        async throws
    {
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

    private static let uniqueID = "4C4C4326-6F51-8FBF-8F1C-B351B38ECE27"

    /// Stores three messages, of which APNs refuses one and accepts one.
    private func fill(
        _ http: HTTPScene
    ) async throws -> (refused: ClaimedDelivery, accepted: ClaimedDelivery) {
        try await http.scene.register()
        for _ in 0..<3 { _ = try await http.scene.post() }
        let claimed = try await http.scene.store.claim(
            owner: "test", limit: 2, leaseUntil: .distantFuture, now: http.scene.clock.now)
        let (refused, taken) = (try #require(claimed.first), try #require(claimed.last))
        var accepted = DeliveryDecision(.finish(.accepted, reason: nil, status: 200))
        accepted.uniqueID = Self.uniqueID
        _ = try await http.scene.store.record(
            [
                DeliveryRecord(
                    id: refused.id, fence: refused.fence,
                    decision: DeliveryDecision(
                        .finish(.rejected, reason: "PayloadTooLarge", status: 413))),
                DeliveryRecord(id: taken.id, fence: taken.fence, decision: accepted),
            ], now: http.scene.clock.now)
        return (refused, taken)
    }

    @Test func `deliveries are found by their status and by their apns-unique-id`() async throws {
        try await HTTPScene.run { http in
            let (refused, accepted) = try await fill(http)
            func found(_ query: String) async throws -> [DeliveryResource] {
                try await http.ask(.get, "/v1/deliveries?\(query)").decode(DeliveryList.self)
                    .deliveries
            }
            for query in ["status=413", "state=rejected&status=413"] {
                #expect(try await found(query).map(\.id) == [refused.id.text], "\(query)")
            }
            for query in [
                "apns_unique_id=\(Self.uniqueID.lowercased())",
                "apns_unique_id=\(Self.uniqueID)&user=alex&status=200",
            ] {
                let found = try await found(query)
                #expect(found.map(\.id) == [accepted.id.text], "\(query)")
                #expect(found.first?.apnsUniqueID == Self.uniqueID)
            }
            #expect(try await found("apns_unique_id=\(Self.uniqueID)&user=sam").isEmpty)
            #expect(try await found("status=400").isEmpty)
            let messages = try await http.ask(.get, "/v1/messages?status=413")
                .decode(MessageList.self)
            #expect(messages.messages.count == 1)
        }
    }

    @Test func `deliveries are counted over time by state, push type, reason or priority`()
        async throws
    {
        try await HTTPScene.run { http in
            _ = try await fill(http)
            let expected: [(String, [String: Int])] = [
                ("state", ["queued": 1, "accepted": 1, "rejected": 1]), ("push_type", ["alert": 3]),
                ("reason", ["": 2, "PayloadTooLarge": 1]), ("priority", ["10": 3]),
            ]
            let now = http.scene.clock.now
            for (by, values) in expected {
                for query in ["", "&app=com.example.app", "&since=2000-01-01T00:00:00Z"] {
                    let counts = try await http.ask(.get, "/v1/deliveries/counts?by=\(by)\(query)")
                        .decode(DeliveryCounts.self)
                    let sums = Dictionary(
                        counts.counts.map { ($0.value, $0.count) }, uniquingKeysWith: +)
                    #expect(sums == values, "\(by)\(query)")
                    #expect(!counts.isIncomplete)
                    #expect(counts.intervalSeconds == (query.contains("since") ? 86_400 : 3600))
                    for count in counts.counts {
                        let age = now.timeIntervalSince(count.at)
                        #expect((0..<Double(counts.intervalSeconds)).contains(age))
                    }
                }
            }
            let few = try await http.scene.store.read { db in
                try await SQLDeliveryCounts.counts(
                    db, by: .state, apps: .none, since: Date(timeIntervalSince1970: 0),
                    intervalSeconds: 60, examinedMax: 2)
            }
            #expect(few.isIncomplete)
            #expect(few.counts.reduce(0) { $0 + $1.count } == 2)
        }
    }

    @Test(arguments: [
        ("/v1/deliveries?status=1", "such as 400"), ("/v1/deliveries/counts?by=user", "push_type"),
        ("/v1/messages?after=x", "after"), ("/v1/deliveries?state=lost", "queued"),
        ("/v1/deliveries?since=yesterday", "2026-01-31T09:05:00Z"),
        ("/v1/messages?limit=0", "1 to 1000"),
        ("/v1/installations/i1/history?after=1", "next"),
    ])
    func `a wrong query is refused with an error code and an explanation`(
        path: String, text: String
    ) async throws {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let problem = try await http.ask(.get, path).problem()
            #expect(problem.code == "bad_query")
            #expect(problem.detail.contains(text), "\(problem.detail)")
        }
    }

    @Test func `a key that is limited to an app sees no results of another app`() async throws {
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

    @Test func `a history lists the newest event first and contains no token or text`()
        async throws
    {
        try await HTTPScene.run { http in
            try await http.scene.register()
            try await http.scene.post()
            let response = try await http.ask(.get, "/v1/installations/i1/history")
            let events = try response.decode(InstallationHistory.self).events
            #expect(events.map(\.kind) == [.message, .token, .created])
            #expect(!response.text.contains(GatewayScene.tokenHex))
            #expect(!response.text.contains("Dinner"))
            let unknown = try await http.ask(.get, "/v1/installations/i9/history")
            #expect(try unknown.problem().code == "installation_not_found")
        }
    }
}
