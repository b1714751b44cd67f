// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import Foundation
import Testing

@Test func `a time keeps its milliseconds in JSON`() throws {
    let id = try #require(APNSID("6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7f0"))
    let report = DeliveryReport(
        apnsID: id, time: Date(timeIntervalSince1970: 1_768_377_600.125), environment: .sandbox,
        payloadByteCount: 12, status: 200, stage: .stored, note: "waits")
    let data = try ControlJSON.encode(report)
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains(#""time":"2026-01-14T08:00:00.125Z""#))
    #expect(text.contains(#""apns_id":"6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7f0""#))
    #expect(text.contains(#""payload_bytes":12"#))
    #expect(try ControlJSON.decode(DeliveryReport.self, from: data) == report)
}

@Test func `a text that is not a time is rejected`() {
    #expect(throws: DecodingError.self) {
        try ControlJSON.decode([Date].self, from: Data(#"["yesterday"]"#.utf8))
    }
}

@Test(arguments: [
    (DeliveryReport.Stage.rejected, false, true), (.underWay, true, false), (.stored, true, true),
    (.delivered, true, true), (.discarded, false, true),
])
func `a stage determines whether a delivery is good and whether it is final`(
    stage: DeliveryReport.Stage, isGood: Bool, isSettled: Bool
) throws {
    let id = try #require(APNSID("6f1ed002-ab5d-4d2c-8cf9-3a07a1d5e7f0"))
    var report = DeliveryReport(
        apnsID: id, time: Date(timeIntervalSince1970: 0), environment: .production,
        payloadByteCount: 1, status: 400, stage: stage, note: "the note")
    report.reason = .badDeviceToken
    #expect(report.isGood == isGood)
    #expect(stage.isSettled == isSettled)
    let summary =
        switch stage {
        case .rejected: "rejected by APNs: 400 BadDeviceToken"
        case .stored: "stored for the phone: the note"
        default: "the note"
        }
    #expect(report.summary == summary)
}

@Test(arguments: [
    (ControlProblem.Code.badRequest, 400), (.notAllowed, 403), (.noSuchDevice, 404),
    (.noToken, 404), (.notFound, 404), (.tooMany, 429),
])
func `a problem has its status and a title`(code: ControlProblem.Code, status: Int) throws {
    let problem = ControlProblem(code, "what; and then")
    #expect(problem.status == status)
    #expect(!problem.title.contains("_"))
    let data = try ControlJSON.encode(problem)
    #expect(try ControlJSON.decode(ControlProblem.self, from: data) == problem)
}
