// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The names of HTTP/2's error codes (RFC 9113 section 7).
enum HTTP2ErrorName {
    /// The code that says: this request was not touched.
    static let refusedStream = 7

    private static let names = [
        "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
        "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",
        "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
    ]

    /// The code's name; a number for one that is not defined.
    static func text(_ code: Int) -> String {
        names.indices.contains(code) ? names[code] : "error code \(code)"
    }
}
