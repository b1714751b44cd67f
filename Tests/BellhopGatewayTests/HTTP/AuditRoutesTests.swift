// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

@Suite(.timeLimit(.minutes(30))) struct AuditRoutesTests {
    private func entries(
        _ http: HTTPScene, _ query: String = ""
    ) async throws -> [AuditEntry] {
        let response = try await http.ask(.get, "/v1/audit?limit=1000" + query)
        return try response.decode(AuditList.self).entries
    }

    /// A request that succeeds, for some of the routes that are logged.
    private static let samples: [String: (path: String, body: String?)] = [
        "POST /v1/keys": ("/v1/keys", #"{"name":"n","scopes":["apps:read"]}"#),
        "DELETE /v1/keys/:id": ("/v1/keys/KEY", nil),
        "POST /v1/installations": (
            "/v1/installations",
            """
            {"id":"i2","app":"com.example.app","environment":"sandbox",\
            "token":"\(String(repeating: "cd", count: 32))"}
            """
        ),
        "DELETE /v1/installations/:installation_id": ("/v1/installations/i1", nil),
        "PUT /v1/apps/:bundle_id": ("/v1/apps/com.example.new", #"{"name":"New"}"#),
        "POST /v1/apps/:bundle_id/client-key": ("/v1/apps/com.example.app/client-key", ""),
        "POST /v1/apps/:bundle_id/identity-secret": (
            "/v1/apps/com.example.app/identity-secret", ""
        ),
        "PUT /v1/apps/:bundle_id/attributes/:name": (
            "/v1/apps/com.example.app/attributes/plan", #"{"type":"text"}"#
        ),
        "PUT /v1/apps/:bundle_id/segments/:name": (
            "/v1/apps/com.example.app/segments/beta", #"{"filter":"tag beta"}"#
        ),
        "DELETE /v1/apps/:bundle_id/segments/:name": (
            "/v1/apps/com.example.app/segments/gone", nil
        ),
    ]

    @Test func `every route that changes something is audited, or is in the list of exceptions`()
        async throws
    {
        try await HTTPScene.run { http in
            try await http.scene.register()
            _ = try await http.scene.gateway.putSegment(
                "gone", SegmentRequest(filter: "tag x"), of: "com.example.app")
            let key = try await http.scene.gateway.createKey(
                APIKeyRequest(name: "n", scopes: [.appsRead]))
            var routes: Set<String> = []
            for (path, operations) in GatewayRoutes.table {
                for operation in operations {
                    let route = "\(operation.method.rawValue) \(path)"
                    routes.insert(route)
                    let isAudited = GatewayRoutes.isAudited(operation.method, path)
                    if operation.method == .get || GatewayRoutes.access(to: path) != .key {
                        #expect(!isAudited, "\(route)")
                    } else {
                        #expect(isAudited != GatewayRoutes.unaudited.contains(route), "\(route)")
                    }
                    guard isAudited, let sample = Self.samples[route] else { continue }
                    let before = try await entries(http).count
                    let response = try await http.ask(
                        operation.method, sample.path.replacing("KEY", with: key.id), sample.body)
                    #expect((200...299).contains(response.status), "\(route): \(response.text)")
                    let after = try await entries(http)
                    #expect(after.count == before + 1, "\(route)")
                    #expect(after.first?.action == GatewayRoutes.action(operation.method, path))
                    #expect(after.first?.key.isEmpty == false)
                    // The entry names what was created, although the path does not contain it.
                    if response.status == 201, operation.method == .post {
                        #expect(after.first?.object?.isEmpty == false, "\(route)")
                    }
                }
            }
            #expect(GatewayRoutes.unaudited.isSubset(of: routes))
            #expect(Set(Self.samples.keys).isSubset(of: routes))
        }
    }

    @Test func `an entry contains who, what and when, and hashes of the object before and after`()
        async throws
    {
        try await HTTPScene.run { http in
            let app = "/v1/apps/com.example.new"
            _ = try await http.ask(.put, app, #"{"name":"One"}"#)
            _ = try await http.ask(.put, app, #"{"name":"One"}"#)
            _ = try await http.ask(.put, app, #"{"name":"Two"}"#)
            let log = try await entries(http)
            #expect(log.count == 3)
            let (changed, same, created) = (log[0], log[1], log[2])
            #expect(created.before == nil)
            #expect(created.after?.count == 64)
            #expect(same.before == created.after)
            #expect(same.after == created.after)
            #expect(changed.before == created.after)
            #expect(changed.after != changed.before)
            #expect(Set(log.map(\.object)) == ["app com.example.new"])
            #expect(Set(log.map(\.app)) == ["com.example.new"])
            #expect(changed.at == http.scene.clock.now)
            #expect(changed.action == "PUT /v1/apps/{bundle_id}")
            #expect(log.map(\.number) == [3, 2, 1])
            #expect(http.scene.keyText.contains(changed.key))
            #expect(log.allSatisfy { AuditChain.hash(of: $0) == $0.hash })
            #expect(created.previous == AuditChain.start)
            #expect(same.previous == created.hash)
        }
    }

    @Test func `requests that fail or only read leave no entry in the log`()
        async throws
    {
        try await HTTPScene.run { http in
            for (method, path, body) in [
                (.get, "/v1/apps", nil), (.put, "/v1/apps/com.example.new", "{"),
                (.put, "/v1/apps/a%20b", #"{"name":"x"}"#), (.delete, "/v1/keys/00000000", nil),
                (.delete, "/v1/installations/none", nil),
                (.delete, "/v1/apps/com.example.app/segments/none", nil),
                (.post, "/v1/apps/com.example.none/client-key", ""),
                (.post, "/v1/users/alex/messages", "hello"),
            ] as [(HTTPRequest.Method, String, String?)] {
                _ = try await http.ask(method, path, body)
                #expect(try await entries(http).isEmpty, "\(method) \(path)")
            }
        }
    }

    @Test
    func `the log is filtered and paged, and a key that is limited to an app sees only that app`()
        async throws
    {
        try await HTTPScene.run { http in
            for number in 1...5 {
                _ = try await http.ask(.put, "/v1/apps/com.example.a", #"{"name":"\#(number)"}"#)
                _ = try await http.ask(.put, "/v1/apps/com.example.b", #"{"name":"\#(number)"}"#)
            }
            let created = try await http.ask(
                .post, "/v1/keys",
                #"{"name":"n","scopes":["audit:read"],"apps":["com.example.a"]}"#)
            let key = try created.decode(APIKeyResource.self)
            #expect(try await entries(http, "&app=com.example.b").count == 5)
            #expect(try await entries(http, "&key=none").isEmpty)
            let keys = try await entries(http, "&action=POST%20/v1/keys")
            #expect(keys.map(\.object) == ["api_key \(key.id)"])
            let first = try await http.ask(.get, "/v1/audit?limit=4").decode(AuditList.self)
            let second = try await http.ask(
                .get, "/v1/audit?limit=100&after=\(try #require(first.next))"
            ).decode(AuditList.self)
            #expect((first.entries + second.entries).map(\.number) == (1...11).reversed())
            #expect(second.next == nil)
            let limited = "Bearer \(try #require(key.key))"
            let seen = try await http.ask(.get, "/v1/audit", authorization: limited)
                .decode(AuditList.self)
            #expect(Set(seen.entries.map(\.app)) == ["com.example.a"])
            #expect(seen.entries.count == 5)
            let other = try await http.ask(
                .get, "/v1/audit?app=com.example.b", authorization: limited)
            #expect(try other.problem().code == "key_of_other_app")
        }
    }

    @Test(arguments: [
        "UPDATE audit SET key = 'other' WHERE no = 3",
        "UPDATE audit SET at = at + 1000 WHERE no = 1",
        "UPDATE audit SET hash = '00' WHERE no = 2", "DELETE FROM audit WHERE no = 3",
        "UPDATE audit SET address = '192.0.2.9' WHERE no = 5",
    ])
    func `the hash chain reveals a changed or deleted entry`(statement: String) async throws {
        try await HTTPScene.run { http in
            for number in 1...5 {
                _ = try await http.ask(.put, "/v1/apps/com.example.a", #"{"name":"\#(number)"}"#)
            }
            #expect(Self.fault(in: try await entries(http)) == nil)
            _ = try await http.scene.store.write { db in
                try await db.run("\(text: statement)")
            }
            #expect(Self.fault(in: try await entries(http)) != nil)
        }
    }

    private static func fault(in newestFirst: [AuditEntry]) -> String? {
        for (index, entry) in newestFirst.enumerated() {
            let older = index + 1 < newestFirst.count ? newestFirst[index + 1] : nil
            if let fault = AuditChain.fault(in: entry, after: older) { return fault }
        }
        return nil
    }

    @Test func `old entries are removed, and the hash chain continues`() async throws {
        try await HTTPScene.run { http in
            for number in 1...5 {
                _ = try await http.ask(.put, "/v1/apps/com.example.a", #"{"name":"\#(number)"}"#)
            }
            http.scene.clock.advance(by: .seconds(100))
            for number in 6...7 {
                _ = try await http.ask(.put, "/v1/apps/com.example.a", #"{"name":"\#(number)"}"#)
            }
            var retention = Retention()
            retention.auditSeconds = 50
            retention.batchRows = 3
            let first = try await http.scene.store.purge(retention, now: http.scene.clock.now)
            #expect(first.rows["audit"] == 3)
            #expect(first.hasMore)
            _ = try await http.scene.store.purge(retention, now: http.scene.clock.now)
            var log = try await entries(http)
            #expect(log.map(\.number) == [7, 6])
            #expect(Self.fault(in: log) == nil)
            http.scene.clock.advance(by: .seconds(100))
            _ = try await http.scene.store.purge(retention, now: http.scene.clock.now)
            #expect(try await entries(http).isEmpty)
            _ = try await http.ask(.put, "/v1/apps/com.example.a", #"{"name":"8"}"#)
            let last = log[0]
            log = try await entries(http)
            #expect(log.map(\.number) == [8])
            #expect(log[0].previous == last.hash)
        }
    }
}
