// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import Testing

@testable import BellhopGateway

struct MessageContentTests {
    @Test(arguments: [#"{"aps":5}"#, #"{"aps":null}"#, #"{"aps":[]}"#, #"{"aps":"Hello"}"#])
    func `an aps that is not an object is refused`(body: String) throws {
        let problem = try #require(throws: Problem.self) {
            try MessageContent(contentType: "application/json", body: Array(body.utf8))
        }
        #expect(problem.code == "bad_value")
        #expect(problem.detail.contains("send an object"), "\(problem.detail)")
    }

    @Test func `the bytes of a JSON payload are kept unchanged`() throws {
        let body = Array(#"{ "aps" : {"alert":"Hello"}, "order":7 }"#.utf8)
        #expect(try MessageContent(contentType: "application/json", body: body).body == body)
    }
}
