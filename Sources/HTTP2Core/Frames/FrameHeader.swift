// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The nine bytes before every frame's payload (RFC 9113 section 4.1).
package struct FrameHeader: Hashable, Sendable {
    package static let byteCount = 9

    /// The payload's length in bytes, 0 to 2^24 - 1.
    package var length: Int
    /// The type as a number. A frame whose type has no ``FrameType`` must be ignored (section 5.5).
    package var rawType: UInt8
    package var flags: FrameFlags
    /// The stream identifier without the reserved bit.
    package var streamID: StreamID

    package init(length: Int, type: FrameType, flags: FrameFlags = [], streamID: StreamID = 0) {
        self.length = length
        rawType = type.rawValue
        self.flags = flags
        self.streamID = streamID
    }

    package var type: FrameType? { FrameType(rawValue: rawType) }

    /// Reads the header at an offset. Returns `nil` if fewer than nine bytes follow the offset.
    package init?(_ bytes: borrowing Span<UInt8>, at offset: Int) {
        guard bytes.count - offset >= Self.byteCount else { return nil }
        length = Int(bytes[offset]) << 16 | Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2])
        rawType = bytes[offset + 3]
        flags = FrameFlags(rawValue: bytes[offset + 4])
        streamID = bytes.bigEndian32(at: offset + 5) & StreamIDs.max
    }

    package func append(to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: length >> 16))
        bytes.append(UInt8(truncatingIfNeeded: length >> 8))
        bytes.append(UInt8(truncatingIfNeeded: length))
        bytes.append(rawType)
        bytes.append(flags.rawValue)
        bytes.append(bigEndian: streamID)
    }

    /// Writes the length of a payload into the header at `offset`, after the payload was appended.
    package static func patch(length: Int, at offset: Int, in bytes: inout [UInt8]) {
        bytes[offset] = UInt8(truncatingIfNeeded: length >> 16)
        bytes[offset + 1] = UInt8(truncatingIfNeeded: length >> 8)
        bytes[offset + 2] = UInt8(truncatingIfNeeded: length)
    }
}

/// The identifier of a stream. The identifier 0 represents the connection itself (RFC 9113 section
/// 5.1.1).
package typealias StreamID = UInt32

package enum StreamIDs {
    /// The largest identifier, which is also the mask that removes the reserved bit.
    package static let max: StreamID = 0x7FFF_FFFF
}

/// The type of a frame (RFC 9113 section 6).
package enum FrameType: UInt8, Hashable, Sendable, CaseIterable {
    case data, headers, priority, rstStream, settings, pushPromise, ping, goAway, windowUpdate
    case continuation
}

/// The flags of all frame types. The meaning of a bit depends on the frame's type.
package struct FrameFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// This flag is used in DATA and HEADERS frames.
    package static let endStream = FrameFlags(rawValue: 0x1)
    /// This flag is used in SETTINGS and PING frames.
    package static let ack = FrameFlags(rawValue: 0x1)
    /// This flag is used in HEADERS, PUSH_PROMISE and CONTINUATION frames.
    package static let endHeaders = FrameFlags(rawValue: 0x4)
    /// This flag is used in DATA, HEADERS and PUSH_PROMISE frames.
    package static let padded = FrameFlags(rawValue: 0x8)
    /// This flag is used in HEADERS frames.
    package static let priority = FrameFlags(rawValue: 0x20)
}
