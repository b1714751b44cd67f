// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import BellhopGateway
import Foundation
import GatewayAPI
import HTTPTypes
import Testing

/// Attributes, tags, segments and the count of an audience over HTTP.
@Suite(.timeLimit(.minutes(30))) struct AudienceRoutesTests {
    private static let app = "/v1/apps/com.example.app"

    private func importThree(_ http: HTTPScene) async throws {
        _ = try await http.ask(.put, Self.app + "/attributes/plan", #"{"type":"text"}"#)
        _ = try await http.ask(.put, Self.app + "/attributes/trial_ends", #"{"type":"date"}"#)
        let lines = (1...3).map { number in
            let token = String(repeating: "0", count: 60) + String(1_000 + number)
            let plan = number == 1 ? "pro" : "free"
            return #"{"id":"i\#(number)","app":"com.example.app","environment":"sandbox","#
                + #""token":"\#(token)","app_version":"2.\#(number + 8)","tags":["t\#(number)"],"#
                + #""attributes":{"plan":"\#(plan)","trial_ends":"2026-01-31"}}"#
        }
        let response = try await http.ask(
            .post, "/v1/installations", lines.joined(separator: "\n"))
        #expect(response.text.contains(#""registered":3"#), "\(response.text)")
    }

    private func count(_ http: HTTPScene, _ filter: String) async throws -> Int {
        let body = String(decoding: try GatewayJSON.encode(["filter": filter]), as: UTF8.self)
        return try await http.ask(.post, Self.app + "/audience/count", body)
            .decode(AudienceCount.self).installations
    }

    @Test func `imported attributes and tags are shown, used by filters, and changed`() async throws
    {
        try await HTTPScene.run { http in
            try await importThree(http)
            #expect(try await count(http, "plan is \"free\" and app_version >= 2.10") == 2)
            #expect(try await count(http, "plan is \"free\" and app_version >= 2.11") == 1)
            #expect(try await count(http, "trial_ends < 2026-02-01 and not tag t1") == 2)
            #expect(try await count(http, "last_seen > 1d ago and environment is \"sandbox\"") == 3)
            #expect(try await count(http, "all") == 3)
            let one = try await http.ask(.get, "/v1/installations/i1")
                .decode(InstallationResource.self)
            #expect(one.tags == ["t1"])
            #expect(one.attributes?["plan"] == .text("pro"))
            #expect(one.attributes?["trial_ends"] == .text("2026-01-31"))
            let changed = try await http.ask(
                .put, "/v1/installations/i1/attributes", #"{"plan":null}"#)
            #expect(try changed.decode(InstallationResource.self).attributes?.count == 1)
            _ = try await http.ask(.put, "/v1/installations/i2/tags/early%20adopter")
            _ = try await http.ask(.delete, "/v1/installations/i2/tags/t2")
            #expect(try await count(http, "tag \"early adopter\" and not tag t2") == 1)
            #expect(try await count(http, "plan exists") == 2)
            let list = try await http.ask(.get, Self.app + "/attributes")
            #expect(
                try list.decode(AttributeList.self).attributes.map(\.name) == [
                    "plan", "trial_ends",
                ])
        }
    }

    @Test func `installations are listed by a filter, page by page`() async throws {
        try await HTTPScene.run { http in
            try await importThree(http)
            let filter = "filter=plan%20is%20%22free%22"
            let first = try await http.ask(.get, "/v1/installations?\(filter)&limit=1")
                .decode(InstallationList.self)
            #expect(first.installations.map(\.id) == ["i2"])
            #expect(first.installations.first?.tags == ["t2"])
            let next = try #require(first.next)
            let second = try await http.ask(
                .get, "/v1/installations?app=com.example.app&\(filter)&after=\(next)"
            )
            .decode(InstallationList.self)
            #expect(second.installations.map(\.id) == ["i3"])
            #expect(second.next == nil)
            let all = try await http.ask(.get, "/v1/installations?filter=all")
                .decode(InstallationList.self)
            #expect(all.installations.count == 3)
            let bad = try await http.ask(.get, "/v1/installations?filter=plna%20exists").problem()
            #expect(bad.code == "bad_filter")
            let both = try await http.ask(.get, "/v1/installations?user=sam&filter=all").problem()
            #expect(both.code == "bad_query")
        }
    }

    @Test func `registering again keeps tags and attributes`() async throws {
        try await HTTPScene.run { http in
            try await importThree(http)
            let token = String(repeating: "0", count: 60) + "1001"
            _ = try await http.ask(
                .put, "/v1/installations/i1",
                #"{"app":"com.example.app","environment":"sandbox","token":"\#(token)"}"#)
            let one = try await http.ask(.get, "/v1/installations/i1")
                .decode(InstallationResource.self)
            #expect(one.tags == ["t1"])
            #expect(one.attributes?.count == 2)
        }
    }

    @Test(
        arguments: [
            ("PUT", "/attributes/Plan", #"{"type":"text"}"#, "bad_value", "a to z"),
            ("PUT", "/attributes/tag", #"{"type":"text"}"#, "bad_value", "filter language"),
            ("PUT", "/attributes/user", #"{"type":"text"}"#, "bad_value", "without a declaration"),
            ("PUT", "/attributes/plan", #"{"type":"words"}"#, "bad_value", "text, number"),
            ("PUT", "/attributes/plan", #"{"type":"flag"}"#, "attribute_of_other_type", "text"),
            ("POST", "/audience/count", #"{"filter":"plna is \"a\""}"#, "bad_filter", "plan?"),
            ("POST", "/audience/count", #"{"segment":"none"}"#, "segment_not_found", "segments"),
            ("POST", "/audience/count", #"{}"#, "value_missing", "either"),
            ("PUT", "/segments/a", #"{"filter":"tag"}"#, "bad_filter", "column 4"),
            ("GET", "/segments/a", nil, "segment_not_found", "PUT"),
            ("DELETE", "/segments/a", nil, "segment_not_found", "PUT"),
        ] as [(String, String, String?, String, String)])
    func `a wrong request is refused with an error code and an explanation`(
        method: String, path: String, body: String?, code: String, part: String
    ) async throws {
        try await HTTPScene.run { http in
            _ = try await http.ask(.put, Self.app + "/attributes/plan", #"{"type":"text"}"#)
            let method = try #require(HTTPRequest.Method(rawValue: method))
            let problem = try await http.ask(method, Self.app + path, body).problem()
            #expect(problem.code == code)
            #expect(problem.detail.contains(part), "\(problem.detail)")
        }
    }

    @Test func `wrong attributes of an installation are refused`() async throws {
        try await HTTPScene.run { http in
            try await importThree(http)
            for (body, part) in [
                (#"{"plna":"x"}"#, "did you mean plan?"), (#"{"plan":1}"#, "send a text"),
                (#"{"trial_ends":"soon"}"#, "2026-01-31"), (#"{"plan":[]}"#, "send a text"),
                ("[]", "send an object"),
            ] {
                let problem = try await http.ask(
                    .put, "/v1/installations/i1/attributes", body
                ).problem()
                #expect(problem.detail.contains(part), "\(problem.detail)")
            }
            let token = String(repeating: "0", count: 60) + "1009"
            let response = try await http.ask(
                .post, "/v1/installations",
                #"{"id":"i9","app":"com.example.app","environment":"sandbox","#
                    + #""token":"\#(token)","attributes":{"none":1}}"#)
            let result = try response.decode(InstallationImportResource.self)
            #expect(result.problems.first?.detail.contains("not a declared attribute") == true)
        }
    }

    @Test func `a segment is stored, listed, counted and deleted`() async throws {
        try await HTTPScene.run { http in
            try await importThree(http)
            let stored = try await http.ask(
                .put, Self.app + "/segments/lapsed", #"{"filter":"(tag t1) or  tag t2"}"#)
            #expect(try stored.decode(SegmentResource.self).filter == "tag t1 or tag t2")
            let count = try await http.ask(
                .post, Self.app + "/audience/count", #"{"segment":"lapsed"}"#)
            #expect(try count.decode(AudienceCount.self).installations == 2)
            let list = try await http.ask(.get, Self.app + "/segments")
            #expect(try list.decode(SegmentList.self).segments.map(\.name) == ["lapsed"])
            #expect(try await http.ask(.delete, Self.app + "/segments/lapsed").status == 204)
            #expect(try await http.ask(.get, Self.app + "/segments/lapsed").status == 404)
        }
    }

    @Test func `a campaign keeps the audience with which it was started`() async throws {
        let directory = try TemporaryDirectory()
        let gateway = try await Gateway.open(.init(database: directory.path()))
        let app = "com.example.app"
        _ = try await gateway.putApp(bundleID: app, name: "Example", userProof: nil)
        let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        _ = try await gateway.putCredential(
            bundleID: app,
            CredentialRequest(p8: key.p8Text, keyID: "ABC123DEFG", teamID: "DEF123GHIJ"))
        _ = try await gateway.putSegment("vips", .init(filter: "tag vip"), of: app)
        let content = try MessageContent(payloadBytes: Array(#"{"aps":{"alert":"Hi"}}"#.utf8))
        let campaign = try await gateway.startCampaign(content, to: .segment("vips"))
        _ = try await gateway.putSegment("vips", .init(filter: "tag other"), of: app)
        #expect(try await gateway.campaign(id: campaign.id).audience == "tag vip")
        let all = try await gateway.startCampaign(content)
        #expect(all.audience == "all")
        let filtered = try await gateway.startCampaign(
            content, to: .filter("last_seen < 30d ago"))
        #expect(filtered.audience?.contains("ago") == false)
        let error = await #expect(throws: Problem.self) {
            try await gateway.startCampaign(content, to: .filter("nothing is \"a\""))
        }
        #expect(error?.code == "bad_filter")
        #expect(error?.column == 1)
        try await gateway.close()
    }
}
