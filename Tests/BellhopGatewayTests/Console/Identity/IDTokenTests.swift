// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

@testable import BellhopGateway

@Suite(.timeLimit(.minutes(30))) struct IDTokenTests {
    /// Creating an RSA key takes a large part of a second, so all tests share one.
    private static let shared = Result { try SigningProvider() }
    private let provider: SigningProvider
    private let keys: IdentityProviderKeys

    init() throws {
        provider = try Self.shared.get()
        keys = try provider.keys()
    }

    private func verify(
        _ token: String, now: Date = SigningProvider.now
    ) throws(IdentityFault) -> MemberIdentity {
        try IDToken(token).verified(with: keys, SigningProvider.expectation, now: now)
    }

    private func fault(_ token: String, now: Date = SigningProvider.now) -> IdentityFault? {
        do throws(IdentityFault) {
            _ = try verify(token, now: now)
            return nil
        } catch { return error }
    }

    @Test(arguments: [SigningProvider.Signer.rs256, .es256])
    func `an ID token with a correct signature and correct claims yields an identity`(
        signer: SigningProvider.Signer
    ) throws {
        let identity = try verify(try provider.token(SigningProvider.claims, signer))
        #expect(
            identity
                == MemberIdentity(
                    issuer: SigningProvider.issuer, subject: "subject 1",
                    email: "alex@example.com", isEmailVerified: true))
    }

    @Test func `a token that another key with the same identifier has signed is refused`() throws {
        let token = try provider.token(SigningProvider.claims)
        let parts = token.split(separator: ".")
        // The token of the provider itself is accepted.
        #expect(parts.count == 3 && fault(token) == nil)
        let other = try SigningProvider()
        let stranger = try other.token(SigningProvider.claims)
        #expect(fault(stranger) == .provider("the signature of its ID token is wrong"))
    }

    @Test func `a changed token is refused`() throws {
        let token = try provider.token(SigningProvider.claims)
        let parts = token.split(separator: ".").map(String.init)
        var claims = SigningProvider.claims
        claims["sub"] = "somebody else"
        let forged = Base64URL.encode(JSONWriter.write(.object(claims)))
        let expected = IdentityFault.provider("the signature of its ID token is wrong")
        #expect(fault([parts[0], forged, parts[2]].joined(separator: ".")) == expected)
        // A signature of the other algorithm, and no signature.
        let other = try provider.token(SigningProvider.claims, .es256).split(separator: ".")
        #expect(fault([parts[0], parts[1], String(other[2])].joined(separator: ".")) == expected)
        #expect(fault(parts[0] + "." + parts[1] + ".") == expected)
    }

    @Test func `a token with the algorithm none or HS256 is refused`() throws {
        for signer in [SigningProvider.Signer.none, .publicKeyAsSecret] {
            let token = try provider.token(SigningProvider.claims, signer)
            guard case .provider(let cause)? = fault(token) else {
                Issue.record("\(signer) was accepted")
                continue
            }
            #expect(cause.contains("not signed with RS256 or ES256"), "\(cause)")
        }
    }

    @Test func `a key of another algorithm, an unknown key and a crit header are refused`() throws {
        let unpublished = IdentityFault.provider(
            "its ID token is signed with a key that it does not publish")
        #expect(
            fault(try provider.token(SigningProvider.claims, .rs256, keyID: "p256")) == unpublished)
        #expect(
            fault(try provider.token(SigningProvider.claims, .es256, keyID: "new")) == unpublished)
        #expect(
            fault(try provider.token(SigningProvider.claims, more: ["crit": ["exp"]]))
                == .provider("its ID token requires an extension of JWT (crit)"))
    }

    /// A claim with a value, and a part of the fault's text; `nil` if the claim is correct.
    struct Row: Sendable, CustomTestStringConvertible {
        let claim: String
        let value: JSONValue?
        let cause: String?
        var more: JSONObject = [:]

        init(_ claim: String, _ value: JSONValue?, _ cause: String?, more: JSONObject = [:]) {
            (self.claim, self.value, self.cause, self.more) = (claim, value, cause, more)
        }

        var testDescription: String {
            "\(claim) \(value.map { JSONWriter.text($0) } ?? "absent")"
        }
    }

    private static func seconds(_ offset: Int) -> JSONValue {
        .number(JSONNumber(SigningProvider.now.wholeEpochSeconds + offset))
    }

    static let rows = [
        Row("iss", "https://sso.example.com/realms/other", "another issuer"),
        Row("iss", nil, "another issuer"),
        Row("aud", "another client", "another client"),
        Row("aud", nil, "another client"),
        Row("aud", ["bellhop"], nil),
        Row("aud", ["bellhop", "another"], "another client"),
        Row("aud", ["bellhop", "another"], nil, more: ["azp": "bellhop"]),
        Row("azp", "another", "another client"),
        Row("azp", "bellhop", nil),
        Row("azp", 1, "another client"),
        Row("exp", seconds(-61), "expired"),
        Row("exp", seconds(-59), nil),
        Row("exp", nil, "expired"),
        Row("exp", "tomorrow", "expired"),
        Row("exp", 1e300, "expired"),
        Row("iat", seconds(61), "during this sign-in"),
        Row("iat", seconds(59), nil),
        Row("iat", seconds(-61), "during this sign-in"),
        Row("iat", nil, "during this sign-in"),
        Row("nbf", seconds(61), "not valid yet"),
        Row("nbf", "soon", "not valid yet"),
        Row("nbf", seconds(0), nil),
        Row("nonce", "another", "another sign-in"),
        Row("nonce", nil, "another sign-in"),
        Row("sub", "", "no subject"),
        Row("sub", nil, "no subject"),
        Row("sub", .string(String(repeating: "s", count: 256)), "no subject"),
    ]

    @Test(arguments: rows) func `each claim is checked`(row: Row) throws {
        var claims = SigningProvider.claims
        claims[row.claim] = row.value
        for member in row.more.members { claims[member.key] = member.value }
        let found = fault(try provider.token(claims))
        guard let cause = row.cause else {
            #expect(found == nil)
            return
        }
        switch found {
        case .provider(let text), .refused(let text): #expect(text.contains(cause), "\(text)")
        default: Issue.record("the token was accepted")
        }
    }

    @Test(arguments: [JSONValue.string("true"), 1, .null, false])
    func `an email address counts as verified only if the claim is the Boolean true`(
        value: JSONValue
    ) throws {
        var claims = SigningProvider.claims
        claims["email_verified"] = value
        #expect(try !verify(try provider.token(claims)).isEmailVerified)
    }

    @Test(arguments: [
        "", "a", "a.b", "a.b.c.d", "e30.e30.", "!.!.!", "W10.W10.AA",
        String(repeating: "a", count: IDToken.byteCountMax + 1),
    ])
    func `text that is not a token is refused`(text: String) {
        #expect(fault(text) != nil)
    }

    @Test func `unusable keys are left out, and a list without usable keys is refused`() throws {
        func keys(_ list: JSONValue) -> IdentityFault? {
            do throws(IdentityFault) {
                _ = try IdentityProviderKeys(JSONWriter.write(["keys": list]))
                return nil
            } catch { return error }
        }
        let good = try #require(try provider.keyDocument().objectValue?["keys"]?.arrayValue)
        #expect(keys(.array([["kty": "oct", "k": "c2VjcmV0"]] + good)) == nil)
        for bad in [
            ["kty": "oct", "k": "c2VjcmV0"], ["kty": "RSA", "n": "AQAB", "e": "AQAB"],
            ["kty": "EC", "crv": "P-521", "x": "AA", "y": "AA"], "text", 1,
            [
                "kty": "RSA", "e": "AQAB",
                "n": .string(Base64URL.encode(Array(repeating: 255, count: 2000))),
            ],
        ] as [JSONValue] {
            #expect(keys([bad]) != nil, "\(JSONWriter.text(bad))")
        }
        #expect(keys(.array(Array(repeating: good[1], count: 65))) != nil)
        #expect(keys([]) != nil)
    }
}
