// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Carries the requests of a ``BellhopClient``. ``HTTPTransport`` does so with AsyncHTTPClient; for
/// another HTTP client or for tests, implement your own transport.
public protocol ClientTransport: Sendable {
    /// Sends a request, and returns the response, whatever its status.
    ///
    /// - Throws: ``NotSentError`` if there was no connection on which to send the request; any
    ///   other error if there is no complete response.
    func send(_ request: ClientRequest) async throws -> ClientResponse
}

/// There was no connection to the gateway, so the request had no effect.
public struct NotSentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A readable reason why there was no connection.
    public var cause: String

    public init(cause: String) { self.cause = cause }

    public var description: String { cause }
}

/// A request to the gateway.
public struct ClientRequest: Hashable, Sendable {
    /// A header, with its name in lower case.
    public struct Header: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// `GET`, `POST`, `PUT` or `DELETE`.
    public var method: String
    /// The whole URL, percent-encoded.
    public var url: String
    /// The headers, one of which contains the API key.
    public var headers: [Header]
    /// The body; `nil` for none.
    public var body: [UInt8]?

    public init(method: String, url: String, headers: [Header] = [], body: [UInt8]? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// Returns the value of a header; `nil` if it is absent.
    public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

/// A response of the gateway.
public struct ClientResponse: Hashable, Sendable {
    public var status: Int
    /// The value of `Retry-After` in seconds; `nil` if it is absent or a date.
    public var retryAfter: Int?
    public var body: [UInt8]

    public init(status: Int, retryAfter: Int? = nil, body: [UInt8] = []) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }
}
