// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayTracing
import HTTPTypes
import Hummingbird
import Logging
import Testing
import Tracing

@testable import BellhopGateway

/// The span of each request to the API.
@Suite(.timeLimit(.minutes(30))) struct RequestTracingTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

    private static func headers(sampled: Bool = true) throws -> HTTPFields {
        [
            try #require(HTTPField.Name("traceparent")):
                "00-\(trace)-00f067aa0ba902b7-\(sampled ? "01" : "00")"
        ]
    }

    @Test func `a request is a span with its operation, route and status, and nothing else`()
        async throws
    {
        let traces = try TraceScene()
        try await traces.run {
            try await HTTPScene.run { http in
                try await http.scene.register()
                let response = try await http.ask(
                    .post, "/v1/users/alex/messages", #"{"body":"Dinner","collapse_id":"dinner"}"#,
                    headers: try Self.headers())
                #expect(response.status == 202, "\(response.text)")
                let key = http.scene.keyText
                for secret in ["alex", "Dinner", "dinner", key, GatewayScene.tokenHex, "Bearer"] {
                    #expect(!traces.text.contains(secret))
                }
            }
        }
        let span = try #require(traces.spans.first)
        #expect(traces.spans.count == 1)
        #expect(span.name == "postUsersUserMessages")
        #expect(span.kind == .server)
        #expect(span.identity.traceID.description == Self.trace)
        #expect(span.parent?.description == "00f067aa0ba902b7")
        #expect(
            span.values == [
                "http.request.method": "POST", "http.route": "/v1/users/{user}/messages",
                "http.response.status_code": "202",
            ])
        #expect(span.status == nil)
    }

    @Test func `every span has the name that the OpenAPI document gives its operation`()
        async throws
    {
        let document = String(decoding: GatewayOperations.documentBytes, as: UTF8.self)
        let traces = try TraceScene()
        try await traces.run {
            try await HTTPScene.run { http in
                for path in ["/health/live", "/v1/apps", "/v1/apps/none", "/openapi.json"] {
                    _ = try await http.ask(.get, path)
                }
                _ = try await http.ask(.put, "/v1/installations/i1", "{}")
            }
        }
        #expect(
            traces.spans.map(\.name) == [
                "getHealthLive", "getApps", "getAppsBundleId", "getOpenapiJson",
                "putInstallationsInstallationId",
            ])
        for span in traces.spans {
            #expect(document.contains("\"operationId\": \"\(span.name)\""), "\(span.name)")
        }
    }

    @Test(
        arguments: [
            ("/v1/apps", "Bearer wrong", 401), ("/v1/messages/none", nil, 404),
        ] as [(String, String?, Int)])
    func `the span of a refused request does not have an error status`(
        path: String, authorization: String?, status: Int
    ) async throws {
        let traces = try TraceScene()
        try await traces.run {
            try await HTTPScene.run { http in
                let response = try await http.ask(.get, path, authorization: authorization)
                #expect(response.status == status)
            }
        }
        #expect(traces.spans.map { $0.values["http.response.status_code"] } == ["\(status)"])
        #expect(traces.spans.first?.status == nil)
    }

    @Test func `a request that matches no operation creates no span`() async throws {
        let traces = try TraceScene()
        try await traces.run {
            try await HTTPScene.run { http in
                let missing = try await http.ask(.get, "/nowhere/alex")
                #expect(missing.status == 404)
                let refused = try await http.ask(.delete, "/v1/apps")
                #expect(refused.status == 405)
            }
        }
        #expect(traces.spans.isEmpty)
    }

    @Test(arguments: [(0.0, true, 1), (1.0, false, 0), (0.0, false, 0)])
    func `the caller decides whether its trace is recorded`(
        share: Double, isSampled: Bool, count: Int
    ) async throws {
        let traces = try TraceScene(share: share)
        try await traces.run {
            try await HTTPScene.run { http in
                _ = try await http.ask(
                    .get, "/v1/apps", headers: try Self.headers(sampled: isSampled))
            }
        }
        #expect(traces.spans.count == count)
    }

    @Test func `the span of a failed request is an error, and its log lines name the trace`()
        async throws
    {
        var log = CapturingLogHandler()
        log.metadataProvider = TraceMetadata.provider
        let handler = log
        let logger = Logger(label: "test") { _ in handler }
        let traces = try TraceScene()
        try await traces.run {
            try await HTTPScene.run(logger: logger) { http in
                try await http.scene.gateway.close()
                let response = try await http.ask(.get, "/v1/apps", headers: try Self.headers())
                #expect(response.status == 503)
            }
        }
        let span = try #require(traces.spans.first)
        #expect(span.status?.code == .error)
        #expect(span.values["error.type"] == "503")
        for text in ["error: the storage failed", "debug: a request failed"] {
            let line = try #require(log.lines.first { $0.hasPrefix(text) }, "\(log.lines)")
            #expect(line.contains(Self.trace), "\(line)")
        }
    }

    @Test func `without a tracer there is no middleware for traces`() {
        withTracer(NoOpTracer()) {
            #expect(TraceMiddleware<BasicRequestContext>() == nil)
        }
    }
}
