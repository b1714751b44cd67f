// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSProvider
package import APNSWire
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Sends requests to one service over kept connections, with HTTP/2 where the service has it.
/// Redirects are not followed, and bodies are not decompressed.
package final class ServiceExchange: HTTPExchanging {
    /// The maximum time for a request, including the time to connect.
    static let timeout = TimeAmount.seconds(12)
    /// The maximum time for a request of a command, for which a person waits.
    private static let patientTimeout = TimeAmount.seconds(30)
    private static let connectTimeout = TimeAmount.seconds(5)
    /// The number of connections over which requests to a service without HTTP/2 are distributed.
    private static let connectionCount = 16

    private let client: HTTPClient
    private let timeout: TimeAmount

    /// - Parameters:
    ///   - addresses: the IP addresses to which connections are made in place of the result of a
    ///     lookup, by host name.
    ///   - isPatient: whether a request may take longer, because it is the only one of a command.
    package init(
        trustRoots: TrustRoots, addresses: [String: String] = [:], isPatient: Bool = false
    ) throws {
        timeout = isPatient ? Self.patientTimeout : Self.timeout
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: Self.connectTimeout))
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit =
            Self.connectionCount
        configuration.tlsConfiguration = try trustRoots.makeTLSConfiguration()
        configuration.dnsOverride = addresses
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    package func shutdown() async { try? await client.shutdown() }

    // If a gateway could not be opened, nobody calls `shutdown()`. The client's own deinit traps
    // unless the client has been shut down, so the callback keeps the client until the shutdown has
    // ended.
    deinit {
        client.shutdown { [client] _ in withExtendedLifetime(client) {} }
    }

    package func post(
        _ request: HTTPExchangeRequest
    ) async throws(HTTPExchangeFailure) -> HTTPExchangeResponse {
        var call = HTTPClientRequest(url: request.url)
        call.method = .POST
        for (name, value) in request.headers { call.headers.add(name: name, value: value) }
        call.body = .bytes(ByteBuffer(bytes: request.body))
        let response: HTTPClientResponse
        do { response = try await client.execute(call, timeout: timeout) } catch {
            throw Self.failure(error)
        }
        // A body that is too long, or breaks off, does not change what the status says.
        let body = try? await response.body.collect(upTo: HTTPExchangeResponse.bodyByteCountMax)
        return HTTPExchangeResponse(
            status: Int(response.status.code),
            retryAfter: response.headers.first(name: "retry-after"),
            body: body.map { Array($0.readableBytesView) } ?? [])
    }

    /// Requests a JSON document.
    ///
    /// - Throws: `HTTPExchangeFailure`, also if the document has more than
    ///   `HTTPExchangeResponse.bodyByteCountMax` bytes.
    package func get(_ url: String) async throws(HTTPExchangeFailure) -> HTTPExchangeResponse {
        var call = HTTPClientRequest(url: url)
        call.headers.add(name: "accept", value: "application/json")
        do {
            let response = try await client.execute(call, timeout: timeout)
            let body = try await response.body.collect(upTo: HTTPExchangeResponse.bodyByteCountMax)
            return HTTPExchangeResponse(
                status: Int(response.status.code),
                retryAfter: response.headers.first(name: "retry-after"),
                body: Array(body.readableBytesView))
        } catch is NIOTooManyBytesError {
            throw HTTPExchangeFailure(
                mayHaveBeenProcessed: true,
                "the document has more than \(HTTPExchangeResponse.bodyByteCountMax) bytes")
        } catch { throw Self.failure(error) }
    }

    /// Errors of sockets and of TLS may name addresses of this network, so they are not quoted.
    private static func failure(_ error: any Error) -> HTTPExchangeFailure {
        switch error {
        case let error as HTTPClientError where error == .connectTimeout:
            HTTPExchangeFailure(mayHaveBeenProcessed: false, "no connection within 5 s")
        case is NIOConnectionError, is IOError:
            HTTPExchangeFailure(mayHaveBeenProcessed: false, "the server cannot be reached")
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
            HTTPExchangeFailure(
                mayHaveBeenProcessed: false,
                "the server's certificate is not valid for its name, or TLS failed")
        default:
            HTTPExchangeFailure(
                mayHaveBeenProcessed: true, "the connection ended without a response")
        }
    }
}
