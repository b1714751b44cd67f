// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Testing

@testable import APNSService

/// What the log says about an invalid provider token; the sender receives only the reason.
struct CredentialLogTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let authorization: @Sendable (Bench) throws -> String

        init(_ message: String, _ authorization: @escaping @Sendable (Bench) throws -> String) {
            testDescription = message
            self.authorization = authorization
        }

        static func token(_ message: String, _ header: String, _ claims: String) -> Case {
            Case(message) { _ in
                let parts = [header, claims].map { Base64URL.encode(Array($0.utf8)) }
                return "bearer \(parts[0]).\(parts[1]).AAAA"
            }
        }
    }

    private static let claims = #"{"iss":"BELLHOPDEV","iat":1767225600}"#

    static let cases: [Case] = [
        Case("a provider token has three parts joined by periods, but this has 1") { _ in
            "bearer hello"
        },
        Case("the claims is not base64url text") { _ in "bearer e30.!.AA" },
        .token(
            "the simulator does not know the key UNKNOWN001; register it or check kid",
            #"{"alg":"ES256","kid":"UNKNOWN001"}"#, claims),
        .token("kid, the key ID, is missing", #"{"alg":"ES256"}"#, claims),
        .token(
            "key KEY0000001 belongs to team BELLHOPDEV, but iss is OTHERTEAM1",
            #"{"alg":"ES256","kid":"KEY0000001"}"#, #"{"iss":"OTHERTEAM1","iat":1767225600}"#),
        .token(
            "key KEY0000001 belongs to team BELLHOPDEV, but iss is ?[31mx",
            #"{"alg":"ES256","kid":"KEY0000001"}"#, #"{"iss":"\u001b[31mx","iat":1767225600}"#),
        .token(
            "alg is HS256; APNs accepts only ES256",
            #"{"alg":"HS256","kid":"KEY0000001"}"#, claims),
        .token(
            "iat is missing", #"{"alg":"ES256","kid":"KEY0000001"}"#, #"{"iss":"BELLHOPDEV"}"#),
        .token(
            "iat is not a time in seconds since 1970", #"{"alg":"ES256","kid":"KEY0000001"}"#,
            #"{"iss":"BELLHOPDEV","iat":1e300}"#),
        .token(
            "the signature was not made with this key", #"{"alg":"ES256","kid":"KEY0000001"}"#,
            claims),
        Case("iat is 61 minutes in the future") { try $0.authorization($0.key, age: -3660) },
        Case("the provider token is 61 minutes old") { try $0.authorization($0.key, age: 3660) },
    ]

    @Test(arguments: cases)
    func `the log states why a provider token was rejected`(wrong: Case) throws {
        var bench = try Bench()
        let authorization = try wrong.authorization(bench)
        let response = bench.send(bench.request { $0.set("authorization", authorization) })
        #expect(response.status == 403)
        #expect(
            bench.lastEntry?.explanation.hasPrefix(wrong.testDescription) == true,
            "\(bench.lastEntry?.explanation ?? "")")
        #expect(!String(decoding: response.body, as: UTF8.self).contains("kid"))
    }
}
