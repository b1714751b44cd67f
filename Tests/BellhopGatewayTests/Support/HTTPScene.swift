// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import Foundation
import GatewayAPI
import GatewayTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Simulation
import Testing

/// A gateway that is called through its router, with short methods for requests.
struct HTTPScene: Sendable {
    let scene: GatewayScene
    let client: any TestClientProtocol

    struct Response: Sendable {
        let status: Int
        let headers: HTTPFields
        let body: Data

        /// Returns the body as a problem, and checks its media type and its status.
        func problem() throws -> Problem {
            #expect(headers[.contentType] == "application/problem+json")
            let problem = try GatewayJSON.decode(Problem.self, from: body)
            #expect(problem.status == status)
            #expect(!problem.detail.contains("\n"))
            return problem
        }

        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try GatewayJSON.decode(type, from: body)
        }

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// Runs a body against a new gateway.
    static func run(
        credential: Bool = true, logger: Logger = Logger(label: "test"),
        _ body: @escaping @Sendable (HTTPScene) async throws -> Void
    ) async throws {
        let scene = try await GatewayScene(credential: credential, logger: logger)
        let application = Application(router: makeGatewayRouter(for: scene.gateway), logger: logger)
        try await application.test(.router) { client in
            try await body(HTTPScene(scene: scene, client: client))
        }
    }

    /// Sends one request, by default with the right key.
    func ask(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil,
        type: String? = "application/json",
        authorization: String? = nil, headers more: HTTPFields = [:]
    ) async throws -> Response {
        try await ask(
            method, path, bytes: body.map { Array($0.utf8) }, type: type,
            authorization: authorization,
            headers: more)
    }

    func ask(
        _ method: HTTPRequest.Method, _ path: String, bytes: [UInt8]?,
        type: String? = "application/json",
        authorization: String? = nil, headers more: HTTPFields = [:]
    ) async throws -> Response {
        var headers = more
        headers[.authorization] = authorization ?? "Bearer \(scene.keyText)"
        if headers[.authorization] == "" { headers[.authorization] = nil }
        if bytes != nil, let type { headers[.contentType] = type }
        let buffer = bytes.map { ByteBuffer(bytes: $0) }
        return try await client.execute(uri: path, method: method, headers: headers, body: buffer) {
            response in
            Response(
                status: response.status.code, headers: response.headers,
                body: Data(response.body.readableBytesView))
        }
    }

    /// Sends the request that `curl -d TEXT` sends.
    func curl(_ path: String, _ text: String) async throws -> Response {
        try await ask(.post, path, text, type: "application/x-www-form-urlencoded")
    }

    /// Claims all deliveries that are due, and returns the payload of the last one.
    func claimedPayload() async throws -> Payload {
        let now = scene.clock.now
        let claimed = try await scene.store.claim(
            owner: "test", limit: 100, leaseUntil: now.addingTimeInterval(60), now: now)
        return try Payload(reading: try #require(claimed.last).request.body)
    }
}
