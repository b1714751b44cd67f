// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension UnknownOutcome {
    /// The cause of a missing response from APNs, as a code that programs can evaluate. Later
    /// versions may add codes, so a `switch` over them needs a `default`.
    public struct Code: Hashable, Sendable, CaseIterable, CustomStringConvertible {
        /// The storage of a code. An enumeration takes only one byte, and outcomes are copied for
        /// every request.
        private enum Kind: String, CaseIterable {
            case deadline
            case queueFull = "queue_full"
            case cancelled
            case shutdown
            case headersTooLong = "headers_too_long"
            case noCredential = "no_credential"
            case badConfiguration = "bad_configuration"
            case dns
            case connectionRefused = "connection_refused"
            case connectTimeout = "connect_timeout"
            case unreachable
            case proxy
            case tlsUntrusted = "tls_untrusted"
            case tlsName = "tls_name"
            case tlsClientCertificate = "tls_client_certificate"
            case tls
            case noHTTP2 = "no_http2"
            case goAway = "go_away"
            case streamRefused = "stream_refused"
            case streamReset = "stream_reset"
            case protocolError = "protocol_error"
            case pingTimeout = "ping_timeout"
            case lost
            case notFromAPNs = "not_from_apns"
        }

        private let kind: Kind

        private init(_ kind: Kind) { self.kind = kind }

        /// Makes the code with the given name. Returns `nil` when this version has no such code.
        public init?(rawValue: String) {
            guard let kind = Kind(rawValue: rawValue) else { return nil }
            self.kind = kind
        }

        /// The name in lowercase with underscores, for logs and JSON. It never changes.
        public var rawValue: String { kind.rawValue }

        public var description: String { rawValue }

        public static let allCases = Kind.allCases.map { Code($0) }

        // MARK: Requests ended by the client

        /// `APNSClient.Configuration.requestDeadline` has passed.
        public static let deadline = Code(.deadline)
        /// `APNSClient.Configuration.maxWaitingRequests` requests are already waiting; nothing was
        /// sent.
        public static let queueFull = Code(.queueFull)
        /// The task that waited for the outcome was cancelled.
        public static let cancelled = Code(.cancelled)
        /// The client was deallocated while the request was pending.
        public static let shutdown = Code(.shutdown)
        /// The headers exceed the server's limit; nothing was sent.
        public static let headersTooLong = Code(.headersTooLong)

        // MARK: No credentials or invalid configuration

        /// No provider token can be signed, or the certificate cannot be used; nothing was sent.
        public static let noCredential = Code(.noCredential)
        /// The trust roots or the server name cannot be used; nothing was sent.
        public static let badConfiguration = Code(.badConfiguration)

        // MARK: No connection

        /// The host name cannot be looked up.
        public static let dns = Code(.dns)
        /// Nothing listens on the port.
        public static let connectionRefused = Code(.connectionRefused)
        /// `APNSClient.Configuration.connectTimeout` or the system's own limit has passed.
        public static let connectTimeout = Code(.connectTimeout)
        /// Any other connection failure: no route, or the server closed the connection immediately.
        public static let unreachable = Code(.unreachable)
        /// The proxy did not open a tunnel.
        public static let proxy = Code(.proxy)
        /// The server's certificate is not signed by one of the trust roots, or has expired.
        public static let tlsUntrusted = Code(.tlsUntrusted)
        /// The server's certificate is for another name.
        public static let tlsName = Code(.tlsName)
        /// The server rejected the client certificate, or requires a client certificate.
        public static let tlsClientCertificate = Code(.tlsClientCertificate)
        /// Any other failure of the TLS handshake, for instance because the server does not use
        /// TLS.
        public static let tls = Code(.tls)
        /// The server does not offer HTTP/2: ALPN did not select `h2`, or its first bytes are not
        /// HTTP/2.
        public static let noHTTP2 = Code(.noHTTP2)

        // MARK: A connection without a response

        /// The server ended the connection with GOAWAY.
        public static let goAway = Code(.goAway)
        /// The server reset the stream with REFUSED_STREAM each time the request was sent.
        public static let streamRefused = Code(.streamRefused)
        /// The server reset the stream with another error code.
        public static let streamReset = Code(.streamReset)
        /// The server violated HTTP/2 or sent a malformed response.
        public static let protocolError = Code(.protocolError)
        /// The server did not respond to a PING, so the connection was given up.
        public static let pingTimeout = Code(.pingTimeout)
        /// The connection was lost in another way.
        public static let lost = Code(.lost)

        // MARK: A response from another server

        /// A response had neither a reason nor an `apns-id`. Every response of APNs has at least
        /// one of the two, so this response is from a proxy or another server. See
        /// ``UnknownOutcome/status``.
        public static let notFromAPNs = Code(.notFromAPNs)
    }
}

/// The reason for a failure: a code for programs, and a text for people.
package struct FailureCause: Hashable, Sendable {
    package let code: UnknownOutcome.Code
    /// The description for people, in one line without secrets.
    package let text: String

    package init(_ code: UnknownOutcome.Code, _ text: String) {
        self.code = code
        self.text = text
    }
}
