// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Subprocess
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// `bellhop serve --traces`: the file as OpenTelemetry's own definitions read it.
@Suite(.timeLimit(.minutes(30)))
struct TraceFileTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let caller = "00f067aa0ba902b7"
    private static let count = 30

    /// Parses each line with the definitions of OTLP, which reject every name and type that they do
    /// not contain, and prints the spans. Identifiers are hex in OTLP, and Base64 in other JSON of
    /// Protocol Buffers.
    private static let reader = """
        import base64, json, sys
        from google.protobuf.json_format import ParseDict
        from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
            ExportTraceServiceRequest)

        def value(any):
            return getattr(any, any.WhichOneof("value"))

        spans = []
        for line in open(sys.argv[1], encoding="utf-8"):
            request = json.loads(line)
            for resource in request["resourceSpans"]:
                for scope in resource["scopeSpans"]:
                    for span in scope["spans"]:
                        for key in "traceId", "spanId", "parentSpanId":
                            if key in span:
                                raw = bytes.fromhex(span[key])
                                span[key] = base64.b64encode(raw).decode()
            read = ParseDict(request, ExportTraceServiceRequest())
            for resource in read.resource_spans:
                service = {a.key: value(a.value) for a in resource.resource.attributes}
                for scope in resource.scope_spans:
                    for span in scope.spans:
                        assert len(span.trace_id) == 16 and len(span.span_id) == 8
                        assert len(span.parent_span_id) in (0, 8)
                        assert span.start_time_unix_nano <= span.end_time_unix_nano
                        assert span.start_time_unix_nano > 1700000000 * 10**9
                        spans.append({
                            "service": service["service.name"], "name": span.name,
                            "trace": span.trace_id.hex(), "span": span.span_id.hex(),
                            "parent": span.parent_span_id.hex(), "kind": span.kind,
                            "error": span.status.code == 2,
                            "attributes": {a.key: value(a.value) for a in span.attributes}})
        print(json.dumps(spans))
        """

    @Test func `the file has spans for requests, delivery attempts, APNs requests and batches`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let file = folder.path("traces.jsonl")
            let entry = try await BellhopProcess.with(.apns, in: folder) { _ in
                let arguments = [
                    "--simulator", "--traces", file, "--trace-share", "1", "--log-level", "debug",
                    "--log-format", "json",
                ]
                return try await BellhopProcess.with(.serve, in: folder, arguments: arguments) {
                    try await Self.send(with: $0, folder)
                    return try await Self.deliveryEntry(in: $0)
                }
            }
            let spans = try await Self.read(file)
            let attempt = spans.first { $0["name"]?.stringValue == "delivery attempt" }
            #expect(attempt != nil)
            #expect(entry["metadata", "trace_id"] == attempt?["trace"], "\(entry)")
            #expect(entry["metadata", "span_id"] == attempt?["span"], "\(entry)")
            try Self.checkRequest(spans)
            try Self.checkDelivery(spans)
            try Self.checkCampaign(spans)
            let text = try folder.read("traces.jsonl")
            let fleet = try folder.read("fleet.jsonl")
            let token = try #require(fleet.firstMatch(of: /"token":"([0-9a-f]+)"/)).output.1
            for secret in ["Dinner", "user-0", String(token.prefix(16)), "Bearer", "bh_"] {
                #expect(!text.contains(secret), "\(secret)")
            }
        }
    }

    @Test func `with the share 0, the file contains only traces that the caller samples`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let file = folder.path("traces.jsonl")
            let arguments = ["--traces", file, "--trace-share", "0"]
            try await BellhopProcess.with(.serve, in: folder, arguments: arguments) { serve in
                for flags in ["00", "01"] {
                    let response = try await serve.gateway().call(
                        "GET", "/v1/apps",
                        headers: ["traceparent": "00-\(Self.trace)-\(Self.caller)-\(flags)"])
                    #expect(response.status == 200)
                }
                #expect(try await serve.gateway().get("/v1/apps").status == 200)
            }
            let spans = try await Self.read(file)
            #expect(spans.map { $0["trace"]?.stringValue } == [Self.trace])
            #expect(spans.map { $0["parent"]?.stringValue } == [Self.caller])
        }
    }

    @Test(arguments: [
        (["--traces", "traces.jsonl", "--trace-share", "1.5"], 64, "from 0 to 1"),
        (["--trace-share", "0.5"], 64, "--traces"),
        (["--traces", "/dev/null"], 73, "is not a regular file"),
        (["--traces", "/nonexistent/traces.jsonl"], 73, "No such file"),
    ])
    func `a mistake is refused with an explanation and a fix`(
        arguments: [String], status: Int32, text: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            let refused = try await BellhopTool.run(
                ["serve", "--port", "0", "--state-dir", folder.path] + arguments)
            #expect(refused.status == status, "\(refused)")
            #expect(refused.errors.contains(text), "\(refused)")
        }
    }

    // MARK: What is sent

    private static func send(with serve: BellhopProcess, _ folder: TemporaryFolder) async throws {
        let fleet = try await serve.bellhop(["fleet", "create", "\(count)"])
        let file = try folder.write(fleet.output, to: "fleet.jsonl")
        let imported = try await serve.bellhop(["installations", "import", file])
        #expect(imported.output == "\(count) installations registered\n", "\(imported)")
        let payload = try folder.write(#"{"aps":{"alert":"Dinner is ready"}}"#, to: "offer.apns")
        let sent = try await serve.bellhop(
            ["campaign", "start", "--audience", "all", "--file", payload, "--wait"])
        #expect(sent.status == 0, "\(sent)")
        let line = try #require(fleet.output.split(separator: "\n").first)
        let id = try #require(try JSONValue(parsing: String(line))["id"]?.stringValue)
        let gateway = try serve.gateway()
        let posted = try await gateway.call(
            "POST", "/v1/installations/\(id)/messages",
            headers: [
                "content-type": "application/json",
                "traceparent": "00-\(trace)-\(caller)-01",
            ], body: #"{"body":"Dinner"}"#)
        #expect(posted.status == 202, "\(posted.text)")
        let message = try #require(try posted.json["id"]?.stringValue)
        while true {
            let state = try await gateway.get("/v1/messages/\(message)").json
            let delivery = state["deliveries"]?.arrayValue?.first
            if delivery?["state"]?.stringValue == "accepted" { break }
            await Task.yield()
        }
        let metrics = try await gateway.get("/metrics").text
        #expect(metrics.contains("bellhop_trace_spans_dropped_total 0\n"))
    }

    /// Returns the log entry that is written within the span of the delivery attempt.
    private static func deliveryEntry(in serve: BellhopProcess) async throws -> JSONValue {
        let phrase = "decided about a delivery"
        #expect(await serve.errors.wait(for: phrase))
        let lines = await serve.errors.text.split(separator: "\n")
        return try JSONValue(parsing: String(try #require(lines.first { $0.contains(phrase) })))
    }

    private static func read(_ file: String) async throws -> [JSONValue] {
        let python = BellhopTool.root + "/.venv/bin/python"
        try #require(
            FileManager.default.isExecutableFile(atPath: python),
            "opentelemetry-proto is not installed; run scripts/setup.sh test")
        let result = try await Program.run(.path(FilePath(python)), ["-c", reader, file])
        #expect(result.status == 0, "\(result.errors); run scripts/setup.sh test")
        let spans = try #require(try JSONValue(parsing: result.output).arrayValue)
        #expect(spans.allSatisfy { $0["service"]?.stringValue == "bellhop-gateway" })
        return spans
    }

    // MARK: What was read

    private static func checkRequest(_ spans: [JSONValue]) throws {
        let span = try #require(spans.first { $0["trace"]?.stringValue == trace })
        #expect(span["name"]?.stringValue == "postInstallationsInstallationIdMessages")
        #expect(span["parent"]?.stringValue == caller)
        #expect(span["kind"]?.intValue == 2)
        #expect(
            span["attributes"] == [
                "http.request.method": "POST", "http.response.status_code": 202,
                "http.route": "/v1/installations/{installation_id}/messages",
            ])
        #expect(spans.contains { $0["name"]?.stringValue == "postCampaigns" })
    }

    private static func checkDelivery(_ spans: [JSONValue]) throws {
        let attempt = try #require(
            spans.first { $0["name"]?.stringValue == "delivery attempt" })
        #expect(attempt["kind"]?.intValue == 1)
        #expect(attempt["attributes", "bellhop.outcome"]?.stringValue == "accepted")
        #expect(attempt["error"]?.boolValue == false)
        let client = try #require(spans.first { $0["name"]?.stringValue == "APNs send" })
        #expect(client["parent"] == attempt["span"])
        #expect(client["trace"] == attempt["trace"])
        #expect(client["kind"]?.intValue == 3)
        #expect(client["attributes", "apns.outcome"]?.stringValue == "accepted")
    }

    /// A batch has one span, and the notifications of a batch have none.
    private static func checkCampaign(_ spans: [JSONValue]) throws {
        let batches = spans.filter { $0["name"]?.stringValue == "campaign batch" }
        for name in ["bellhop.notifications", "bellhop.outcomes.accepted"] {
            let sum = batches.reduce(0) {
                $0 + ($1["attributes", .key(name)]?.intValue ?? 0)
            }
            #expect(sum == count, "\(name)")
        }
        #expect(batches.allSatisfy { $0["attributes", "bellhop.lane"]?.stringValue == "bulk" })
        #expect(
            batches.allSatisfy {
                $0["attributes", "bellhop.app"]?.stringValue == "dev.bellhop.demo"
            })
        #expect(spans.count(where: { $0["name"]?.stringValue == "APNs send" }) == 1)
    }
}
