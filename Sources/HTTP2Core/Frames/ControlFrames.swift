// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Writes complete control frames as bytes.
package enum ControlFrames {
    /// The connection preface, which a client sends before any other bytes (RFC 9113 section 3.4).
    package static let clientPreface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    package static func appendReset(
        _ streamID: StreamID, _ code: HTTP2ErrorCode, to bytes: inout [UInt8]
    ) {
        FrameHeader(length: 4, type: .rstStream, streamID: streamID).append(to: &bytes)
        bytes.append(bigEndian: code.rawValue)
    }

    package static func appendWindowUpdate(
        _ streamID: StreamID, by count: Int, to bytes: inout [UInt8]
    ) {
        FrameHeader(length: 4, type: .windowUpdate, streamID: streamID).append(to: &bytes)
        bytes.append(bigEndian: UInt32(truncatingIfNeeded: count))
    }

    /// - Parameter opaque: the eight bytes that the acknowledgement repeats.
    package static func appendPing(
        _ opaque: UInt64, isAcknowledgement: Bool, to bytes: inout [UInt8]
    ) {
        FrameHeader(length: 8, type: .ping, flags: isAcknowledgement ? .ack : []).append(to: &bytes)
        bytes.append(bigEndian: UInt32(truncatingIfNeeded: opaque >> 32))
        bytes.append(bigEndian: UInt32(truncatingIfNeeded: opaque))
    }

    package static func appendGoAway(
        lastStreamID: StreamID, _ code: HTTP2ErrorCode, debugData: [UInt8] = [],
        to bytes: inout [UInt8]
    ) {
        FrameHeader(length: 8 + debugData.count, type: .goAway).append(to: &bytes)
        bytes.append(bigEndian: lastStreamID)
        bytes.append(bigEndian: code.rawValue)
        bytes += debugData
    }
}
