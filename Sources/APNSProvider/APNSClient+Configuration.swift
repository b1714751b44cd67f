// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension APNSClient {
    /// The settings of a client, which cannot change after the client is made.
    public struct Configuration: Sendable {
        /// The server to which the client sends.
        public var endpoint: Endpoint
        /// The method by which the client authenticates.
        public var authentication: Authentication
        /// The certificate authorities that the client trusts.
        public var trustRoots: TrustRoots
        /// The proxy through which all connections go. Default `nil`: no proxy.
        public var proxy: Proxy?
        /// The longest time from a call of ``APNSClient/send(_:)-(PushRequest)`` to its outcome,
        /// including waiting, connecting, retries and the response. Default 15 seconds.
        public var requestDeadline: Duration = .seconds(15)
        /// The longest time for a connection to become ready: name lookup, TCP, TLS and the
        /// server's first SETTINGS together. Default 10 seconds.
        public var connectTimeout: Duration = .seconds(10)
        /// Whether the client refuses, before it sends anything, a body that is empty or longer
        /// than its push type allows. Default `true`; tests of a server set it to `false`.
        public var checksPayloadSize = true
        /// The time without any frame from the server after which a connection is tested with a
        /// PING. Default one hour, as Apple advises ("Establishing a connection to APNs").
        public var idlePingInterval: Duration = .seconds(3600)
        /// The time to wait for the response to a PING before the connection is considered lost.
        /// Default 10 seconds.
        public var pingTimeout: Duration = .seconds(10)
        /// The maximum number of connections that accept new requests at the same time, at least 1.
        /// The client opens another connection when every existing connection has received a
        /// response and is full. Default 4; Apple's servers allow 1000 concurrent requests on one
        /// connection. Connections that are being closed do not count.
        public var maxConnections = 4
        /// The maximum number of concurrent requests on one connection, at least 1, even if the
        /// server allows more. Default 1000.
        public var maxStreamsPerConnection = 1000
        /// The maximum number of requests that may wait for a connection or a free stream. Any
        /// further request ends immediately, without being sent, with ``PushOutcome/unknown(_:)``
        /// and with ``UnknownOutcome/mayHaveBeenProcessed`` set to `false`. Default 10,000.
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
