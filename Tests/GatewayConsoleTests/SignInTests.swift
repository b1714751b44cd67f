// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import Simulation
import Testing

@testable import BellhopGateway

@Suite(.timeLimit(.minutes(30))) struct SignInTests {
    @Test func `the first owner chooses a password with the link, which works once, and signs in`()
        async throws
    {
        try await ConsoleScene.run { console in
            let link = try #require(try await console.gateway.firstOwnerLink())
            let seen = try await console.post("/console/join", ["secret": link])
            #expect(seen.status == 200 && seen.text.contains("\"role\":\"owner\""))
            let short = try await console.post(
                "/console/join", ["secret": link, "password": "too short"])
            #expect(try short.problem().code == "bad_value" && short.cookie == nil)
            let joined = try await console.post(
                "/console/join", ["secret": link, "password": ConsoleScene.password])
            #expect(joined.status == 204 && joined.cookie != nil)
            let again = try await console.post(
                "/console/join", ["secret": link, "password": ConsoleScene.password])
            #expect(again.status == 401, "the link worked twice")
            #expect(try await console.gateway.firstOwnerLink() == nil)
            let signedIn = try await console.signIn("OWNER")
            #expect(signedIn.status == 204)
            let fields = try #require(signedIn.headers[.setCookie])
            for part in ["HttpOnly", "SameSite=Strict", "Path=/"] { #expect(fields.contains(part)) }
            #expect(!fields.contains("Domain"))
        }
    }

    @Test func `with TLS, the cookie has the prefix that only this host can set`() async throws {
        try await ConsoleScene.run { console in
            _ = try await console.addMember("alex", .owner)
            let reply = try await console.post(
                "/console/session", ["login": "alex", "password": ConsoleScene.password],
                [.origin: "https://localhost"])
            let cookie = try #require(reply.headers[.setCookie])
            #expect(cookie.hasPrefix("__Host-bellhop=") && cookie.contains("; Secure"))
            // A cookie without the prefix is ignored beside the cookie with the prefix.
            let value = String(cookie.prefix { $0 != ";" })
            let both = try await console.ask(
                .get, "/console/design", nil, [.cookie: "bellhop-session=planted; \(value)"])
            #expect(both.status == 200)
        }
    }

    @Test func `every page leads to the sign-in page, and only a local console signs in by itself`()
        async throws
    {
        try await ConsoleScene.run { console in
            for path in ["/console/health", "/console/manage", "/console/tools"] {
                let reply = try await console.ask(.get, path)
                #expect(reply.status == 303 && reply.cookie == nil)
                #expect(reply.headers[.location]?.hasPrefix("/console/sign-in?to=") == true)
            }
        }
        try await ConsoleScene.run(signsInLocally: true) { console in
            let reply = try await console.ask(.get, "/console/health")
            #expect(reply.status == 303 && reply.headers[.location] == "/console/health")
            let cookie = try #require(reply.cookie)
            let page = try await console.ask(.get, "/console/health", nil, [.cookie: cookie])
            #expect(page.status == 200 && page.text.contains("<h1>Health</h1>"))
        }
    }

    @Test func `a wrong password, an unknown login and a missing password get the same response`()
        async throws
    {
        try await ConsoleScene.run { console in
            _ = try await console.addMember("alex", .owner)
            _ = try await console.gateway.createMember(
                MemberRequest(login: "invited", name: "Sam", role: .viewer))
            var texts: Set<String> = []
            for login in ["alex", "nobody", "invited"] {
                let reply = try await console.signIn(login, "wrong password")
                #expect(reply.status == 401 && reply.cookie == nil)
                texts.insert(reply.text)
            }
            #expect(texts.count == 1, "\(texts)")
        }
    }

    @Test func `a login is locked after five failures, whether or not there is such a member`()
        async throws
    {
        try await ConsoleScene.run { console in
            _ = try await console.addMember("alex", .owner)
            for login in ["alex", "nobody"] {
                for _ in 1...5 {
                    #expect(try await console.signIn(login, "wrong password").status == 401)
                }
                let locked = try await console.signIn(login)
                #expect(locked.status == 429 && locked.headers[.retryAfter] == "60")
            }
            console.clock.advance(by: .seconds(61))
            #expect(try await console.signIn("alex").status == 204)
            // A success resets the number of failures.
            #expect(try await console.signIn("alex", "wrong password").status == 401)
        }
    }

    @Test func `a session ends after 30 minutes without a request, and after 12 hours`()
        async throws
    {
        try await ConsoleScene.run { console in
            _ = try await console.addMember("alex", .viewer)
            let idle = try await console.session("alex")
            console.clock.advance(by: .seconds(1799))
            #expect(try await console.ask(.get, "/v1/apps", nil, idle.fields).status == 200)
            console.clock.advance(by: .seconds(1801))
            #expect(try await console.ask(.get, "/v1/apps", nil, idle.fields).status == 401)
            let used = try await console.session("alex")
            for _ in 1..<48 {
                console.clock.advance(by: .seconds(900))
                #expect(try await console.ask(.get, "/v1/apps", nil, used.fields).status == 200)
            }
            console.clock.advance(by: .seconds(901))
            #expect(try await console.ask(.get, "/v1/apps", nil, used.fields).status == 401)
        }
    }

    @Test func `signing out, a new password and deletion end sessions`()
        async throws
    {
        try await ConsoleScene.run { console in
            _ = try await console.addMember("owner", .owner)
            let member = try await console.addMember("alex", .viewer)
            let first = try await console.session("alex")
            let second = try await console.session("alex")
            #expect(first.cookie != second.cookie && first.csrfToken != second.csrfToken)
            let out = try await console.ask(.delete, "/console/session", nil, first.fields)
            #expect(out.status == 204)
            #expect(try await console.ask(.get, "/v1/apps", nil, first.fields).status == 401)
            #expect(try await console.ask(.get, "/v1/apps", nil, second.fields).status == 200)

            let link = try await console.gateway.makeMemberLink(id: member.id)
            _ = try await console.gateway.join(
                try #require(link.linkSecret), password: "another long password", from: nil)
            #expect(try await console.ask(.get, "/v1/apps", nil, second.fields).status == 401)
            #expect(try await console.signIn("alex").status == 401, "the old password works")

            let reply = try await console.signIn("alex", "another long password")
            let cookie = try #require(reply.cookie)
            try await console.gateway.deleteMember(id: member.id)
            let page = try await console.ask(.get, "/console/health", nil, [.cookie: cookie])
            #expect(page.status == 303)
        }
    }

    @Test func `an invented session is refused, and so is an expired link`() async throws {
        try await ConsoleScene.run { console in
            for cookie in ["bellhop-session=", "bellhop-session=guess", "bellhop-session"] {
                let reply = try await console.ask(.get, "/v1/apps", nil, [.cookie: cookie])
                #expect(reply.status == 401)
            }
            let member = try await console.gateway.createMember(
                MemberRequest(login: "sam", name: "Sam", role: .viewer))
            console.clock.advance(by: .seconds(259_201))
            let late = try await console.post(
                "/console/join",
                ["secret": try #require(member.linkSecret), "password": ConsoleScene.password])
            #expect(late.status == 401)
        }
    }

    @Test func `an API key is accepted, with or without a cookie`() async throws {
        try await ConsoleScene.run { console in
            let key = try await console.gateway.makeAPIKey(name: "test")
            for cookie in ["", "bellhop-session=planted"] {
                let reply = try await console.ask(
                    .get, "/v1/apps", nil, [.authorization: "Bearer \(key)", .cookie: cookie])
                #expect(reply.status == 200)
            }
        }
    }
}
