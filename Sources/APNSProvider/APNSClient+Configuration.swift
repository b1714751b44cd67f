// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension APNSClient {
    /// Everything a client is told once.
    public struct Configuration: Sendable {
        /// Where to send.
        public var endpoint: Endpoint
        /// How to prove who sends.
        public var authentication: Authentication
        /// Which authorities to believe.
        public var trustRoots: TrustRoots
        /// A proxy that all connections go through; `nil` for none, the default.
        public var proxy: Proxy?
        /// The longest time from calling ``APNSClient/send(_:)`` to its outcome: waiting,
        /// connecting, repeating and the answer together. Default 15 seconds.
        public var requestDeadline: Duration = .seconds(15)
        /// The longest time for a connection to be ready: name lookup, TCP, TLS and the server's
        /// first SETTINGS together. Default 10 seconds.
        public var connectTimeout: Duration = .seconds(10)
        /// Whether a body that is empty, or longer than its push type allows, is refused before it
        /// is sent. Default `true`; a test of the other end switches it off.
        public var checksPayloadSize = true
        /// After how long without any frame from the server a connection is tested with a PING.
        /// Default one hour, as Apple advises ("Establishing a connection to APNs").
        public var idlePingInterval: Duration = .seconds(3600)
        /// How long the answer to a PING may take before the connection counts as dead. Default 10
        /// seconds.
        public var pingTimeout: Duration = .seconds(10)
        /// How many connections may take new requests at a time, at least 1. Another is opened when
        /// those there are have answered at least once and are all full. Default 4; one carries
        /// 1000 requests at a time on Apple's servers. Connections that are being closed do not
        /// count.
        public var maxConnections = 4
        /// How many requests may be on one connection at a time, at least 1, whatever more the
        /// server allows. Default 1000.
        public var maxStreamsPerConnection = 1000
        /// How many requests may wait for a connection or a free stream. One more ends at once as
        /// ``PushOutcome/unknown(_:)`` that was certainly not processed. Default 10 000.
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
