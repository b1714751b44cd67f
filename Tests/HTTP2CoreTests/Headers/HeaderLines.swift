// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTP2Core

/// The bytes that are written as hexadecimal digits; spaces are ignored.
func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
        UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
}

extension HeaderList {
    /// The fields, one line each.
    var lines: [String] { pairs.map { "\($0.name): \($0.value)" } }
}

extension HeaderDecoder {
    /// Reads a block and returns its fields as lines.
    mutating func lines(_ block: [UInt8]) throws(HTTP2ConnectionError) -> [String] {
        var list = HeaderList()
        try decode(block.span, into: &list)
        return list.lines
    }

    /// The error with which a block, given as hexadecimal digits, is refused.
    mutating func refusal(_ hex: String) -> HTTP2ErrorCode? {
        do {
            _ = try lines(bytes(hex))
            return nil
        } catch {
            return error.code
        }
    }
}
