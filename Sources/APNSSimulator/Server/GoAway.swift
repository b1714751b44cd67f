// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The contents of a GOAWAY frame with which a test ends connections.
///
/// Requests up to ``lastStream`` still receive a response, and later requests are ignored.
/// Afterwards, the connection is closed. A second frame can only lower ``lastStream``.
public struct GoAway: Hashable, Sendable {
    /// The reason in the debug data, as JSON like that of Apple's servers.
    public var reason: RejectionReason?
    /// The debug data as plain text, instead of a reason. Its length is at most
    /// ``textByteCountMax``.
    public var text: String?
    /// The error code of RFC 9113 section 7; 0 is NO_ERROR.
    public var errorCode: UInt32
    /// The newest stream that receives a response; `nil` for the newest stream that the server has
    /// received.
    public var lastStream: UInt32?

    /// The maximum length of ``text`` in bytes; a longer text is truncated.
    public static let textByteCountMax = 1_000

    public init(
        reason: RejectionReason? = nil, text: String? = nil, errorCode: UInt32 = 0,
        lastStream: UInt32? = nil
    ) {
        self.reason = reason
        self.text = text
        self.errorCode = errorCode
        self.lastStream = lastStream
    }

    var debugData: [UInt8] {
        if let text { return Array(text.utf8.prefix(Self.textByteCountMax)) }
        return reason.map { RejectionBody(reason: $0).encoded } ?? []
    }
}
