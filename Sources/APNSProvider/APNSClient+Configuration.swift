// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension APNSClient {
    /// The settings of a client, which are fixed when the client is made.
    public struct Configuration: Sendable {
        /// The server to which the client sends.
        public var endpoint: Endpoint
        /// How the client authenticates.
        public var authentication: Authentication
        /// The certificate authorities that the client trusts.
        public var trustRoots: TrustRoots
        /// The proxy through which all connections go; `nil`, the default, for none.
        public var proxy: Proxy?
        /// The longest time from calling ``APNSClient/send(_:)-(PushRequest)`` to its outcome,
        /// including waiting, connecting, retries and the response. Default 15 seconds.
        public var requestDeadline: Duration = .seconds(15)
        /// The longest time for a connection to become ready: name lookup, TCP, TLS and the
        /// server's first SETTINGS together. Default 10 seconds.
        public var connectTimeout: Duration = .seconds(10)
        /// Whether a body that is empty, or longer than its push type allows, is refused before it
        /// is sent. Default `true`; tests of a server set it to `false`.
        public var checksPayloadSize = true
        /// The time without any frame from the server after which a connection is tested with a
        /// PING. Default one hour, as Apple advises ("Establishing a connection to APNs").
        public var idlePingInterval: Duration = .seconds(3600)
        /// The time for the response to a PING, after which the connection is considered lost.
        /// Default 10 seconds.
        public var pingTimeout: Duration = .seconds(10)
        /// The maximum number of connections that accept new requests at the same time, at least 1.
        /// Another connection is opened when every existing connection has received a response and
        /// is full. Default 4; Apple's servers allow 1000 concurrent requests on one connection.
        /// Connections that are being closed do not count.
        public var maxConnections = 4
        /// The maximum number of concurrent requests on one connection, at least 1, even if the
        /// server allows more. Default 1000.
        public var maxStreamsPerConnection = 1000
        /// The maximum number of requests that may wait for a connection or a free stream. A
        /// further request ends immediately with ``PushOutcome/unknown(_:)`` and was certainly not
        /// processed. Default 10,000.
        public var maxWaitingRequests = 10_000

        public init(
            endpoint: Endpoint, authentication: Authentication, trustRoots: TrustRoots = .system
        ) {
            self.endpoint = endpoint
            self.authentication = authentication
            self.trustRoots = trustRoots
        }
    }
}
