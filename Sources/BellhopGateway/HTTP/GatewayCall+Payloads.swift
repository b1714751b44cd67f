// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import Hummingbird

extension GatewayRoutes {
    /// The routes about payloads that are being written.
    static var payloads: [(path: String, operations: [Operation])] {
        [
            ("/v1/push-types", [Operation(.get, .payloadsRead) { try $0.pushTypes() }]),
            ("/v1/lint", [Operation(.post, .payloadsRead) { try await $0.lint() }]),
            ("/v1/explain", [Operation(.post, .payloadsRead) { try await $0.explain() }]),
            ("/v1/test-pushes", [Operation(.post, .testPushesWrite) { try await $0.testPush() }]),
        ]
    }
}

extension GatewayCall {
    /// Handles `GET /v1/push-types`.
    func pushTypes() throws -> Response { try answer(PushTypeList()) }

    /// Handles `POST /v1/lint`.
    func lint() async throws -> Response {
        try answer(try PayloadDraft(reading: try await body()).lint())
    }

    /// Handles `POST /v1/explain`.
    func explain() async throws -> Response {
        let request = try ExplainRequest(reading: try await body())
        return try answer(JSONValue.object(try gateway.explain(request)))
    }

    /// Handles `POST /v1/test-pushes`.
    func testPush() async throws -> Response {
        let request = try TestPushRequest(reading: try await body())
        try limit.check(request.app)
        return try answer(try await gateway.testPush(request))
    }
}
