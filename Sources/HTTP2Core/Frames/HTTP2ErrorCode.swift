// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason for the end of a stream or connection (RFC 9113 section 7).
package struct HTTP2ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let noError = Self(rawValue: 0)
    package static let protocolError = Self(rawValue: 1)
    package static let internalError = Self(rawValue: 2)
    package static let flowControlError = Self(rawValue: 3)
    package static let streamClosed = Self(rawValue: 5)
    package static let frameSizeError = Self(rawValue: 6)
    /// The request was not processed and may be sent again (section 8.7).
    package static let refusedStream = Self(rawValue: 7)
    package static let cancel = Self(rawValue: 8)
    package static let compressionError = Self(rawValue: 9)
    package static let enhanceYourCalm = Self(rawValue: 11)

    private static let names = [
        "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
        "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",
        "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
    ]

    /// The code's name; its number if the code is not defined.
    package var description: String {
        Self.names.indices.contains(Int(rawValue))
            ? Self.names[Int(rawValue)] : "error code \(rawValue)"
    }
}

/// A protocol error of the peer that ends the whole connection (RFC 9113 section 5.4.1).
package struct HTTP2ConnectionError: Error, Hashable, Sendable {
    package let code: HTTP2ErrorCode
    /// A short description of the error, without data from the peer.
    package let problem: String

    package init(_ code: HTTP2ErrorCode, _ problem: String) {
        self.code = code
        self.problem = problem
    }
}
