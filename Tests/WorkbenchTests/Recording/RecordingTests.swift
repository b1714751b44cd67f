// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import Testing

@testable import Workbench

/// The file of a recording, and the plan for sending it again.
struct RecordingTests {
    private func read(_ bytes: [UInt8]) throws -> (requests: [RecordedRequest], isComplete: Bool) {
        var requests: [RecordedRequest] = []
        let isComplete = try Recording(bytes, name: "run.jsonl").readAll { requests.append($1) }
        return (requests, isComplete)
    }

    @Test func `a file gives the requests that were written`() throws {
        let requests = [Sample.request(), Sample.request(device: 2, status: 410)]
        let found = try read(Sample.file(requests))
        #expect(found.requests == requests && found.isComplete)
        #expect(try read([]).requests.isEmpty)
    }

    @Test func `a line that a killed run left incomplete is left out`() throws {
        let line = try Sample.request().line
        let start = try Sample.file([Sample.request()])
        let cut = try read(start + line.dropLast(9))
        #expect(cut.requests.count == 1 && !cut.isComplete)
        let again = try read(start + line.dropLast(9) + [UInt8(ascii: "\n")] + start)
        #expect(again.requests.count == 2 && !again.isComplete)
        let ended = try read(start + RecordMark.end.line + [UInt8(ascii: "\n")])
        #expect(ended.requests.count == 1 && !ended.isComplete)
    }

    @Test(arguments: ["hello\n", "{}\n", "{\"a\":1}\n{\"b\":2}\n"])
    func `a file that is not a record is rejected with the line`(text: String) {
        let error = #expect(throws: WorkFailure.self) { try read(Array(text.utf8)) }
        #expect(error?.description.hasPrefix("run.jsonl:1: ") == true)
        #expect(error?.kind == .badInput)
    }

    @Test func `a plan has a connection for each recorded connection, and runs follow each other`()
        throws
    {
        let bytes = try Sample.file(
            [
                Sample.request(sinceStart: 1000), Sample.request(connection: 2, sinceStart: 1500),
                Sample.request(sinceStart: 3000),
            ],
            [Sample.request(sinceStart: 200)])
        let plan = try ReplayPlan(Recording(bytes, name: "run.jsonl"))
        #expect(plan.connections.map { $0.map(\.time) } == [[0, 2000], [500], [2200]])
        #expect(plan.requestCount == 4 && plan.skipped.isEmpty)
        #expect(ReplaySpeed("2")?.delay(of: 2000) == .seconds(1))
        #expect(ReplaySpeed("max")?.delay(of: 2000) == .zero)
        for wrong in ["0", "-1", "fast", "1001", "nan", ""] { #expect(ReplaySpeed(wrong) == nil) }
    }

    @Test func `a request whose credential was refused is not sent again`() throws {
        var injected = Sample.request(status: 403, reason: .expiredProviderToken)
        injected.report.fault = "expired"
        let plan = try ReplayPlan(
            Sample.recording([
                Sample.request(status: 403, reason: .invalidProviderToken), injected,
                Sample.request(status: 403, reason: .missingProviderToken),
            ]))
        #expect(plan.requestCount == 2 && plan.skipped.values.reduce(0, +) == 1)
    }

    @Test func `redacted tokens are replaced by tokens of other devices`() throws {
        var unknown = Sample.request(device: 3, status: 400, reason: .badDeviceToken)
        unknown.report.app = nil
        let requests = [Sample.request(), Sample.request(device: 2), Sample.request(), unknown]
        var plan = try ReplayPlan(Sample.recording(requests))
        let group = ReplayTokens.Group(app: "com.example.shop", environment: .sandbox)
        #expect(plan.tokens.wanted.keys.map(\.self) == [group])
        #expect(plan.tokens.wanted[group]?.count == 2 && !plan.tokens.isComplete)
        let tokens = try (1...2).map {
            try DeviceToken(hex: String(repeating: "\($0)b", count: 32))
        }
        plan.assign(tokens, to: group)
        #expect(plan.tokens.isComplete)
        #expect(plan.tokens.path(of: requests[1]) == "/3/device/" + tokens[1].hex)
        #expect(plan.tokens.path(of: requests[2]) == "/3/device/" + tokens[0].hex)
        let invented = plan.tokens.path(of: unknown)
        #expect(invented.count == "/3/device/".count + 64 && !invented.contains("…"))
        var full = Sample.request()
        full.report.token = tokens[0].hex
        full.path = "/3/device/" + tokens[0].hex
        let complete = try ReplayPlan(Sample.recording([full]))
        #expect(complete.tokens.isComplete && complete.tokens.path(of: full) == full.path)
    }

    @Test func `a report counts the outcomes that differ`() throws {
        var report = ReplayReport(file: "a", target: "b:1", skipped: ["because": 2])
        report.add(Sample.request(), line: 2, replayed: .init(status: 200, reason: nil))
        report.add(
            Sample.request(), line: 3, replayed: .init(status: 400, reason: "BadTopic"))
        #expect(!report.isEqual && report.sent == 2 && report.different == 1)
        let text = report.text(width: nil) { text, _ in text }
        #expect(text.contains("line 3") && text.contains("200 → 400 BadTopic"), "\(text)")
        #expect(text.contains("2 requests not sent: because"), "\(text)")
        var other = ReplayReport(file: "a", target: "b:1", skipped: [:])
        other.add(
            Sample.request(), line: 1, replayed: .init(status: 0, reason: nil), failure: "closed")
        report.merge(other)
        #expect(report.differences.map(\.line) == [1, 3] && report.sent == 3)
        #expect(report.json()["different"]?.intValue == 2)
    }
}
