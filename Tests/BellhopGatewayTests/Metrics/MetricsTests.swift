// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import HTTPTypes
import Testing

@testable import BellhopGateway

@Suite(.timeLimit(.minutes(30))) struct MetricsTests {
    @Test func `the buckets of a histogram are cumulative and include their bounds`() {
        var histogram = Histogram()
        for seconds in [0, 0.001, 0.0011, 29.9, 31] { histogram.add(seconds) }
        var text = PrometheusText()
        text.add(.transactionSeconds, ["read"], histogram)
        let lines = text.text.split(separator: "\n")
        let name = "bellhop_database_transaction_seconds"
        for (bound, count) in [("0.001", 2), ("10", 3), ("30", 4), ("+Inf", 5)] {
            let line = "\(name)_bucket{kind=\"read\",le=\"\(bound)\"} \(count)"
            #expect(lines.contains(Substring(line)), "\(line)")
        }
        #expect(lines.contains(Substring("\(name)_count{kind=\"read\"} 5")))
    }

    @Test func `the values of labels are escaped`() {
        var text = PrometheusText()
        text.add(.buildInfo, ["a\\b\"c\nd"], 1)
        #expect(text.text.hasSuffix(#"bellhop_build_info{version="a\\b\"c\nd"} 1"# + "\n"))
    }

    @Test func `a metric has a bounded number of series`() {
        let registry = MetricsRegistry()
        for number in 0..<(MetricsRegistry.seriesPerMetricMax + 50) {
            registry.add(to: .retries, ["app\(number)", "not_sent"])
        }
        var text = PrometheusText()
        registry.write(to: &text)
        let lines = text.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(lines.count == MetricsRegistry.seriesPerMetricMax + 1)
        #expect(lines.contains(#"bellhop_delivery_retries_total{app="other",reason="other"} 50"#))
    }

    @Test func `reasons that a server invents share one value of the label`() {
        #expect(MetricReason.label("BadDeviceToken") == "BadDeviceToken")
        #expect(MetricReason.label("not_sent") == "not_sent")
        #expect(MetricReason.label("") == "")
        for invented in ["Whatever", "a reason", "x1", String(repeating: "a", count: 41)] {
            #expect(MetricReason.label(invented) == "other", "\(invented)")
        }
        for code in UnknownOutcome.Code.allCases {
            #expect(MetricReason.label(code.rawValue) == code.rawValue)
        }
    }

    @Test func `every metric has a name, labels and a help text in the right form`() {
        for metric in GatewayMetric.allCases {
            let name = metric.rawValue
            #expect(name.wholeMatch(of: /[a-z_]+/) != nil, "\(name)")
            #expect(name.hasSuffix("_total") == (metric.row.kind == .counter), "\(name)")
            #expect(name.hasSuffix("_seconds") || metric.row.kind != .histogram, "\(name)")
            #expect(metric.row.help.hasSuffix("."), "\(name)")
            #expect(!metric.row.labels.contains("le"), "\(name)")
        }
        #expect(GatewayMetric.databaseErrors.row.labels == ["kind", "error"])
        #expect(GatewayMetric.startTime.row.help.contains("started"))
        #expect(GatewayMetric.unsettled.row.help.contains("not stored"))
        #expect(GatewayMetric.apnsFailing.row.help.contains("no responses"))
        #expect(GatewayMetric.httpConnections.row.help.contains("connections"))
    }

    @Test func `docs/operating.md has a row for every metric`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appending(path: "docs/operating.md"), encoding: .utf8)
        for metric in GatewayMetric.allCases {
            #expect(page.contains("| `\(metric.rawValue)`"), "\(metric.rawValue)")
        }
    }

    @Test func `the metrics count what the gateway did, and contain no token or user`()
        async throws
    {
        try await HTTPScene.run { http in
            try await http.scene.register()
            try await http.scene.running {
                let response = try await http.curl("/v1/users/alex/messages", "hello")
                #expect(response.status == 202)
                let message = try response.decode(MessageResource.self)
                let delivery = try #require(message.deliveries.first)
                _ = try await http.scene.wait(for: delivery.id) { $0.state.isTerminal }
                try await http.scene.until("it is counted") {
                    try await http.ask(.get, "/metrics").text.contains("bellhop_deliveries_total")
                }
            }
            _ = try await http.ask(.get, "/v1/users/alex/messages")
            let response = try await http.ask(.get, "/metrics")
            #expect(response.status == 200)
            #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            let text = response.text
            for line in [
                #"bellhop_deliveries_total{app="com.example.app",outcome="accepted",reason=""} 1"#,
                #"bellhop_apns_responses_total{app="com.example.app",environment="sandbox","#
                    + #"lane="transactional",outcome="accepted",reason=""} 1"#,
                #"bellhop_http_requests_total{route="/v1/users/:user/messages",method="POST","#
                    + #"status="202"} 1"#,
                #"bellhop_in_flight{lane="otp"} 0"#,
                #"bellhop_queue_due{lane="transactional"} 0"#,
                #"bellhop_part_ready{part="worker",required="true"} 0"#, "bellhop_ready 0",
            ] {
                #expect(text.split(separator: "\n").contains(Substring(line)), "\(line)")
            }
            #expect(!text.contains("alex"))
            #expect(!text.contains(GatewayScene.tokenHex.prefix(12)))
        }
    }

    @Test func `every line of the metrics has the form that Prometheus reads`() async throws {
        try await HTTPScene.run { http in
            let text = try await http.ask(.get, "/metrics").text
            let sample = /[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+/
            for line in text.split(separator: "\n") where !line.hasPrefix("# ") {
                #expect(line.wholeMatch(of: sample) != nil, "\(line)")
            }
            #expect(text.hasSuffix("\n"))
        }
    }

    @Test(
        arguments: [
            ("127.0.0.1:8080", [:], true), ("localhost", [:], true), ("[::1]:8080", [:], true),
            ("push.example.com", [:], false), (nil, [:], false),
            ("127.0.0.1:8080", ["X-Forwarded-For": "10.0.0.1"], false),
            ("localhost", ["Forwarded": "for=10.0.0.1"], false),
            ("localhost", ["Via": "1.1 proxy"], false),
        ] as [(String?, [String: String], Bool)])
    func `only a request to this machine that no proxy forwarded is local`(
        authority: String?, headers: [String: String], isLocal: Bool
    ) throws {
        var fields = HTTPFields()
        for (name, value) in headers {
            fields[try #require(HTTPField.Name(name))] = value
        }
        #expect(MetricsAccess.isLocal(authority: authority, headers: fields) == isLocal)
    }

    @Test func `the metrics are refused without a key`() async throws {
        try await HTTPScene.run { http in
            let response = try await http.ask(.get, "/metrics", authorization: "")
            #expect(response.status == 401)
            #expect(try response.problem().code == "key_missing")
        }
    }

    @Test func `requests of campaigns are counted by outcome and lane`() async throws {
        let metrics = GatewayMetrics(time: .system)
        let batch = metrics.batchBegan(lane: .bulk, .production, count: 4)
        batch.ended(.accepted)
        batch.ended(.accepted)
        batch.ended(.rejected(.request, .unchanged, reason: "BadTopic"))
        var text = PrometheusText()
        metrics.write(to: &text)
        #expect(text.text.contains(#"bellhop_in_flight{lane="bulk"} 1"#))
        batch.ended(.unknown(reason: "timeout", mayHaveBeenProcessed: true))
        metrics.batchEnded(batch, app: "com.example.app")
        metrics.campaignOutcome(
            OutcomeCode(.suppressed, reason: "quiet_hours"), 3, app: "com.example.app")
        text = PrometheusText()
        metrics.write(to: &text)
        let start = #"bellhop_apns_responses_total{app="com.example.app",environment="production","#
        for end in [
            #"lane="bulk",outcome="accepted",reason=""} 2"#,
            #"lane="bulk",outcome="rejected",reason="BadTopic"} 1"#,
            #"lane="bulk",outcome="unknown",reason="timeout"} 1"#,
        ] {
            #expect(text.text.contains(start + end), "\(end)")
        }
        #expect(text.text.contains(#"bellhop_in_flight{lane="bulk"} 0"#))
        #expect(
            text.text.contains(
                #"bellhop_campaign_outcomes_total{app="com.example.app",outcome="suppressed","#
                    + #"reason="quiet_hours"} 3"#))
        #expect(text.text.contains(#"bellhop_apns_request_seconds_count{lane="bulk"} 4"#))
    }
}
