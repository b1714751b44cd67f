// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import ControlAPI
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import SimulatorHost

/// The switches of APNs and the closing of connections in the control API.
@Suite(.timeLimit(.minutes(30)))
struct ServiceControlTests {
    private func options(_ scene: ControlScene) async throws -> JSONObject {
        let response = try await scene.ask(.get, "/v1/apns/options")
        #expect(response.status == 200)
        return try #require(try JSONReader.read(response.body).value.objectValue)
    }

    @Test func `the switches are shown, and a PATCH changes only the switches that it names`()
        async throws
    {
        try await ControlScene.run { scene in
            let before = try await options(scene)
            #expect(before["stream_count_after_token"]?.intValue == 1000)
            #expect(before["excess_stream_rule"]?.stringValue == "go-away")
            #expect(before["refusals_before_go_away"] == nil)
            let changed = try await scene.ask(
                .patch, "/v1/apns/options",
                """
                {"stream_count_after_token":5,"priority_rule":"accept-any",
                "refusals_before_go_away":3,"token_rate_limit":{"count_max":2,"seconds":60}}
                """)
            #expect(changed.status == 200)
            let after = try await options(scene)
            #expect(after["stream_count_after_token"]?.intValue == 5)
            #expect(after["priority_rule"]?.stringValue == "accept-any")
            #expect(after["refusals_before_go_away"]?.intValue == 3)
            #expect(after["token_rate_limit"]?.objectValue?["count_max"]?.intValue == 2)
            #expect(after["silence"]?.stringValue == "never")
            _ = try await scene.ask(
                .patch, "/v1/apns/options",
                #"{"refusals_before_go_away":null,"token_rate_limit":null}"#)
            let last = try await options(scene)
            #expect(last["refusals_before_go_away"] == nil)
            #expect(last["token_rate_limit"] == nil)
            #expect(last["stream_count_after_token"]?.intValue == 5)
        }
    }

    @Test(arguments: [
        "", "[]", "no", #"{"unknown":1}"#, #"{"silence":"sometimes"}"#,
        #"{"stream_count_after_token":"many"}"#, #"{"silence":null}"#,
    ])
    func `an invalid switch is rejected with a problem, and nothing changes`(body: String)
        async throws
    {
        try await ControlScene.run { scene in
            let before = try await options(scene)
            _ = try await scene.ask(.patch, "/v1/apns/options", body).problem(.badRequest)
            #expect(try await options(scene) == before)
        }
    }

    @Test func `a switch applies to the next push`() async throws {
        try await ControlScene.run { scene in
            let id = try #require(APNSID("5b2f1c3e-8d0e-4f57-9d5a-2f6f0c1f7a11"))
            _ = try await scene.ask(
                .patch, "/v1/apns/options", #"{"token_rate_limit":{"count_max":1,"seconds":60}}"#)
            _ = try await scene.push(#"{"aps":{"alert":"1"}}"#, id: id)
            let outcome = try await scene.push(#"{"aps":{"alert":"2"}}"#, id: id)
            guard case .rejected(let rejection) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(rejection.reason == .tooManyRequests)
        }
    }

    @Test(arguments: ["{}", #"{"reason":"Shutdown","environment":"production","last_stream":0}"#])
    func `GOAWAY is not sent without connections`(body: String) async throws {
        try await ControlScene.run { scene in
            let report: GoAwayReport = try await scene.ask(.post, "/v1/apns/goaway", body).decode()
            #expect(report.connections == 0)
        }
    }

    @Test(arguments: ["", #"{"environment":"moon"}"#, #"{"last_stream":-1}"#])
    func `an invalid GOAWAY order is rejected with a problem`(body: String) async throws {
        try await ControlScene.run { scene in
            _ = try await scene.ask(.post, "/v1/apns/goaway", body).problem(.badRequest)
        }
    }
}
