// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSProvider
import APNSWire
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// An HTTP/2 client that sends every request unchanged, even a request that APNs must reject. It is
/// intended for comparing servers, with at most a few requests per second.
package final class RawSender: Sendable {
    package struct Request: Sendable, Hashable {
        package var method: String
        package var path: String
        package var headers: [Header]
        package var body: [UInt8]

        package init(method: String, path: String, headers: [Header], body: [UInt8]) {
            self.method = method
            self.path = path
            self.headers = headers
            self.body = body
        }
    }

    package struct Header: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package struct Response: Sendable, Hashable {
        package let status: Int
        package let headers: [Header]
        package let body: [UInt8]

        package init(status: Int, headers: [Header], body: [UInt8]) {
            self.status = status
            self.headers = headers
            self.body = body
        }

        /// The reason in the body, if the body contains one.
        package var reason: String? {
            (try? JSONReader.read(body))?.value.objectValue?["reason"]?.stringValue
        }
    }

    /// The reason why there is no response, as one line of text.
    package struct Failure: Error, Sendable, Hashable {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    /// The maximum size of a response's body, in bytes.
    package static let responseByteCountMax = 64 * 1024
    static let connectTimeout = TimeAmount.seconds(10)
    /// The header that the HTTP library adds to a response without `content-length`. HTTP/2 does
    /// not permit this header (RFC 9113 section 8.2.2).
    private static let addedHeader = "transfer-encoding"
    /// An error for a connection that would exceed the maximum number of connections.
    private struct TooManyConnections: Error {}

    private let client: HTTPClient
    private let base: String
    private let timeout: Duration

    /// - Parameters:
    ///   - connectionCountMax: the maximum number of connections that the client opens during its
    ///     lifetime.
    ///   - timeout: the maximum time to wait for a response.
    /// - Throws: An error if `trust` contains an authority that is not a certificate.
    package init(
        host: String, port: Int, trust: TrustRoots, connectionCountMax: Int = .max,
        timeout: Duration
    ) throws {
        base = "https://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        self.timeout = timeout
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: try trust.makeTLSConfiguration(),
            redirectConfiguration: .disallow, timeout: .init(connect: Self.connectTimeout))
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
        let count = Atomic(0)
        configuration.http2ConnectionDebugInitializer = { channel in
            let (number, _) = count.add(1, ordering: .relaxed)
            guard number >= connectionCountMax else {
                return channel.eventLoop.makeSucceededVoidFuture()
            }
            return channel.close().flatMapThrowing { throw TooManyConnections() }
        }
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Sends a request and returns the response.
    package func send(_ request: Request) async throws(Failure) -> Response {
        var message = HTTPClientRequest(url: base + request.path)
        message.method = .init(rawValue: request.method)
        for header in request.headers {
            message.headers.add(name: header.name, value: header.value)
        }
        if !request.body.isEmpty { message.body = .bytes(ByteBuffer(bytes: request.body)) }
        do {
            let response = try await client.execute(
                message, timeout: .milliseconds(Int64(saturating: timeout / .milliseconds(1))))
            let body = try await response.body.collect(upTo: Self.responseByteCountMax)
            return Response(
                status: Int(response.status.code),
                headers: response.headers.map { Header($0.name.lowercased(), $0.value) }
                    .filter { $0.name != Self.addedHeader },
                body: Array(body.readableBytesView))
        } catch let error as HTTPClientError where error == .deadlineExceeded {
            throw Failure("no response within \(timeout.components.seconds) s")
        } catch let error as HTTPClientError where error == .invalidURL {
            throw Failure("the path cannot be sent")
        } catch is TooManyConnections {
            throw Failure("the server closed the connection")
        } catch { throw Failure(Self.text(of: error)) }
    }

    private static func text(of error: any Error) -> String {
        "the connection failed: " + String(describing: error).prefix(200)
    }

    /// Closes the connections.
    package func close() async { try? await client.shutdown() }
}
