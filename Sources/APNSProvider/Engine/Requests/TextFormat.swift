// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Formats parts of messages.
enum TextFormat {
    /// Formats a duration in seconds: `15 s`, `0.2 s`.
    static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = Int(attoseconds / 1_000_000_000_000_000)
        guard milliseconds > 0 else { return "\(seconds) s" }
        var fraction = String(milliseconds + 1000).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return "\(seconds).\(fraction) s"
    }

    /// The longest server text that is quoted in a message, in bytes.
    static let serverTextByteCountMax = 120

    /// Returns a server's text, shortened and reduced to printable ASCII, so that it can be logged.
    static func printable(_ bytes: some Sequence<UInt8>) -> String {
        let kept = bytes.prefix(serverTextByteCountMax).map {
            (0x20..<0x7F).contains($0) ? $0 : 0x3F
        }
        return String(decoding: kept, as: UTF8.self)
    }
}
