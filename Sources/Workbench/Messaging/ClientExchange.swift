// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Sends the requests of commands to FCM and to push services.
package struct ClientExchange: HTTPExchanging {
    /// The maximum time for a request, with its connection.
    private static let timeout = TimeAmount.seconds(30)
    private static let connectTimeout = TimeAmount.seconds(5)

    private let client: HTTPClient

    /// - Parameter authorityPEM: the certificate authorities to trust instead of the system's.
    package init(authorityPEM: String? = nil) throws {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: Self.connectTimeout))
        configuration.connectionPool.retryConnectionEstablishment = false
        if let authorityPEM {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .certificates(
                try NIOSSLCertificate.fromPEMBytes(Array(authorityPEM.utf8)))
            configuration.tlsConfiguration = tls
        }
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    package func shutdown() async { try? await client.shutdown() }

    package func post(
        _ request: HTTPExchangeRequest
    ) async throws(HTTPExchangeFailure) -> HTTPExchangeResponse {
        var call = HTTPClientRequest(url: request.url)
        call.method = .POST
        for (name, value) in request.headers { call.headers.add(name: name, value: value) }
        call.body = .bytes(ByteBuffer(bytes: request.body))
        let response: HTTPClientResponse
        do { response = try await client.execute(call, timeout: Self.timeout) } catch {
            throw Self.failure(error)
        }
        // A body that is too long, or breaks off, does not change what the status says.
        let body = try? await response.body.collect(upTo: HTTPExchangeResponse.bodyByteCountMax)
        return HTTPExchangeResponse(
            status: Int(response.status.code),
            retryAfter: response.headers.first(name: "retry-after"),
            body: body.map { Array($0.readableBytesView) } ?? [])
    }

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
