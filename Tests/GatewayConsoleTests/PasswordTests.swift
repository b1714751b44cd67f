// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import Simulation
import Testing

@testable import BellhopGateway

/// Changing one's own password, and an owner who resets a member's sign-in.
@Suite(.timeLimit(.minutes(30))) struct PasswordTests {
    private static let other = "another long password"

    private func change(
        _ console: ConsoleScene, _ current: String, _ password: String, _ headers: HTTPFields
    ) async throws -> ConsoleScene.Reply {
        try await console.post(
            "/console/password", ["current": current, "password": password], headers)
    }

    @Test func `a member changes the password, and all sessions end except a new one`()
        async throws
    {
        try await ConsoleScene.run { console in
            let member = try await console.addMember("alex", .viewer)
            let session = try await console.session("alex")
            let elsewhere = try await console.session("alex")
            let bystander = try await console.addMember("sam", .viewer)
            let unrelated = try await console.session("sam")
            let link = try await console.gateway.makeMemberLink(id: member.id)

            let reply = try await change(
                console, ConsoleScene.password, Self.other, try session.fields)
            #expect(reply.status == 204, "\(reply.text)")
            let cookie = try #require(reply.cookie)
            #expect(cookie != session.cookie)
            for old in [session, elsewhere] {
                #expect(try await console.ask(.get, "/v1/apps", nil, old.fields).status == 401)
            }
            let page = try await console.ask(.get, "/console/account", nil, [.cookie: cookie])
            #expect(page.status == 200)
            #expect(try await console.ask(.get, "/v1/apps", nil, unrelated.fields).status == 200)
            #expect(try await console.signIn("alex").status == 401, "the old password works")
            #expect(try await console.signIn("alex", Self.other).status == 204)
            let late = try await console.post(
                "/console/join", ["secret": try #require(link.linkSecret)])
            #expect(late.status == 401, "a link from before the change works")
            let entry = try #require(
                try await console.gateway.audit().entries.first {
                    $0.action == "POST /console/password"
                })
            #expect(entry.key == "member:\(member.id)")
            #expect(bystander.id != member.id)
        }
    }

    @Test func `a wrong current password changes nothing, and counts as a failed sign-in`()
        async throws
    {
        try await ConsoleScene.run { console in
            _ = try await console.addMember("alex", .viewer)
            let session = try await console.session("alex")
            for _ in 1...5 {
                let wrong = try await change(
                    console, "a wrong password", Self.other, try session.fields)
                #expect(wrong.status == 422 && wrong.cookie == nil)
                #expect(try wrong.problem().keyPath == "current")
            }
            let locked = try await change(
                console, ConsoleScene.password, Self.other, try session.fields)
            #expect(locked.status == 429 && locked.headers[.retryAfter] == "60")
            #expect(try await console.signIn("alex").status == 429)
            console.clock.advance(by: .seconds(61))
            let short = try await change(
                console, ConsoleScene.password, "too short", try session.fields)
            #expect(try short.problem().keyPath == "password")
            #expect(try await console.ask(.get, "/v1/apps", nil, session.fields).status == 200)
            #expect(try await console.signIn("alex").status == 204)
        }
    }

    @Test func `without a session or its CSRF token, the password cannot be changed`()
        async throws
    {
        try await ConsoleScene.run { console in
            _ = try await console.addMember("alex", .owner)
            let session = try await console.session("alex")
            for headers in [[:], [.cookie: session.cookie]] as [HTTPFields] {
                let reply = try await change(
                    console, ConsoleScene.password, Self.other, headers)
                #expect([401, 403].contains(reply.status) && reply.cookie == nil)
            }
            var foreign = try session.fields
            foreign[try ConsoleScene.Session.name("Sec-Fetch-Site")] = "cross-site"
            #expect(
                try await change(console, ConsoleScene.password, Self.other, foreign).status == 403)
            #expect(try await console.signIn("alex").status == 204)
        }
    }

    @Test func `the person at this machine has no password to change`() async throws {
        try await ConsoleScene.run(signsInLocally: true) { console in
            let first = try await console.ask(.get, "/console/account")
            let cookie = try #require(first.cookie)
            let page = try await console.ask(.get, "/console/account", nil, [.cookie: cookie])
            let session = ConsoleScene.Session(cookie: cookie, csrfToken: try page.csrfToken())
            let refused = try await change(console, "any", Self.other, try session.fields)
            #expect(try refused.problem().code == "member_not_found")
            #expect(try await console.ask(.get, "/v1/apps", nil, session.fields).status == 200)
        }
    }

    @Test func `an owner resets a member's sign-in, and only the new link leads back in`()
        async throws
    {
        try await ConsoleScene.run { console in
            _ = try await console.addMember("owner", .owner)
            let member = try await console.addMember("alex", .editor)
            let owner = try await console.session("owner")
            let sessions = [try await console.session("alex"), try await console.session("alex")]
            let earlier = try await console.gateway.makeMemberLink(id: member.id)
            let path = "/v1/members/\(member.id)/reset"
            for other in sessions {
                #expect(try await console.ask(.post, path, nil, other.fields).status == 403)
            }
            let reply = try await console.ask(.post, path, nil, owner.fields)
            #expect(reply.status == 200, "\(reply.text)")
            let reset = try GatewayJSON.decode(MemberResource.self, from: Data(reply.text.utf8))
            #expect(!reset.hasPassword)
            for old in sessions {
                #expect(try await console.ask(.get, "/v1/apps", nil, old.fields).status == 401)
            }
            #expect(try await console.signIn("alex").status == 401)
            let void = try await console.post(
                "/console/join",
                ["secret": try #require(earlier.linkSecret), "password": Self.other])
            #expect(void.status == 401)
            let secret = try #require(reset.linkSecret)
            let joined = try await console.post(
                "/console/join", ["secret": secret, "password": Self.other])
            #expect(joined.status == 204)
            #expect(try await console.ask(.get, "/v1/apps", nil, owner.fields).status == 200)
            #expect(
                try await console.ask(.post, "/v1/members/none/reset", nil, owner.fields).status
                    == 404)
            let entry = try #require(
                try await console.gateway.audit().entries.first { $0.action.hasSuffix("/reset") })
            #expect(entry.action == "POST /v1/members/{id}/reset")
        }
    }
}
