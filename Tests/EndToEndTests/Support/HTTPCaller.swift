// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Sends requests to one of the servers as any HTTP client does.
struct HTTPCaller: Sendable {
    static let timeLimit = TimeAmount.seconds(1200)
    static let responseByteCountMax = 16 << 20

    /// For instance `http://127.0.0.1:8080`.
    let base: String
    /// Sent as `Authorization: Bearer`.
    var key: String?

    /// The response that was received.
    struct Response: Sendable {
        let status: Int
        let contentType: String
        let text: String

        /// The body as JSON.
        var json: JSONValue { get throws { try JSONValue(parsing: text) } }
    }

    func call(
        _ method: String, _ path: String, headers: [String: String] = [:], body: String? = nil
    ) async throws -> Response {
        var request = HTTPClientRequest(url: base + path)
        request.method = .init(rawValue: method)
        if let key { request.headers.add(name: "authorization", value: "Bearer \(key)") }
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await HTTPClient.patient.execute(request, timeout: Self.timeLimit)
        let bytes = try await response.body.collect(upTo: Self.responseByteCountMax)
        return Response(
            status: Int(response.status.code),
            contentType: response.headers.first(name: "content-type") ?? "",
            text: String(buffer: bytes))
    }

    func get(_ path: String) async throws -> Response { try await call("GET", path) }

    /// Posts JSON.
    func post(_ path: String, _ json: JSONValue) async throws -> Response {
        try await call(
            "POST", path, headers: ["content-type": "application/json"],
            body: JSONWriter.text(json))
    }

    /// Posts text, as `curl -d` with a content type does.
    func post(_ path: String, text: String) async throws -> Response {
        try await call("POST", path, headers: ["content-type": "text/plain"], body: text)
    }
}

extension HTTPClient {
    /// A client for servers on this machine, which may be busy: it waits as long as its caller
    /// does. The shared client gives up after it has received nothing for 90 seconds.
    static let patient: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.timeout = .init(connect: HTTPCaller.timeLimit, read: nil)
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()
}
