// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension UnknownOutcome {
    /// Why there is no response of APNs, for programs. Later versions may add codes, so a `switch`
    /// over them needs a `default`.
    public struct Code: Hashable, Sendable, CaseIterable, CustomStringConvertible {
        /// One byte: outcomes are copied for every request.
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

        /// The code with this name; `nil` when this version has none.
        public init?(rawValue: String) {
            guard let kind = Kind(rawValue: rawValue) else { return nil }
            self.kind = kind
        }

        /// The name, lower case with underscores, for logs and JSON. It never changes.
        public var rawValue: String { kind.rawValue }

        public var description: String { rawValue }

        public static let allCases = Kind.allCases.map { Code($0) }

        // MARK: Ends of a request that the client decides

        /// `APNSClient.Configuration.requestDeadline` was over.
        public static let deadline = Code(.deadline)
        /// `APNSClient.Configuration.maxWaitingRequests` requests wait already; nothing was sent.
        public static let queueFull = Code(.queueFull)
        /// The task that waited was cancelled.
        public static let cancelled = Code(.cancelled)
        /// The client was dropped while the request was under way.
        public static let shutdown = Code(.shutdown)
        /// The headers are longer than the server takes; nothing was sent.
        public static let headersTooLong = Code(.headersTooLong)

        // MARK: Nothing to connect with

        /// No provider token can be signed, or the certificate cannot be used; nothing was sent.
        public static let noCredential = Code(.noCredential)
        /// The trust roots or the server name cannot be used; nothing was sent.
        public static let badConfiguration = Code(.badConfiguration)

        // MARK: No connection

        /// The host name cannot be looked up.
        public static let dns = Code(.dns)
        /// Nothing listens on the port.
        public static let connectionRefused = Code(.connectionRefused)
        /// `APNSClient.Configuration.connectTimeout` was over, or the system's own limit.
        public static let connectTimeout = Code(.connectTimeout)
        /// Any other reason why there is no connection: no route, or the server closed it at once.
        public static let unreachable = Code(.unreachable)
        /// The proxy made no tunnel.
        public static let proxy = Code(.proxy)
        /// The server's certificate is not signed by one of the trust roots, or has expired.
        public static let tlsUntrusted = Code(.tlsUntrusted)
        /// The server's certificate is for another name.
        public static let tlsName = Code(.tlsName)
        /// The server refused the client certificate, or needs one.
        public static let tlsClientCertificate = Code(.tlsClientCertificate)
        /// Any other failure of the TLS handshake, also a server that does not speak TLS.
        public static let tls = Code(.tls)
        /// The server offers no HTTP/2: ALPN did not settle on `h2`, or its first bytes are others.
        public static let noHTTP2 = Code(.noHTTP2)

        // MARK: A connection without a response

        /// The server ended the connection with GOAWAY.
        public static let goAway = Code(.goAway)
        /// The server reset the stream with REFUSED_STREAM, also when it was sent again.
        public static let streamRefused = Code(.streamRefused)
        /// The server reset the stream with another error code.
        public static let streamReset = Code(.streamReset)
        /// What the server sent breaks HTTP/2, or is no well-formed response.
        public static let protocolError = Code(.protocolError)
        /// The server did not respond to a PING, so the connection was given up.
        public static let pingTimeout = Code(.pingTimeout)
        /// The connection was lost in any other way.
        public static let lost = Code(.lost)

        // MARK: A response of another

        /// A response came without a reason and without `apns-id`, which APNs' responses have: a
        /// proxy or another server stands in APNs' place. See ``UnknownOutcome/status``.
        public static let notFromAPNs = Code(.notFromAPNs)
    }
}

/// Why something failed: the code for programs, the text for people.
package struct FailureCause: Hashable, Sendable {
    package let code: UnknownOutcome.Code
    /// One line without secrets.
    package let text: String

    package init(_ code: UnknownOutcome.Code, _ text: String) {
        self.code = code
        self.text = text
    }
}
