// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How deep the brackets of Swift code stand inside each other, counted before it is parsed.
///
/// swift-syntax limits the depth of its tree, but looks ahead for types without limit: nested
/// square brackets cost it twice the time with each level, and thousands overflow the stack.
enum SwiftNesting {
    /// Square brackets inside each other. Written code has six at most.
    static let squareMax = 10
    /// Brackets of any kind inside each other.
    static let depthMax = 128

    /// Whether parsing could take too long or too much of the stack.
    static func isTooDeep(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var squares = 0
            var others = 0
            var index = 0
            while index < bytes.count {
                switch bytes[index] {
                case UInt8(ascii: "["): squares += 1
                case UInt8(ascii: "]"): squares = max(0, squares - 1)
                case UInt8(ascii: "("), UInt8(ascii: "{"): others += 1
                case UInt8(ascii: ")"), UInt8(ascii: "}"): others = max(0, others - 1)
                case UInt8(ascii: "/"), UInt8(ascii: "\""):
                    index = end(ofTextAt: index, in: bytes)
                    continue
                default: break
                }
                if squares > squareMax || squares + others > depthMax { return true }
                index += 1
            }
            return false
        }
    }

    /// The place behind a comment, or behind a string on one line that holds no code; the next
    /// place where it is neither.
    private static func end(ofTextAt start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let next = start + 1 < bytes.count ? bytes[start + 1] : 0
        var index = start + 1
        if bytes[start] == UInt8(ascii: "/") {
            guard next == UInt8(ascii: "/") else { return index }
            while index < bytes.count, bytes[index] != 0x0A { index += 1 }
            return index
        }
        while index < bytes.count, bytes[index] != 0x0A {
            if bytes[index] == UInt8(ascii: "\"") { return index + 1 }
            // A backslash may begin code inside of the string, which counts.
            if bytes[index] == UInt8(ascii: "\\") { return start + 1 }
            index += 1
        }
        return start + 1
    }
}
