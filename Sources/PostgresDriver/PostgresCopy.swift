// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import SQLCore

/// Writes rows in the text format of `COPY` (PostgreSQL's documentation, "COPY", "Text Format").
enum PostgresCopy {
    /// The number of bytes above which the buffer is passed to libpq.
    static let bufferSize = 65_536

    static func append(_ row: [SQLValue], to buffer: inout [UInt8]) {
        for (index, value) in row.enumerated() {
            if index > 0 { buffer.append(UInt8(ascii: "\t")) }
            append(value, to: &buffer)
        }
        buffer.append(UInt8(ascii: "\n"))
    }

    private static func append(_ value: SQLValue, to buffer: inout [UInt8]) {
        switch value {
        case .null, .integers, .texts, .blobs, .other:
            buffer += [UInt8(ascii: "\\"), UInt8(ascii: "N")]
        case .integer(let value): buffer += "\(value)".utf8
        case .text(let value): appendEscaped(value.utf8, to: &buffer)
        case .blob(let value):
            buffer += "\\\\x".utf8
            let digits = Array("0123456789abcdef".utf8)
            for byte in value { buffer += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        }
    }

    private static func appendEscaped(_ bytes: String.UTF8View, to buffer: inout [UInt8]) {
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\\"): buffer += "\\\\".utf8
            case UInt8(ascii: "\t"): buffer += "\\t".utf8
            case UInt8(ascii: "\n"): buffer += "\\n".utf8
            case UInt8(ascii: "\r"): buffer += "\\r".utf8
            default: buffer.append(byte)
            }
        }
    }
}
#endif
