// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Limits for parsing a Swift file.
///
/// SwiftParser limits its recursion depth for hostile text, with two exceptions: each further level
/// of directly nested brackets doubles the parsing time, and a chain of members or calls becomes a
/// tree of the same depth. Real code is far below these limits. A file that exceeds a limit is not
/// parsed.
package enum SourceLimits {
    /// The maximum parsing cost of nested square brackets. The cost is the sum, over all opening
    /// brackets, of 2 to the power of the bracket's nesting depth.
    package static let bracketWorkMax = 1 << 13
    /// The depth of directly nested brackets up to which the cost is negligible.
    static let bracketCountFree = 6
    /// The maximum number of members, calls and subscripts in one expression.
    package static let chainCountMax = 2_000
    /// The maximum number of `else` branches in a file. The parser turns a chain of `else if` into
    /// a single, deeply nested tree.
    package static let elseCountMax = 4_000

    /// Returns the reason not to parse a text, as a phrase; `nil` if the text can be parsed.
    static func refusal(of bytes: [UInt8]) -> String? {
        var scan = SourceScan()
        for (index, byte) in bytes.enumerated() {
            scan.take(byte, at: index, of: bytes)
            if scan.bracketWork > bracketWorkMax { return "too many nested brackets" }
            if scan.chain > chainCountMax { return "an expression that is too long" }
            if scan.elseCount > elseCountMax { return "too many branches" }
        }
        return nil
    }
}

/// Counts the constructs that are most expensive to parse, byte by byte.
private struct SourceScan {
    /// The number of opening brackets since the last token that cannot be part of a nested array
    /// type.
    private var brackets = 0
    private(set) var bracketWork = 0
    private(set) var chain = 0
    private(set) var elseCount = 0

    mutating func take(_ byte: UInt8, at index: Int, of bytes: [UInt8]) {
        switch byte {
        case UInt8(ascii: "["):
            brackets = min(brackets + 1, 30)
            chain += 1
            if brackets > SourceLimits.bracketCountFree { bracketWork += 1 << brackets }
        case UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: "!"), UInt8(ascii: "?"):
            chain += 1
        case UInt8(ascii: "]"), UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: ")"):
            brackets = 0
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "{"),
            UInt8(ascii: "}"):
            brackets = 0
            chain = 0
        case UInt8(ascii: "\n"):
            if !continues(after: index, of: bytes) { chain = 0 }
        case UInt8(ascii: "e"):
            if bytes[index...].starts(with: "else".utf8) { elseCount += 1 }
        default: break
        }
    }

    /// Returns whether the next line continues the current expression, as in `.padding()`.
    private func continues(after index: Int, of bytes: [UInt8]) -> Bool {
        var next = index + 1
        while next < bytes.count {
            switch bytes[next] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): next += 1
            case UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "?"),
                UInt8(ascii: "!"), UInt8(ascii: "/"), UInt8(ascii: "\n"):
                return true
            default: return false
            }
        }
        return false
    }
}
