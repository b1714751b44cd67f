// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import Testing

@testable import BellhopGateway

@Suite(.timeLimit(.minutes(30))) struct RoleTests {
    @Test(arguments: MemberRole.allCases)
    func `a member can do what the role permits, and nothing else`(role: MemberRole) async throws {
        try await ConsoleScene.run { console in
            _ = try await console.addMember("first", .owner)
            _ = try await console.gateway.putApp(bundleID: "com.example.app", name: "Example")
            _ = try await console.addMember("alex", role)
            let session = try await console.session("alex")
            let (editor, approver, owner) = (
                role != .viewer, role == .approver || role == .owner, role == .owner
            )
            let segment = #"{"filter":"tag \"beta\""}"#
            for (method, path, body, isAllowed) in [
                (.get, "/v1/apps", nil, true),
                (.get, "/v1/installations?app=com.example.app", nil, true),
                (.put, "/v1/apps/com.example.app/segments/x", segment, editor),
                (.get, "/v1/audit", nil, approver),
                (.post, "/v1/campaigns/none/approve", #"{"hash":"0"}"#, approver),
                (.post, "/v1/members/none/reset", nil, owner),
                (.delete, "/v1/users/nobody?app=com.example.app", nil, approver),
                (.get, "/v1/keys", nil, owner), (.get, "/v1/members", nil, owner),
                (.put, "/v1/apps/com.example.two", #"{"name":"Two"}"#, owner),
                (.post, "/v1/keys", #"{"name":"k","scopes":["all"]}"#, owner),
            ] as [(HTTPRequest.Method, String, String?, Bool)] {
                let reply = try await console.ask(method, path, body, session.fields)
                #expect(
                    (reply.status != 403) == isAllowed,
                    "\(role) \(method) \(path): \(reply.status) \(reply.text)")
            }
        }
    }

    @Test func `a new role applies to existing sessions, and one owner always remains`()
        async throws
    {
        try await ConsoleScene.run { console in
            let first = try await console.addMember("first", .owner)
            let alex = try await console.addMember("alex", .owner)
            let session = try await console.session("alex")
            #expect(try await console.ask(.get, "/v1/members", nil, session.fields).status == 200)
            let change = #"{"name":"Alex","role":"viewer"}"#
            let demoted = try await console.ask(
                .put, "/v1/members/\(alex.id)", change, session.fields)
            #expect(demoted.status == 200)
            #expect(try await console.ask(.get, "/v1/members", nil, session.fields).status == 403)
            await #expect(throws: Problem.self) {
                try await console.gateway.deleteMember(id: first.id)
            }
            await #expect(throws: Problem.self) {
                try await console.gateway.changeMember(
                    id: first.id, MemberChange(name: "First", role: .editor))
            }
            #expect(try await console.gateway.members().members.count == 2)
        }
    }

    @Test func `an API key that is limited to apps cannot manage members`() async throws {
        try await ConsoleScene.run { console in
            _ = try await console.gateway.putApp(bundleID: "com.example.app", name: "Example")
            let made = try await console.gateway.createKey(
                APIKeyRequest(name: "limited", scopes: [.all], apps: ["com.example.app"]))
            let key = try #require(made.key)
            let reply = try await console.ask(
                .post, "/v1/members", #"{"login":"evil","role":"owner"}"#,
                [.authorization: "Bearer \(key)"])
            #expect(reply.status == 403)
        }
    }

    @Test func `a member's change is in the audit log under the member's identifier`()
        async throws
    {
        try await ConsoleScene.run { console in
            let owner = try await console.addMember("owner", .owner)
            let session = try await console.session("owner")
            _ = try await console.ask(
                .put, "/v1/apps/com.example.app", #"{"name":"Example"}"#, session.fields)
            let entry = try #require(try await console.gateway.audit().entries.first)
            #expect(entry.key == "member:\(owner.id)")
            #expect(entry.action == "PUT /v1/apps/{bundle_id}")
        }
    }
}
