// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import Simulation
import Testing

@testable import BellhopGateway

@Suite(.timeLimit(.minutes(30))) struct PayloadRoutesTests {
    /// A body with a payload's text and more members.
    private func body(_ payload: String, _ more: JSONObject = [:]) -> String {
        var object = more
        object["payload"] = .string(payload)
        return JSONWriter.text(.object(object))
    }

    // MARK: Lint

    @Test func `lint finds a misspelled key, and the fix corrects the payload`() async throws {
        try await HTTPScene.run { http in
            let text = #"{"aps":{"alert":{"title":"Küche","boddy":"Dinner"}}}"#
            let response = try await http.ask(.post, "/v1/lint", body(text))
            #expect(response.status == 200)
            let report = try response.decode(PayloadReport.self)
            #expect(report.pushType == .alert)
            #expect(report.byteCount == text.utf8.count)
            #expect(report.byteCountMax == 4096)
            let finding = try #require(report.findings.first { $0.rule == "misspelled-key" })
            #expect(finding.severity == "error")
            #expect(finding.keyPath == "aps.alert.boddy")
            #expect(!finding.why.isEmpty)
            #expect(finding.line == 1)
            let range = try #require(finding.range)
            let bytes = Array(text.utf8)
            #expect(String(decoding: bytes[range.from..<range.to], as: UTF8.self) == #""boddy""#)
            let edit = try #require(finding.fix?.edits.first)
            let fixed = bytes[..<edit.from] + Array(edit.text.utf8) + bytes[edit.to...]
            let again = try await http.ask(
                .post, "/v1/lint", body(String(decoding: fixed, as: UTF8.self)))
            #expect(try again.decode(PayloadReport.self).findings.isEmpty, "\(again.text)")
        }
    }

    @Test func `invalid JSON and a wrong header are reported as findings, not as a problem`()
        async throws
    {
        try await HTTPScene.run { http in
            let response = try await http.ask(
                .post, "/v1/lint",
                body(#"{"aps":{"alert":"x",}}"#, ["headers": ["apns-priority": "11"]]))
            #expect(response.status == 200)
            let findings = try response.decode(PayloadReport.self).findings
            #expect(findings.contains { $0.rule == "trailing-comma" && $0.fix != nil })
            let priority = try #require(findings.first { $0.rule == "bad-priority" })
            #expect(priority.keyPath == "headers.apns-priority")
            #expect(priority.range == nil)
        }
    }

    @Test(arguments: PushType.allCases)
    func `the size is checked against the limit of the push type`(_ type: PushType) async throws {
        try await HTTPScene.run { http in
            let limit = type.traits.payloadByteCountMax
            func report(_ byteCount: Int) async throws -> PayloadReport {
                let frame = #"{"aps":{"alert":""},"x":""}"#
                let text = frame.replacing(
                    #""x":"""#,
                    with: #""x":"\#(String(repeating: "a", count: byteCount - frame.utf8.count))""#)
                let response = try await http.ask(
                    .post, "/v1/lint",
                    body(text, ["headers": ["apns-push-type": .string(type.rawValue)]]))
                return try response.decode(PayloadReport.self)
            }
            let fits = try await report(limit)
            #expect(fits.byteCount == limit && fits.byteCountMax == limit)
            #expect(!fits.findings.contains { $0.rule == "payload-too-large" })
            let tooLong = try await report(limit + 1)
            #expect(tooLong.findings.contains { $0.rule == "payload-too-large" })
        }
    }

    @Test(arguments: [
        (#"{}"#, "value_missing", "payload"), (#"{"payload":{}}"#, "bad_value", "payload"),
        (#"{"payload":"{}","header":{}}"#, "unknown_key", "header"),
        (#"{"payload":"{}","headers":{"authorization":"x"}}"#, "unknown_key", "authorization"),
    ])
    func `a wrong request is refused with a problem that names the key`(
        body: String, code: String, place: String
    ) async throws {
        try await HTTPScene.run { http in
            let problem = try await http.ask(.post, "/v1/lint", body).problem()
            #expect(problem.code == code)
            #expect(problem.keyPath?.contains(place) == true)
        }
    }

    // MARK: Explain

    private struct Explanations: Decodable {
        struct Explanation: Decodable {
            struct Effect: Decodable { let place: String }
            struct Withheld: Decodable { let what: String }

            let name: String
            let sees: [Effect]
            let whyNot: [Withheld]
            var places: [String] { sees.map(\.place) }

            enum CodingKeys: String, CodingKey {
                case name, sees
                case whyNot = "why_not"
            }
        }

        let explanations: [Explanation]
    }

    @Test func `the response contains one explanation for each scenario`() async throws {
        try await HTTPScene.run { http in
            let response = try await http.ask(
                .post, "/v1/explain",
                body(
                    #"{"aps":{"alert":"Dinner"}}"#,
                    [
                        "scenarios": [
                            ["name": "locked", "locked": true],
                            ["name": "denied", "permission": "denied"],
                            ["name": "work", "focus": "Work"],
                        ]
                    ]))
            #expect(response.status == 200, "\(response.text)")
            let explanations = try response.decode(Explanations.self).explanations
            #expect(explanations.map(\.name) == ["locked", "denied", "work"])
            #expect(explanations[0].places.contains("lock-screen"))
            #expect(explanations[1].places.isEmpty)
            #expect(!explanations[2].places.contains("banner"))
            #expect(!explanations[2].whyNot.isEmpty)
        }
    }

    @Test(arguments: [
        (#"{"payload":"{}"}"#, "value_missing", "scenarios"),
        (#"{"payload":"{}","scenarios":[{"state":"asleep"}]}"#, "bad_value", "scenarios[0].state"),
        (
            #"{"payload":"{}","scenarios":[{},{"state":"foreground","locked":true}]}"#,
            "bad_value", "scenarios[1].locked"
        ),
        (
            #"{"payload":"{}","headers":{"apns-priority":"x"},"scenarios":[{}]}"#,
            "bad_value", "headers.apns-priority"
        ),
    ])
    func `a wrong scenario is refused with a problem that names the key`(
        body: String, code: String, place: String
    ) async throws {
        try await HTTPScene.run { http in
            let problem = try await http.ask(.post, "/v1/explain", body).problem()
            #expect(problem.code == code)
            #expect(problem.keyPath == place)
        }
    }

    // MARK: Test pushes

    private func push(_ more: JSONObject = [:]) -> String {
        var object: JSONObject = [
            "app": .string(GatewayScene.app), "environment": "sandbox",
            "token": .string(GatewayScene.tokenHex),
        ]
        for member in more.members { object[member.key] = member.value }
        return body(#"{"aps":{"alert":"Dinner"}}"#, object)
    }

    @Test func `a test push is sent at once, is audited, and never shows the token`() async throws {
        try await HTTPScene.run { http in
            let response = try await http.ask(
                .post, "/v1/test-pushes",
                push(["headers": ["apns-priority": "5", "apns-collapse-id": "dinner"]]))
            #expect(response.status == 200, "\(response.text)")
            let result = try response.decode(TestPushResult.self)
            #expect(result.outcome == .accepted && result.status == 200)
            #expect(result.priority == 5 && result.topic == GatewayScene.app)
            #expect(!response.text.contains(GatewayScene.tokenHex))
            let sent = try #require(http.scene.sender.sent.first)
            #expect(http.scene.sender.sent.count == 1)
            #expect(sent.request.deviceToken.hex == GatewayScene.tokenHex)
            #expect(sent.request.collapseID?.text == "dinner")
            #expect(sent.environment == .sandbox)
            #expect(sent.request.body == Array(#"{"aps":{"alert":"Dinner"}}"#.utf8))
            let list = try await http.ask(.get, "/v1/audit")
            #expect(list.text.contains("POST /v1/test-pushes"))
            #expect(!list.text.contains(GatewayScene.tokenHex))
        }
    }

    @Test func `a rejected test push shows the reason from APNs, its meaning and what to do`()
        async throws
    {
        try await HTTPScene.run { http in
            http.scene.sender.respond(
                with: .rejected(Rejection(status: 400, reason: .badDeviceToken)))
            let response = try await http.ask(.post, "/v1/test-pushes", push())
            let result = try response.decode(TestPushResult.self)
            #expect(result.outcome == .rejected && result.status == 400)
            #expect(result.reason == "BadDeviceToken")
            #expect(result.detail?.isEmpty == false && result.remedy?.isEmpty == false)
        }
    }

    @Test func `a test push needs its own scope, a known app, a valid token and valid headers`()
        async throws
    {
        try await HTTPScene.run { http in
            let key = try await http.scene.gateway.createKey(
                APIKeyRequest(name: "n", scopes: [.messagesWrite]))
            let refused = try await http.ask(
                .post, "/v1/test-pushes", push(),
                authorization: "Bearer \(try #require(key.key))")
            #expect(try refused.problem().code == "scope_missing")
            for (more, code) in [
                (["app": "com.example.none"], "app_not_found"), (["token": "xy"], "bad_value"),
                (["headers": ["apns-priority": "7"]], "bad_value"),
                (["headers": ["apns-topic": "com.example.other"]], "bad_value"),
                (["environment": "moon"], "bad_value"),
            ] as [(JSONObject, String)] {
                let response = try await http.ask(.post, "/v1/test-pushes", push(more))
                #expect(try response.problem().code == code, "\(response.text)")
                #expect(!response.text.contains(GatewayScene.tokenHex))
            }
            #expect(http.scene.sender.sent.isEmpty)
        }
    }

    @Test func `the list of push types is complete, and shows size limits and topic suffixes`()
        async throws
    {
        try await HTTPScene.run { http in
            let list = try await http.ask(.get, "/v1/push-types").decode(PushTypeList.self)
            #expect(list.pushTypes.map(\.pushType) == PushType.allCases)
            let voip = try #require(list.pushTypes.first { $0.pushType == .voip })
            #expect(voip.byteCountMax == 5120 && voip.topicSuffix == ".voip")
        }
    }
}
