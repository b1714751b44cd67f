// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import Testing
import Workbench

/// What `bellhop load` prints during a run and at its end.
struct LoadReportTests {
    private static let rejection = PushOutcome.rejected(
        Rejection(status: 410, reason: RejectionReason(rawValue: "Unregistered")))
    private static let silence = PushOutcome.unknown(
        UnknownOutcome(
            code: .deadline, mayHaveBeenProcessed: true, cause: "no response within 15 s"))

    private func report(
        accepted: Int, rejected: Int = 0, unknown: Int = 0, rate: Double? = nil
    ) -> LoadReport {
        var tally = LoadTally()
        for _ in 0..<accepted { tally.add(.accepted(Acceptance()), latency: .milliseconds(3)) }
        for _ in 0..<rejected { tally.add(Self.rejection, latency: .milliseconds(1)) }
        for _ in 0..<unknown { tally.add(Self.silence, latency: .seconds(15)) }
        return LoadReport(
            target: "iPhone",
            plan: LoadPlan(
                requestCount: accepted + rejected + unknown, rate: rate, connectionCount: 1,
                inFlightCount: 100),
            tally: tally, elapsed: .seconds(2), processorTime: .milliseconds(30),
            connectionCount: 1, tokenCount: 1)
    }

    @Test func `there is no failure if every request was accepted`() {
        let report = report(accepted: 1000)
        #expect(report.failure == nil)
        #expect(
            report.plainText == """
                to        iPhone, 1 device token
                sent      1000 requests in 2.00 s: 500 a second, 1 connection, at most 100 at \
                the same time
                accepted  1000
                latency   p50 3.00 ms   p90 3.00 ms   p99 3.00 ms   p99.9 3.00 ms   max 3.00 ms
                          ≤ 4.00 ms   \(LoadReport.bar(40)) 1000
                processor 30.0 µs of CPU time for each request, in this process
                """)
    }

    @Test func `rejections and missing responses are counted by kind`() {
        let report = report(accepted: 90, rejected: 8, unknown: 2)
        #expect(report.failure == .refused)
        let lines = report.plainText.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("rejected  8  410 Unregistered: ") })
        #expect(lines.contains("unknown   2  no response within 15 s"))
        #expect(lines.contains { $0.contains("max 15.0 s") })
        // The numbers next to the bars add up to the number of requests.
        let bars = lines.filter { $0.contains("≤") }
        #expect(
            bars.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
                .reduce(0, +) == 100)
    }

    @Test func `without any response, the server is reported as unavailable`() {
        #expect(report(accepted: 0, unknown: 3).failure == .unavailable)
    }

    @Test func `a rate that was not reached is reported`() {
        let behind = report(accepted: 1000, rate: 1000).plainText
        #expect(behind.contains("the given rate of 1000 requests a second"))
        #expect(!report(accepted: 1000, rate: 510).plainText.contains("behind"))
    }

    @Test func `the JSON of a report has stable keys`() throws {
        let report = report(accepted: 90, rejected: 8, unknown: 2, rate: 50)
        let json = report.json()
        #expect(
            json.members.map(\.key).sorted() == [
                "accepted", "connections", "device_tokens", "in_flight_max", "latency_ms",
                "processor_us_per_request", "rate", "rate_wanted", "rejected", "requests",
                "seconds", "to", "unknown",
            ])
        #expect(json["requests"]?.intValue == 100)
        #expect(json["rate"]?.intValue == 50)
        #expect(json["rejected"]?.objectValue?["410 Unregistered"]?.intValue == 8)
        #expect(json["unknown"]?.objectValue?["no response within 15 s"]?.intValue == 2)
        // The upper limit of the bucket that contains 3 ms.
        #expect(json["latency_ms"]?.objectValue?["p50"]?.doubleValue == 3.007)
        #expect(json["latency_ms"]?.objectValue?["max"]?.intValue == 15_000)
        #expect(json["processor_us_per_request"]?.intValue == 300)
    }

    @Test func `kinds of outcomes beyond the limit are counted together`() {
        var tally = LoadTally()
        for number in 0..<100 {
            let outcome = PushOutcome.unknown(
                UnknownOutcome(
                    code: .lost, mayHaveBeenProcessed: false, cause: "cause \(number)"))
            tally.add(outcome, latency: .zero)
        }
        #expect(tally.unknowns.count == LoadTally.kindCountMax + 1)
        #expect(tally.unknowns[LoadTally.otherKinds] == 100 - LoadTally.kindCountMax)
        #expect(tally.unknownCount == 100)
    }

    @Test func `the progress line shows the share and the rate`() {
        let report = report(accepted: 450, rejected: 50)
        var plan = report.plan
        plan.requestCount = 1000
        let line = LoadProgress.line(report.tally, plan: plan, elapsed: .seconds(2))
        #expect(
            line == "████████████░░░░░░░░░░░░ 50 %  500 responses, 50 not accepted, 250 a second, "
                + "p99 3.00 ms")
    }

    @Test(
        arguments: [
            (Duration.microseconds(7), "7 µs"), (.microseconds(1500), "1.50 ms"),
            (.milliseconds(45), "45.0 ms"), (.milliseconds(450), "450 ms"),
            (.seconds(61), "61.0 s"),
        ])
    func `times have about three digits`(time: Duration, text: String) {
        #expect(LoadReport.time(time) == text)
    }

    @Test func `a noun is in the singular after 1 only`() {
        #expect(LoadReport.plural(0, "device") == "0 devices")
        #expect(LoadReport.plural(1, "device") == "1 device")
        #expect(LoadReport.plural(1, "entry", "entries") == "1 entry")
        #expect(LoadReport.plural(2, "entry", "entries") == "2 entries")
    }
}

extension WorkResult {
    /// The text without styles.
    var plainText: String { text(width: nil) { text, _ in text } }
}
