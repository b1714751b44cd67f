// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import Foundation
import GatewayAPI
import HTTPTypes
import Simulation
import Synchronization
import Testing

@testable import BellhopGateway

/// Signing in with an identity provider, from the button to the session.
@Suite(.timeLimit(.minutes(30))) struct IdentitySignInTests {
    /// A console whose gateway has the provider.
    private struct Scene: Sendable {
        let console: ConsoleScene
        let provider: InventedProvider

        /// Begins a sign-in as the page does.
        ///
        /// - Returns: the address at the provider and the cookie.
        func begin(
            origin: String = "http://localhost"
        ) async throws -> (address: String, cookie: String) {
            let reply = try await console.post("/console/identity", [:], [.origin: origin])
            try #require(reply.status == 200, "\(reply.text)")
            let address = try JSONReader.read(reply.text).value.objectValue?["url"]?.stringValue
            return (try #require(address), try #require(reply.cookie))
        }

        func comeBack(_ path: String, _ cookie: String?) async throws -> ConsoleScene.Reply {
            try await console.ask(.get, path, nil, cookie.map { [.cookie: $0] } ?? [:])
        }

        /// Signs in with a new code.
        func signIn(code: String = "code") async throws -> ConsoleScene.Reply {
            let (address, cookie) = try await begin()
            return try await comeBack(try provider.signIn(address, code: code), cookie)
        }

        func invite(_ login: String, _ role: MemberRole = .editor) async throws -> MemberResource {
            try await console.gateway.createMember(
                MemberRequest(login: login, name: login, role: role))
        }
    }

    private static func run(
        _ body: @escaping @Sendable (Scene) async throws -> Void
    ) async throws {
        let clock = VirtualClock()
        let provider = InventedProvider(clock: { clock.timeSource.now })
        try await ConsoleScene.run(
            clock: clock,
            configure: {
                $0.openIDConnect = InventedProvider.settings
                $0.identityExchange = provider
            }
        ) { try await body(Scene(console: $0, provider: provider)) }
    }

    /// The cookie of the session that a reply begins; `nil` if it begins none.
    private static func session(_ reply: ConsoleScene.Reply) -> String? {
        reply.headers[values: .setCookie].first {
            $0.hasPrefix("bellhop-session=") || $0.hasPrefix("__Host-bellhop=")
        }.map { String($0.prefix { $0 != ";" }) }
    }

    private static func isRefused(
        _ reply: ConsoleScene.Reply, _ text: String, status: Int = 401
    ) -> Bool {
        reply.status == status && session(reply) == nil && reply.text.contains(text)
            && reply.text.contains("role=\"alert\"")
    }

    @Test func `a member whom an owner has added signs in with one account of the provider`()
        async throws
    {
        try await Self.run { scene in
            let member = try await scene.invite("alex@example.com")
            let page = try await scene.console.ask(.get, "/console/sign-in")
            #expect(page.text.contains("data-provider=\"Example SSO\""))
            let reply = try await scene.signIn()
            #expect(reply.status == 200, "\(reply.text)")
            let cookie = try #require(Self.session(reply))
            let inside = try await scene.console.ask(
                .get, "/console/health", nil, [.cookie: cookie])
            #expect(inside.status == 200 && inside.text.contains("alex@example.com"))
            let stored = try #require(try await scene.console.gateway.members().members.first)
            #expect(stored.hasIdentity && !stored.hasPassword && stored.signedInAt != nil)

            // From now on, the subject identifies the member, whatever address the account has.
            scene.provider.state.withLock {
                $0.claims = ["sub": "1", "email": "new@example.com", "email_verified": false]
            }
            #expect(Self.session(try await scene.signIn()) != nil)
            // Another account that gets the address is not the member.
            scene.provider.state.withLock {
                $0.claims = ["sub": "2", "email": "alex@example.com", "email_verified": true]
            }
            #expect(Self.isRefused(try await scene.signIn(), "with another account"))
            // After an owner has reset the sign-in, the account can sign in.
            _ = try await scene.console.gateway.resetMember(id: member.id)
            #expect(Self.session(try await scene.signIn()) != nil)
        }
    }

    @Test func `the audit log names the member who signs in`() async throws {
        try await Self.run { scene in
            let member = try await scene.invite("alex@example.com")
            _ = try await scene.signIn()
            let entries = try await scene.console.gateway.audit().entries
            #expect(entries.map(\.key) == ["member:" + member.id])
            #expect(entries.map(\.action) == ["GET /console/identity/callback"])
        }
    }

    @Test func `only a member with a verified address can sign in, and a deleted member cannot`()
        async throws
    {
        try await Self.run { scene in
            #expect(Self.isRefused(try await scene.signIn(), "no member has the login"))
            let member = try await scene.invite("alex@example.com")
            scene.provider.state.withLock { $0.claims["email_verified"] = false }
            #expect(Self.isRefused(try await scene.signIn(), "has not verified"))
            scene.provider.state.withLock { $0.claims["email_verified"] = true }
            #expect(Self.session(try await scene.signIn()) != nil)
            try await scene.console.gateway.deleteMember(id: member.id)
            #expect(Self.isRefused(try await scene.signIn(), "no member has the login"))
        }
    }

    @Test func `the sign-in cookie is valid in one browser and for ten minutes`() async throws {
        try await Self.run { scene in
            _ = try await scene.invite("alex@example.com")
            let (address, cookie) = try await scene.begin()
            let back = try scene.provider.signIn(address)
            // Another browser has no cookie, or the cookie of another sign-in. Therefore, an
            // attacker cannot sign in somebody else's browser as the attacker.
            #expect(Self.isRefused(try await scene.comeBack(back, nil), "no sign-in in progress"))
            let (_, other) = try await scene.begin()
            #expect(Self.isRefused(try await scene.comeBack(back, other), "another sign-in"))
            #expect(scene.provider.state.withLock { $0.posts } == [])
            scene.console.clock.advance(by: .seconds(600))
            #expect(
                Self.isRefused(try await scene.comeBack(back, cookie), "longer than 10 minutes"))
        }
    }

    @Test
    func `a provider's response works only once, even if the provider accepts the code again`()
        async throws
    {
        try await Self.run { scene in
            _ = try await scene.invite("alex@example.com")
            let (address, cookie) = try await scene.begin()
            let back = try scene.provider.signIn(address)
            #expect(Self.session(try await scene.comeBack(back, cookie)) != nil)
            #expect(
                Self.isRefused(try await scene.comeBack(back, cookie), "does not accept the code"))
            _ = try scene.provider.signIn(address)
            #expect(Self.isRefused(try await scene.comeBack(back, cookie), "already used"))
        }
    }

    @Test func `the cookie has a prefix that only this host can set, and the callback uses https`()
        async throws
    {
        try await Self.run { scene in
            let reply = try await scene.console.post(
                "/console/identity", [:], [.origin: "https://localhost"])
            let cookie = try #require(reply.headers[.setCookie])
            #expect(cookie.hasPrefix("__Host-bellhop-identity="))
            for part in ["; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/", "; Max-Age=600"] {
                #expect(cookie.contains(part))
            }
            #expect(
                reply.text.contains(
                    "redirect_uri=https%3A%2F%2Flocalhost%2Fconsole%2Fidentity%2Fcallback"))
            // The address does not contain the secret of the cookie.
            #expect(!reply.text.contains(cookie.drop { $0 != "=" }.prefix(20)))
        }
    }

    @Test func `another website cannot begin a sign-in`() async throws {
        try await Self.run { scene in
            let form = try await scene.console.ask(
                .post, "/console/identity", "a=b",
                [.contentType: "application/x-www-form-urlencoded"])
            #expect(form.status == 415)
            let foreign = try await scene.console.post(
                "/console/identity", [:], [.origin: "https://evil.example.com"])
            #expect(foreign.status == 403 && foreign.cookie == nil)
        }
    }

    @Test func `a new key of the provider is found, and the description is read once`() async throws
    {
        try await Self.run { scene in
            _ = try await scene.invite("alex@example.com")
            #expect(Self.session(try await scene.signIn()) != nil)
            scene.provider.state.withLock {
                $0.key = P256.Signing.PrivateKey()
                $0.keyID = "2"
            }
            #expect(
                Self.isRefused(try await scene.signIn(), "does not publish", status: 502),
                "it requested the keys twice in a minute")
            scene.console.clock.advance(by: .seconds(60))
            #expect(Self.session(try await scene.signIn()) != nil)
            let gets = scene.provider.state.withLock { $0.gets.map { $0.suffix(5) } }
            #expect(gets == ["ation", "/keys", "/keys"])
        }
    }

    @Test func `the page says what is wrong with the provider, and what to do`() async throws {
        try await Self.run { scene in
            scene.provider.state.withLock {
                $0.failure = HTTPExchangeFailure(
                    mayHaveBeenProcessed: false, "the server cannot be reached")
            }
            let reply = try await scene.console.post("/console/identity", [:])
            let problem = try reply.problem()
            #expect(problem.status == 502 && problem.code == "identity_provider_failed")
            #expect(problem.detail.contains("the server cannot be reached; an owner can sign in"))
            scene.provider.state.withLock {
                $0.failure = nil
                $0.description = Array("{\"issuer\":\"https://other.example.com\"}".utf8)
            }
            scene.console.clock.advance(by: .seconds(5))
            let other = try await scene.console.post("/console/identity", [:]).problem()
            #expect(other.detail.contains("names another issuer"))

            scene.provider.state.withLock { $0.description = nil }
            scene.console.clock.advance(by: .seconds(5))
            let (address, cookie) = try await scene.begin()
            let back = try scene.provider.signIn(address).replacing(
                "code=code", with: "error=access_denied&error_description=%3Cb%3Eno%3C/b%3E")
            let refused = try await scene.comeBack(back, cookie)
            #expect(Self.isRefused(refused, "access_denied (&lt;b&gt;no&lt;"), "\(refused.text)")
        }
    }

    @Test func `failed sign-ins are limited for each client address`() async throws {
        try await Self.run { scene in
            let address = ClientAddress("192.0.2.1")
            for _ in 1...GatewayLimits.failedCallsPerMinute {
                await #expect(throws: Problem.self) {
                    try await scene.console.gateway.finishIdentitySignIn(
                        query: "", secret: nil, redirectURI: "", from: address)
                }
            }
            await #expect(throws: TooManyRequests.self) {
                try await scene.console.gateway.finishIdentitySignIn(
                    query: "", secret: nil, redirectURI: "", from: address)
            }
        }
    }

    @Test func `without a provider, there is no button and no way to sign in`() async throws {
        try await ConsoleScene.run { console in
            let page = try await console.ask(.get, "/console/sign-in")
            #expect(page.text.contains("data-provider=\"\""))
            #expect(try await console.post("/console/identity", [:]).status == 404)
            let back = try await console.ask(.get, "/console/identity/callback?code=a&state=b")
            #expect(back.status == 404 && back.text.contains("no identity provider"))
        }
    }

    @Test func `an owner who signs in with the provider needs no link at the next start`()
        async throws
    {
        try await Self.run { scene in
            _ = try await scene.invite("alex@example.com", .owner)
            #expect(try await scene.console.gateway.firstOwnerLink() != nil)
            _ = try await scene.signIn()
            #expect(try await scene.console.gateway.firstOwnerLink() == nil)
        }
    }
}
