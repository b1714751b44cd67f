// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Sends requests with AsyncHTTPClient, over connections that the whole process shares.
public struct HTTPTransport: ClientTransport {
    /// The maximum size of a response, in bytes. A longer one is an error.
    public static let responseByteCountMax = 16 << 20
    /// The maximum time from a request to the end of its response. Afterwards the request fails.
    public static let timeout: Duration = .seconds(40)

    private let client: HTTPClient

    /// - Parameter client: the client, which its owner shuts down. By default, one that the process
    ///   never shuts down.
    public init(_ client: HTTPClient = .shared) { self.client = client }

    public func send(_ request: ClientRequest) async throws -> ClientResponse {
        var message = HTTPClientRequest(url: request.url)
        message.method = .init(rawValue: request.method)
        for header in request.headers {
            message.headers.add(name: header.name, value: header.value)
        }
        if let body = request.body { message.body = .bytes(ByteBuffer(bytes: body)) }
        let response = try await client.execute(message, timeout: TimeAmount(Self.timeout))
        let body = try await response.body.collect(upTo: Self.responseByteCountMax)
        return ClientResponse(
            status: Int(response.status.code),
            retryAfter: response.headers.first(name: "retry-after").flatMap { Int($0) },
            body: Array(body.readableBytesView))
    }
}
