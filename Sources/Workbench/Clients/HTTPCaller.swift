// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AsyncHTTPClient
import GatewayClient
import NIOCore
import NIOHTTP1

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Calls one of Bellhop's HTTP servers, and returns the body of the response. A failure is reported
/// in one line.
package struct HTTPCaller: Sendable {
    /// The maximum size of a response, in bytes.
    package static let responseByteCountMax = 16 << 20
    static let timeout = TimeAmount.seconds(40)
    /// The maximum time until the end of a response whose body arrives in parts.
    static let streamTimeout = TimeAmount.hours(1)
    static let connectTimeout = TimeAmount.seconds(5)

    /// The client, which the whole process shares. It reports an unreachable server immediately
    /// instead of after many attempts.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(
            timeout: .init(connect: connectTimeout))
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// The transport for the library's client of the gateway. It uses the same HTTP client.
    static var transport: HTTPTransport { HTTPTransport(client) }

    /// The base URL, for instance `http://127.0.0.1:8081`.
    let base: String
    /// The server's name in messages, for instance `the simulator`.
    let server: String
    /// The API key that is sent as `Authorization: Bearer`.
    var key: String?

    struct Response: Sendable {
        let status: Int
        let body: Data
    }

    /// - Parameter idempotencyKey: the value of `Idempotency-Key`, by which the server recognizes
    ///   a repeated request; `nil` for none.
    func call(
        _ method: String, _ path: String, json: Data? = nil, idempotencyKey: String? = nil
    ) async throws -> Response {
        var request = HTTPClientRequest(url: base + path)
        request.method = .init(rawValue: method)
        if let idempotencyKey {
            request.headers.add(name: "idempotency-key", value: idempotencyKey)
        }
        if let key { request.headers.add(name: "authorization", value: "Bearer " + key) }
        if let json {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: json))
        }
        do {
            let response = try await Self.client.execute(request, timeout: Self.timeout)
            let body = try await response.body.collect(upTo: Self.responseByteCountMax)
            return Response(status: Int(response.status.code), body: Data(body.readableBytesView))
        } catch { throw unreachable }
    }

    /// Calls the server and returns the body in parts, as they arrive.
    ///
    /// - Parameter failure: a function that returns the error for a response with a status of 300
    ///   or more.
    func stream(
        _ method: String, _ path: String, json: Data?, failure: (Response) -> any Error
    ) async throws -> any AsyncSequence<Data, any Error> & Sendable {
        var request = HTTPClientRequest(url: base + path)
        request.method = .init(rawValue: method)
        if let key { request.headers.add(name: "authorization", value: "Bearer " + key) }
        if let json {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: json))
        }
        let response: HTTPClientResponse
        let problem: Response
        do {
            response = try await Self.client.execute(request, timeout: Self.streamTimeout)
            guard response.status.code >= 300 else {
                return response.body.map { Data($0.readableBytesView) }
            }
            let body = try await response.body.collect(upTo: Self.responseByteCountMax)
            problem = Response(
                status: Int(response.status.code), body: Data(body.readableBytesView))
        } catch { throw unreachable }
        throw failure(problem)
    }

    var unreachable: WorkFailure {
        WorkFailure(
            .unavailable,
            "\(server) at \(base) does not respond; if it is not running, start it with: "
                + "bellhop up"
        )
    }
}
