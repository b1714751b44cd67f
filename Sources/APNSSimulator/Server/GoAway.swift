// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The end of connections as a test wants it: what their GOAWAY frame says.
///
/// Requests up to ``lastStream`` are still answered, later ones are not looked at; then the
/// connection is closed. Sent again, the second frame can only lower ``lastStream``.
public struct GoAway: Hashable, Sendable {
    /// Goes into the debug data as JSON, as Apple's servers do it.
    public var reason: RejectionReason?
    /// The debug data as plain text, in place of a reason; at most ``textByteCountMax``.
    public var text: String?
    /// The error code of RFC 9113 section 7; 0 is NO_ERROR.
    public var errorCode: UInt32
    /// The newest stream that is answered; `nil` for the newest that has come.
    public var lastStream: UInt32?

    /// The longest text in bytes; the rest is cut off.
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
