// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import Foundation
import Workbench

/// Recorded requests for tests.
enum Sample {
    static let start = 1_767_225_600

    /// A request for a device, accepted unless a status is given.
    static func request(
        device: Int = 1, status: Int = 200, reason: RejectionReason? = nil,
        headers: [String: String?] = [:], payload: JSONValue = ["aps": ["alert": "Hello"]],
        connection: Int = 1, sinceStart: Int = 0, time: Int = start
    ) -> RecordedRequest {
        var all = [
            "apns-topic": "com.example.shop", "apns-push-type": "alert", "apns-priority": "10",
        ]
        for (name, value) in headers { all[name] = value }
        var report = RequestReport(
            sequence: 1, time: Date(timeIntervalSince1970: Double(time)), environment: .sandbox,
            apnsID: APNSID("5B2F1C3E-8D0E-4F57-9D5A-2F6F0C1F7A11") ?? Sample.id, status: status,
            reason: reason, headers: all, note: "a note")
        let hex = String(repeating: "0", count: 62 - String(device).count) + "a\(device)f"
        report.token = (try? DeviceToken(hex: hex))?.redacted
        report.app = "com.example.shop"
        var request = RecordedRequest(
            report, method: "POST", path: "/3/device/\(report.token ?? "")",
            connection: connection, sinceStart: sinceStart, credential: .token)
        request.setBody(JSONWriter.write(payload))
        return request
    }

    private static var id: APNSID {
        var generator = SystemRandomNumberGenerator()
        return APNSID.random(using: &generator)
    }

    /// The recording of some runs, as a file.
    static func file(_ runs: [RecordedRequest]...) throws -> [UInt8] {
        let newline = [UInt8(ascii: "\n")]
        let mark = RecordMark.start(Date(timeIntervalSince1970: Double(start)), hasTokens: false)
        return try runs.flatMap { run in
            try mark.line + newline + run.flatMap { try $0.line + newline }
        }
    }

    static func recording(_ requests: [RecordedRequest]) throws -> Recording {
        Recording(try file(requests), name: "run.jsonl")
    }
}
