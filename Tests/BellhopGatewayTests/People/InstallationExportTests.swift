// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import Foundation
import GatewayAPI
import HTTPTypes
import Testing

/// What is exported can be imported again, and a dry run stores nothing.
@Suite(.timeLimit(.minutes(30))) struct InstallationExportTests {
    private static let path = "/v1/apps/com.example.app/installations"

    private func fill(_ http: HTTPScene) async throws {
        _ = try await http.ask(
            .put, "/v1/apps/com.example.app/attributes/plan", #"{"type":"text"}"#)
        for number in 1...3 {
            try await http.scene.register(
                "i\(number)", token: String(repeating: "0\(number)", count: 32))
            _ = try await http.ask(.put, "/v1/installations/i\(number)/tags/t\(number)")
        }
        _ = try await http.ask(.put, "/v1/installations/i2/attributes", #"{"plan":"pro"}"#)
    }

    @Test func `what is exported can be imported again`() async throws {
        try await HTTPScene.run { http in
            try await fill(http)
            let export = try await http.ask(.get, Self.path)
            #expect(export.status == 200)
            let lines = export.text.split(separator: "\n")
            #expect(lines.count == 3)
            #expect(export.text.contains(String(repeating: "03", count: 32)))
            for number in 1...3 {
                #expect(
                    try await http.ask(.delete, "/v1/installations/i\(number)").status == 204)
            }
            let checked = try await http.ask(
                .post, "/v1/installations?dry_run=true", export.text
            ).decode(InstallationImportResource.self)
            #expect(checked == .init(registered: 3, problems: []))
            #expect(try await http.ask(.get, "/v1/installations/i2").status == 404)
            let imported = try await http.ask(.post, "/v1/installations", export.text)
                .decode(InstallationImportResource.self)
            #expect(imported == .init(registered: 3, problems: []))
            let one = try await http.ask(.get, "/v1/installations/i2")
                .decode(InstallationResource.self)
            #expect(one.user == "alex")
            #expect(one.tags == ["t2"])
            #expect(one.attributes?["plan"] == .text("pro"))
            #expect(try await http.ask(.get, Self.path).text == export.text)
        }
    }

    @Test func `an export can continue after a given installation`() async throws {
        try await HTTPScene.run { http in
            try await fill(http)
            let rest = try await http.ask(.get, Self.path + "?after=i2")
            #expect(rest.text.split(separator: "\n").count == 1)
            #expect(rest.text.contains(#""id":"i3""#))
            let problem = try await http.ask(.get, Self.path + "?after=none").problem()
            #expect(problem.code == "installation_not_found")
            let other = try await http.ask(.get, "/v1/apps/com.example.none/installations")
            #expect(try other.problem().code == "app_not_found")
        }
    }

    @Test func `a dry run reports what an import would report`() async throws {
        try await HTTPScene.run { http in
            let token = String(repeating: "ab", count: 32)
            let lines = [
                #"{"id":"i1","app":"com.example.app","environment":"sandbox","token":"\#(token)"}"#,
                #"{"id":"i2","app":"com.example.none","environment":"sandbox","#
                    + #""token":"\#(token)"}"#,
                #"{"id":"i3"}"#,
            ].joined(separator: "\n")
            let checked = try await http.ask(.post, "/v1/installations?dry_run=true", lines)
                .decode(InstallationImportResource.self)
            let imported = try await http.ask(.post, "/v1/installations", lines)
                .decode(InstallationImportResource.self)
            #expect(checked == imported)
            #expect(checked.problems.map(\.line) == [2, 3])
            let problem = try await http.ask(
                .post, "/v1/installations?dry_run=yes", lines
            ).problem()
            #expect(problem.code == "bad_query")
        }
    }
}
