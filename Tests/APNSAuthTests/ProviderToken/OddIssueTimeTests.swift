// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Foundation
import Simulation
import Testing

/// Provider tokens whose `iat` is any JSON value; the signature is invalid.
struct OddIssueTimeTests {
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)

    private func token(issuedAt text: String) throws -> UnverifiedProviderToken {
        let parts = [
            #"{"alg":"ES256","kid":"ABC123DEFG"}"#, #"{"iss":"TEAM123456","iat":\#(text)}"#,
        ]
        let encoded = parts.map { part in
            Data(part.utf8).base64EncodedString().replacing("+", with: "-")
                .replacing("/", with: "_").replacing("=", with: "")
        }
        return try UnverifiedProviderToken(encoded.joined(separator: ".") + ".AAAA")
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `any number as iat is read as a valid date or as no date`(seed: UInt64) throws {
        for text in OddNumbers.edges + OddNumbers.random(seed: seed, count: 300) {
            for spelling in [text, "\"\(text)\""] {
                let token = try token(issuedAt: spelling)
                let seconds = token.issuedAt?.timeIntervalSince1970
                #expect(seconds.map { Date.checkedEpochSeconds.contains($0) } ?? true, "\(text)")
                #expect(!token.faults(key: nil, now: Self.now).isEmpty, "\(spelling)")
            }
        }
    }

    @Test(arguments: ["1e300", "\"nan\"", "\"inf\"", "\"-infinity\"", "-1e300", "true", "\"soon\""])
    func `an iat that is not a time is reported`(text: String) throws {
        let token = try token(issuedAt: text)
        #expect(token.issuedAt == nil)
        #expect(
            token.faults(key: nil, now: Self.now).contains {
                $0.hasPrefix("iat is not a time in seconds since 1970")
            })
    }

    @Test func `an iat far in the future is reported in minutes`() throws {
        let token = try token(issuedAt: "253402300799")
        #expect(
            token.faults(key: nil, now: Self.now).contains {
                $0.hasPrefix("iat is 4193917919 minutes in the future")
            })
    }
}
