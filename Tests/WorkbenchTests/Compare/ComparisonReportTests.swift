// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

@testable import Workbench

/// The list of compared requests, and the report about the responses.
struct ComparisonReportTests {
    private func response(
        _ status: Int, _ reason: String, _ headers: [(String, String)] = [], sent: String? = nil
    ) -> ComparedResponse {
        let request = RawSender.Request(
            method: "POST", path: "/", headers: sent.map { [.init("apns-id", $0)] } ?? [], body: [])
        return ComparedResponse(
            RawSender.Response(
                status: status, headers: headers.map { .init($0.0, $0.1) },
                body: Array("{\"reason\":\"\(reason)\"}".utf8)), to: request)
    }

    @Test func `the number of compared requests is limited, and no placeholder remains in them`()
        throws
    {
        let all = ComparedRequest.all
        #expect(all.count <= ComparedRequest.countMax)
        #expect(Set(all.map(\.name)).count == all.count)
        let values = ComparedRequest.Values(
            topic: "com.example.app",
            token: try DeviceToken(hex: String(repeating: "0a", count: 32)),
            id: try #require(APNSID("5b2f1c3e-8d0e-4f57-9d5a-2f6f0c1f7a11")))
        for request in all {
            let made = request.request(values, authorization: "bearer x")
            #expect(!made.path.contains("TOKEN"), "\(request.name)")
            #expect(
                !made.headers.contains { ["TOPIC", "ID"].contains($0.value) }, "\(request.name)")
            #expect(made.headers.contains { $0.name == "authorization" } == request.isAuthorized)
        }
        let large = try #require(all.first { $0.name == "payload-too-large" })
        #expect(large.body.count == 4097)
    }

    @Test func `identifiers are compared by their form`() {
        let capitals = "5B2F1C3E-8D0E-4F57-9D5A-2F6F0C1F7A11"
        let first = response(400, "BadTopic", [("apns-id", capitals)])
        let second = response(
            400, "BadTopic", [("apns-id", "6B2F1C3E-8D0E-4F57-9D5A-2F6F0C1F7A12")])
        #expect(first.differences(from: second).isEmpty)
        let echoed = response(400, "BadTopic", [("apns-id", capitals)], sent: capitals)
        #expect(first.differences(from: echoed) == ["header apns-id"])
        let small = response(400, "BadTopic", [("apns-id", capitals.lowercased())])
        #expect(first.differences(from: small) == ["header apns-id"])
    }

    @Test func `a report says what differs, and has no secrets`() throws {
        let request = ComparedRequest.all[0]
        let report = ComparisonReport(
            version: "1", server: "127.0.0.1:1", time: Date(timeIntervalSince1970: 0),
            rows: [
                .init(
                    request, server: response(400, "BadTopic", [("a", "1")]),
                    simulator: response(403, "BadDeviceToken")),
                .init(
                    ComparedRequest.all[1], server: response(400, "BadTopic"),
                    simulator: response(400, "BadTopic")),
            ], stop: nil)
        #expect(report.rows.map(\.differences) == [["status", "reason", "header a"], []])
        #expect(!report.isEqual)
        let text = report.text(width: nil) { text, _ in text }
        #expect(text.contains("invented-token"), "\(text)")
        #expect(text.contains("400 BadTopic") && text.contains("403 BadDeviceToken"), "\(text)")
        #expect(text.contains("2 requests, of which 1 got a different response"), "\(text)")
        let json = JSONWriter.text(.object(report.json()))
        #expect(json.contains("TOPIC") && json.contains("TOKEN"), "\(json)")
        #expect(!json.contains("authorization"), "\(json)")
    }
}
