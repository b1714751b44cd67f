// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A `POST` request to another service. It may contain credentials and must not be logged.
package struct HTTPExchangeRequest: Sendable {
    package let url: String
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    package init(url: String, headers: [(name: String, value: String)], body: [UInt8]) {
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// The response of another service.
package struct HTTPExchangeResponse: Sendable {
    /// The maximum number of bytes of a body that are read. The rest of a longer body is ignored.
    package static let bodyByteCountMax = 64 * 1024

    package let status: Int
    /// The header `retry-after`.
    package let retryAfter: String?
    package let body: [UInt8]

    package init(status: Int, retryAfter: String?, body: [UInt8]) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }
}

/// The reason why no response was received.
package struct HTTPExchangeFailure: Error, Hashable, CustomStringConvertible {
    /// Whether the service may have processed the request.
    package let mayHaveBeenProcessed: Bool
    /// The cause, in one line, without addresses and credentials.
    package let description: String

    package init(mayHaveBeenProcessed: Bool, _ description: String) {
        self.mayHaveBeenProcessed = mayHaveBeenProcessed
        self.description = description
    }
}

/// Sends requests to other services. Redirects are not followed.
package protocol HTTPExchanging: Sendable {
    func post(
        _ request: HTTPExchangeRequest
    ) async throws(HTTPExchangeFailure) -> HTTPExchangeResponse
}
