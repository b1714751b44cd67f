// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Sends requests with AsyncHTTPClient, over connections that the whole process shares.
public struct HTTPTransport: ClientTransport {
    /// The maximum size of a response, in bytes. A larger response is an error.
    public static let responseByteCountMax = 16 << 20
    /// The maximum time from a request to the end of its response. Afterwards the request fails.
    public static let timeout: Duration = .seconds(40)
    /// The maximum time until there is a connection.
    public static let connectTimeout: Duration = .seconds(5)

    /// The client of the whole process. If a gateway cannot be reached, it fails after one attempt,
    /// unlike AsyncHTTPClient's shared client; ``RetryPolicy`` determines whether there are further
    /// attempts.
    private static let processClient: HTTPClient = {
        var configuration = HTTPClient.Configuration(
            timeout: .init(connect: TimeAmount(connectTimeout)))
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    private let client: HTTPClient

    /// Uses a client that the whole process shares and never shuts down.
    public init() { client = Self.processClient }

    /// - Parameter client: the client; its owner has to shut it down.
    public init(_ client: HTTPClient) { self.client = client }

    public func send(_ request: ClientRequest) async throws -> ClientResponse {
        var message = HTTPClientRequest(url: request.url)
        message.method = .init(rawValue: request.method)
        for header in request.headers {
            message.headers.add(name: header.name, value: header.value)
        }
        if let body = request.body { message.body = .bytes(ByteBuffer(bytes: body)) }
        let response = try await response(to: message)
        let body = try await response.body.collect(upTo: Self.responseByteCountMax)
        return ClientResponse(
            status: Int(response.status.code),
            retryAfter: response.headers.first(name: "retry-after").flatMap { Int($0) },
            body: Array(body.readableBytesView))
    }

    private func response(to message: HTTPClientRequest) async throws -> HTTPClientResponse {
        do {
            return try await client.execute(message, timeout: TimeAmount(Self.timeout))
        } catch {
            if let cause = Self.causeOfNoConnection(error) { throw NotSentError(cause: cause) }
            throw error
        }
    }

    /// Returns why there was no connection; `nil` if there may have been one.
    private static func causeOfNoConnection(_ error: any Error) -> String? {
        switch error {
        // Only opening a connection fails with this code.
        case let error as IOError where error.errnoCode == ECONNREFUSED:
            return "the connection was refused"
        case let error as NIOConnectionError:
            let reason = error.connectionErrors.first?.error ?? error.dnsAError
            return reason.map(String.init(describing:)) ?? "the host has no address"
        case let error as HTTPClientError where error == .connectTimeout:
            return "no connection was established within the time limit"
        default: return nil
        }
    }
}
