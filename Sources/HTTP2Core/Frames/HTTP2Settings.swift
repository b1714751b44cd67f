// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The settings that one endpoint of a connection requires of its peer (RFC 9113 section 6.5.2).
package struct HTTP2Settings: Hashable, Sendable {
    package static let maxFrameSizeRange = 16_384...16_777_215
    /// The largest flow-control window, 2^31 - 1.
    package static let windowMax = 0x7FFF_FFFF

    package enum Parameter: UInt16, Sendable, CaseIterable {
        case headerTableSize = 1
        case enablePush, maxConcurrentStreams, initialWindowSize, maxFrameSize, maxHeaderListSize
    }

    package var headerTableSize = 4096
    package var enablesPush = true
    /// The maximum number of concurrent streams; `nil` for no limit.
    package var maxConcurrentStreams: Int?
    package var initialWindowSize = 65_535
    package var maxFrameSize = 16_384
    /// The maximum size of a header list in bytes; `nil` for no limit.
    package var maxHeaderListSize: Int?

    /// Makes the initial values, which apply until the first SETTINGS frame.
    package init() {}

    /// Applies the payload of a SETTINGS frame that is not an acknowledgement. Unknown parameters
    /// are ignored.
    package mutating func apply(
        _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) {
        guard payload.count.isMultiple(of: 6) else {
            throw HTTP2ConnectionError(.frameSizeError, "SETTINGS with an invalid length")
        }
        var offset = 0
        while offset < payload.count {
            let parameter = Parameter(rawValue: payload.bigEndian16(at: offset))
            let value = Int(payload.bigEndian32(at: offset + 2))
            offset += 6
            guard let parameter else { continue }
            try apply(parameter, value)
        }
    }

    private mutating func apply(
        _ parameter: Parameter, _ value: Int
    ) throws(HTTP2ConnectionError) {
        switch parameter {
        case .headerTableSize: headerTableSize = value
        case .enablePush:
            guard value <= 1 else {
                throw HTTP2ConnectionError(.protocolError, "ENABLE_PUSH is neither 0 nor 1")
            }
            enablesPush = value == 1
        case .maxConcurrentStreams: maxConcurrentStreams = value
        case .initialWindowSize:
            guard value <= Self.windowMax else {
                throw HTTP2ConnectionError(.flowControlError, "INITIAL_WINDOW_SIZE is too large")
            }
            initialWindowSize = value
        case .maxFrameSize:
            guard Self.maxFrameSizeRange.contains(value) else {
                throw HTTP2ConnectionError(.protocolError, "MAX_FRAME_SIZE is out of range")
            }
            maxFrameSize = value
        case .maxHeaderListSize: maxHeaderListSize = value
        }
    }

    /// Appends a SETTINGS frame with these parameters.
    package static func append(_ values: [(Parameter, Int)], to bytes: inout [UInt8]) {
        FrameHeader(length: 6 * values.count, type: .settings).append(to: &bytes)
        for (parameter, value) in values {
            bytes.append(UInt8(truncatingIfNeeded: parameter.rawValue >> 8))
            bytes.append(UInt8(truncatingIfNeeded: parameter.rawValue))
            bytes.append(bigEndian: UInt32(truncatingIfNeeded: value))
        }
    }

    package static func appendAcknowledgement(to bytes: inout [UInt8]) {
        FrameHeader(length: 0, type: .settings, flags: .ack).append(to: &bytes)
    }
}
