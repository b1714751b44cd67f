// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// A request to close connections, for `POST /v1/apns/goaway`. Every field is optional.
package struct GoAwayOrder: Codable, Sendable, Hashable {
    /// The environment whose connections are closed; if `nil`, the connections of both environments
    /// are closed.
    package var environment: APNSEnvironment?
    /// The reason in the frame's debug data, as JSON, for instance `Shutdown`.
    package var reason: RejectionReason?
    /// Plain text for the frame's debug data, instead of a reason; at most 1,000 bytes.
    package var text: String?
    /// The error code of RFC 9113 section 7; 0 is NO_ERROR.
    package var errorCode: UInt32?
    /// The last stream that still receives a response; if `nil`, the last stream that the server
    /// has received.
    package var lastStream: UInt32?

    enum CodingKeys: String, CodingKey {
        case environment, reason, text
        case errorCode = "error_code"
        case lastStream = "last_stream"
    }

    package init(
        environment: APNSEnvironment? = nil, reason: RejectionReason? = nil, text: String? = nil,
        errorCode: UInt32? = nil, lastStream: UInt32? = nil
    ) {
        self.environment = environment
        self.reason = reason
        self.text = text
        self.errorCode = errorCode
        self.lastStream = lastStream
    }
}

/// The result of a ``GoAwayOrder``.
package struct GoAwayReport: Codable, Sendable, Hashable {
    /// The number of connections to which GOAWAY was sent.
    package let connections: Int

    package init(connections: Int) { self.connections = connections }
}
