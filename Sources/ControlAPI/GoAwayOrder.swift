// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The end of senders' connections: `POST /v1/apns/goaway`. Everything may be left out.
public struct GoAwayOrder: Codable, Sendable, Hashable {
    /// Only connections to this one; to both when `nil`.
    public var environment: APNSEnvironment?
    /// Goes into the frame's debug data as JSON, for instance `Shutdown`.
    public var reason: RejectionReason?
    /// Debug data in plain text, in place of a reason; 1,000 bytes at most.
    public var text: String?
    /// The error code of RFC 9113 section 7; 0 is NO_ERROR.
    public var errorCode: UInt32?
    /// The newest stream that is still answered; the newest that has come when `nil`.
    public var lastStream: UInt32?

    enum CodingKeys: String, CodingKey {
        case environment, reason, text
        case errorCode = "error_code"
        case lastStream = "last_stream"
    }

    public init(
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

/// What became of a ``GoAwayOrder``.
public struct GoAwayReport: Codable, Sendable, Hashable {
    /// How many connections were told.
    public let connections: Int

    public init(connections: Int) { self.connections = connections }
}
