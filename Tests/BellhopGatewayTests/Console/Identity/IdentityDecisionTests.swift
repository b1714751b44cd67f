// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import Foundation
import GatewayModel
import Testing

@testable import BellhopGateway

@Suite(.timeLimit(.minutes(30))) struct IdentityDecisionTests {
    private let rule = IdentityProviderRule(issuerHost: "sso.example.com", allowsLoopback: false)
    private static let issuer = SigningProvider.issuer

    private static let document: JSONObject = [
        "issuer": .string(issuer),
        "authorization_endpoint": "https://sso.example.com/authorize?tenant=1",
        "token_endpoint": "https://tokens.example.com/token",
        "jwks_uri": "https://sso.example.com/keys",
    ]

    private func description(
        _ changes: JSONObject = [:]
    ) throws(IdentityFault) -> IdentityProviderDescription {
        var object = Self.document
        for member in changes.members { object[member.key] = member.value }
        return try IdentityProviderDescription(
            JSONWriter.write(.object(object)), issuer: Self.issuer, rule: rule)
    }

    @Test func `the provider's description determines the method of client authentication`() throws
    {
        #expect(try description().authentication == .basic)
        let key = "token_endpoint_auth_methods_supported"
        #expect(try description([key: ["client_secret_post"]]).authentication == .post)
        #expect(
            try description([key: ["client_secret_post", "client_secret_basic"]]).authentication
                == .basic)
        #expect(throws: IdentityFault.self) { try description([key: ["private_key_jwt"]]) }
    }

    @Test(arguments: [
        ("issuer", "https://sso.example.com/realms/staff/"), ("issuer", ""),
        ("token_endpoint", "http://tokens.example.com/token"),
        ("token_endpoint", "https://127.0.0.1/token"), ("jwks_uri", "http://localhost:8080/keys"),
        ("authorization_endpoint", "javascript:alert(1)"), ("jwks_uri", "file:///etc/passwd"),
    ])
    func `a description with another issuer or an address that is not permitted is refused`(
        key: String, value: String
    ) {
        #expect(throws: IdentityFault.self) { try description([key: .string(value)]) }
    }

    @Test(arguments: ["", "[]", "{}", "<html>", "{\"issuer\":"])
    func `text that is not a provider's description is refused`(text: String) {
        #expect(throws: IdentityFault.self) {
            try IdentityProviderDescription(Array(text.utf8), issuer: Self.issuer, rule: rule)
        }
    }

    @Test func `only the issuer's host may be in the operator's own network`() throws {
        func permits(
            _ url: String, _ address: [UInt8], allowsLoopback: Bool = false
        ) throws -> Bool {
            let rule = IdentityProviderRule(
                issuerHost: "sso.example.com", allowsLoopback: allowsLoopback)
            return rule.permits(
                try #require(InternetAddress(bytes: address)), for: try rule.check(url))
        }
        #expect(try permits("https://sso.example.com/", [10, 0, 0, 1]))
        #expect(try permits("https://tokens.example.com/", [93, 184, 216, 34]))
        #expect(try !permits("https://tokens.example.com/", [10, 0, 0, 1]))
        #expect(try !permits("https://tokens.example.com/", [169, 254, 169, 254]))
        #expect(try !permits("https://sso.example.com/", [127, 0, 0, 1]))
        #expect(try permits("http://localhost:8080/", [127, 0, 0, 1], allowsLoopback: true))
        #expect(try !permits("http://localhost:8080/", [10, 0, 0, 1], allowsLoopback: true))
    }

    @Test(arguments: [
        "http://sso.example.com", "https://sso.example.com/?a=b", "https://sso.example.com/#a",
        "http://127.0.0.1:8080", "sso.example.com", "https://a:b@sso.example.com",
    ])
    func `an issuer that is not an https URL, or has a query, a fragment or a user, is refused`(
        issuer: String
    ) {
        #expect(throws: OpenIDConnect.Fault.self) {
            try OpenIDConnect(issuer: issuer, clientID: "id", clientSecret: "secret")
        }
    }

    @Test func `printing and dumping the settings does not show the client secret`() throws {
        let settings = try OpenIDConnect(
            issuer: Self.issuer, clientID: "id", clientSecret: "a canary")
        var text = "\(settings) "
        dump(settings, to: &text)
        #expect(!text.contains("canary"))
        #expect(
            settings.discoveryAddress == Self.issuer + "/.well-known/openid-configuration")
    }

    @Test
    func `a sign-in attempt has a state, a nonce and a verifier, and is valid for ten minutes`()
        throws
    {
        let attempt = SigningProvider.attempt
        #expect(Set([attempt.state, attempt.nonce, attempt.codeVerifier]).count == 3)
        #expect((43...128).contains(attempt.codeVerifier.count))
        #expect(SignInAttempt(cookie: attempt.secret) == attempt)
        let later = attempt.secret.prefix(RandomText.secretCount) + ".1767225601"
        #expect(try #require(SignInAttempt(cookie: String(later))).state != attempt.state)
        for cookie in ["", "a.1", attempt.secret + ".1", "\(attempt.secret.prefix(44))x"] {
            #expect(SignInAttempt(cookie: cookie) == nil, "\(cookie)")
        }
        #expect(attempt.isValid(at: SigningProvider.now.addingTimeInterval(599)))
        #expect(!attempt.isValid(at: SigningProvider.now.addingTimeInterval(600)))
        #expect(!attempt.isValid(at: SigningProvider.now.addingTimeInterval(-61)))
    }

    @Test func `the authorization URL has a PKCE challenge, the state and the nonce`() throws {
        let attempt = SigningProvider.attempt
        let address = attempt.authorizationAddress(
            at: try description(), clientID: "a b&c", redirectURI: "https://push.example.com/back")
        #expect(address.hasPrefix("https://sso.example.com/authorize?tenant=1&response_type=code"))
        let challenge = Base64URL.encode(SHA256.hash(data: Array(attempt.codeVerifier.utf8)))
        for part in [
            "&client_id=a%20b%26c&", "&redirect_uri=https%3A%2F%2Fpush.example.com%2Fback&",
            "&state=\(attempt.state)&", "&nonce=\(attempt.nonce)&", "&scope=openid%20email&",
            "&code_challenge=\(challenge)&code_challenge_method=S256",
        ] { #expect(address.contains(part), "\(part)") }
        #expect(!address.contains(attempt.secret) && !address.contains(attempt.codeVerifier))
    }

    @Test(arguments: [
        ("code=c&state=STATE", true), ("code=c&state=STATE&iss=ISSUER", true),
        ("code=c&state=STATE&iss=https%3A%2F%2Fevil.example.com", false),
        ("code=c&state=other", false), ("code=c", false), ("state=STATE", false),
        ("code=c&code=d&state=STATE", false), ("code=c&state=STATE&state=STATE", false),
        ("code=&state=STATE", false), ("error=access_denied&state=STATE", false),
    ])
    func `an authorization response is accepted only with one code and the browser's own state`(
        query: String, isAccepted: Bool
    ) throws {
        let query = query.replacing("STATE", with: SigningProvider.attempt.state)
            .replacing("ISSUER", with: PercentCoding.encode(Self.issuer))
        let provider = try description()
        let code = try? AuthorizationResponse(query: query).code(
            for: SigningProvider.attempt, at: provider, issuer: Self.issuer)
        #expect((code == "c") == isAccepted)
    }

    @Test func `a provider that announces the iss parameter must send it in each response`() throws
    {
        let provider = try description(["authorization_response_iss_parameter_supported": true])
        let query = "code=c&state=\(SigningProvider.attempt.state)"
        #expect(throws: IdentityFault.self) {
            try AuthorizationResponse(query: query).code(
                for: SigningProvider.attempt, at: provider, issuer: Self.issuer)
        }
    }

    @Test func `a code is exchanged with the verifier and the client's secret`() throws {
        let settings = try OpenIDConnect(
            issuer: Self.issuer, clientID: "a client", clientSecret: "a:secret")
        func exchange(_ provider: IdentityProviderDescription) -> HTTPExchangeRequest {
            CodeExchange(
                code: "the code", attempt: SigningProvider.attempt, redirectURI: "https://b/",
                settings: settings, provider: provider
            ).request
        }
        let basic = exchange(try description())
        let header = basic.headers.first { $0.name == "authorization" }?.value
        #expect(header == "Basic " + Data("a%20client:a%3Asecret".utf8).base64EncodedString())
        let body = String(decoding: basic.body, as: UTF8.self)
        #expect(body.contains("code_verifier=\(SigningProvider.attempt.codeVerifier)"))
        #expect(body.contains("code=the%20code") && !body.contains("secret"))
        let post = exchange(
            try description(["token_endpoint_auth_methods_supported": ["client_secret_post"]]))
        #expect(!post.headers.contains { $0.name == "authorization" })
        #expect(
            String(decoding: post.body, as: UTF8.self)
                .hasSuffix("client_id=a%20client&client_secret=a%3Asecret"))
    }

    @Test
    func `an unknown key triggers one fetch a minute at most; a failure is kept for 5 seconds`()
        throws
    {
        let provider = try SigningProvider()
        let known = try IDToken(try provider.token(SigningProvider.claims))
        let unknown = try IDToken(try provider.token(SigningProvider.claims, keyID: "new"))
        var memory = IdentityProviderMemory()
        #expect(memory.keys(for: known, at: .seconds(0)) == nil)
        memory.note(try provider.keys(), at: .seconds(0))
        #expect(memory.keys(for: known, at: .seconds(3599)) != nil)
        #expect(memory.keys(for: known, at: .seconds(3600)) == nil)
        #expect(memory.keys(for: unknown, at: .seconds(59)) != nil, "the keys would be read again")
        #expect(memory.keys(for: unknown, at: .seconds(60)) == nil)

        memory.note(.provider("it is away"), at: .seconds(0))
        guard case .fail = memory.description(at: .seconds(4)),
            case .ask = memory.description(at: .seconds(5))
        else {
            Issue.record("a failure is not remembered for five seconds")
            return
        }
        memory.note(try description(), at: .seconds(5))
        guard case .use = memory.description(at: .seconds(3604)),
            case .ask = memory.description(at: .seconds(3605))
        else {
            Issue.record("a description is not remembered for an hour")
            return
        }
    }

    @Test func `an identity is matched by its subject, or once by its verified email address`() {
        func identity(_ email: String?, isVerified: Bool = true) -> MemberIdentity {
            MemberIdentity(
                issuer: Self.issuer, subject: "1", email: email, isEmailVerified: isVerified)
        }
        func isRefused(_ match: MemberMatch) -> Bool {
            if case .refused = match { true } else { false }
        }
        let alex = identity("alex@example.com")
        #expect(
            MemberMatch.decide(alex, bound: "m_1", named: (id: "m_2", isBound: false))
                == .member("m_1"))
        #expect(MemberMatch.decide(identity(nil), bound: "m_1", named: nil) == .member("m_1"))
        #expect(
            MemberMatch.decide(alex, bound: nil, named: (id: "m_2", isBound: false))
                == .bind("m_2"))
        #expect(isRefused(.decide(alex, bound: nil, named: (id: "m_2", isBound: true))))
        #expect(isRefused(.decide(alex, bound: nil, named: nil)))
        #expect(isRefused(.decide(identity(nil), bound: nil, named: nil)))
        #expect(
            isRefused(
                .decide(
                    identity("alex@example.com", isVerified: false), bound: nil,
                    named: (id: "m_2", isBound: false))))
    }
}
