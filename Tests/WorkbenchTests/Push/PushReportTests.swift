// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import Diagnostics
import Foundation
import Testing

@testable import Workbench

struct PushReportTests {
    private static let id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"

    private func report(
        _ outcome: PushOutcome, to name: String = "api.example.com:443"
    ) throws -> PushReport {
        let text = SourceText(name: "hello.apns", bytes: Array(#"{"aps":{"alert":"Hi"}}"#.utf8))
        let file = try PushFile(reading: text)
        let target = PushTarget(
            token: try DeviceToken(hex: String(repeating: "7a", count: 32)),
            bundleID: "com.example.app",
            endpoint: Endpoint(host: "api.example.com", port: 443), name: name, environment: nil)
        var headers = PushHeaders()
        headers.id = try PushHeaders.id(Self.id)
        let plan = try PushPlan(file, headers: headers, to: target)
        return PushReport(plan: plan, target: target, outcome: outcome, delivery: nil)
    }

    private func rejection(
        _ status: Int, _ reason: String, timestamp: Date? = nil
    ) -> PushOutcome {
        .rejected(
            Rejection(
                status: status, reason: RejectionReason(rawValue: reason), timestamp: timestamp))
    }

    @Test func `an accepted push is not a failure`() throws {
        let report = try report(.accepted(Acceptance()))
        #expect(report.failure == nil)
        #expect(report.plainText.contains("APNs      accepted, apns-id \(Self.id)"))
    }

    @Test func `a 410 has the time since which the token is invalid, in text and JSON`() throws {
        let date = Date(timeIntervalSince1970: 1_768_392_000)
        let report = try report(rejection(410, "Unregistered", timestamp: date))
        #expect(report.failure == .refused)
        #expect(report.plainText.contains("invalid since 2026-01-14T12:00:00Z"))
        #expect(try report.json()["timestamp"]?.stringValue == "2026-01-14T12:00:00.000Z")
        let other = try self.report(rejection(400, "BadDeviceToken"))
        #expect(try other.json()["timestamp"] == nil)
    }

    @Test func `a lost response is distinguished from a refused connection`() throws {
        let lost = try report(
            .unknown(
                UnknownOutcome(
                    code: .lost, mayHaveBeenProcessed: true, cause: "connection lost")))
        #expect(lost.failure == .mayHaveBeenProcessed)
        #expect(lost.plainText.contains("--apns-id \(Self.id)"))
        #expect(try lost.json()["may_have_been_processed"]?.boolValue == true)
        let absent = try report(
            .unknown(
                UnknownOutcome(
                    code: .connectionRefused, mayHaveBeenProcessed: false,
                    cause: "connection refused")))
        #expect(absent.failure == .unavailable)
        #expect(absent.plainText.contains("certainly not processed"))
    }

    @Test(arguments: [(502, true), (407, false)])
    func `a response of a proxy is not a rejection by APNs`(
        status: Int, mayHaveBeenProcessed: Bool
    ) throws {
        let report = try report(
            .unknown(
                UnknownOutcome(
                    code: .notFromAPNs, mayHaveBeenProcessed: mayHaveBeenProcessed,
                    cause: "the response has no reason", status: status)))
        #expect(report.failure == (mayHaveBeenProcessed ? .mayHaveBeenProcessed : .unavailable))
        #expect(!report.plainText.contains("rejected"))
        let json = try report.json()
        #expect(json["result"]?.stringValue == "unknown")
        #expect(json["code"]?.stringValue == "not_from_apns")
        #expect(json["status"]?.intValue == status)
        #expect(json["may_have_been_processed"]?.boolValue == mayHaveBeenProcessed)
    }

    @Test func `every code of an unknown outcome has its advice`() throws {
        let report = try report(
            .unknown(
                UnknownOutcome(
                    code: .tlsUntrusted, mayHaveBeenProcessed: false, cause: "not trusted")))
        #expect(report.plainText.contains("with --ca"))
        for code in UnknownOutcome.Code.allCases { #expect(!code.advice.isEmpty) }
    }

    @Test func `external text stays on its line and contains no control characters`() throws {
        let hostile = "\u{1B}[2J\nAPNs      accepted\u{202E}"
        for outcome in [
            rejection(400, hostile),
            .unknown(UnknownOutcome(code: .lost, mayHaveBeenProcessed: true, cause: hostile)),
        ] {
            let text = try report(outcome, to: hostile).plainText
            #expect(PrintableText.lines(text) == text)
            #expect(!text.split(separator: "\n").contains { $0.hasPrefix("APNs      accepted") })
        }
    }
}
