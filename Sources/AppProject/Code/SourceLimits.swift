// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What a Swift file is parsed up to.
///
/// SwiftParser reads hostile text in bounded depth, with two exceptions: the time for brackets
/// directly inside brackets doubles with each of them, and a chain of members or calls becomes as
/// deep a tree. Nobody writes such code; a file that has it is not looked at.
public enum SourceLimits {
    /// Work for nested brackets: two to the power of their number, added up over the file.
    public static let bracketWorkMax = 1 << 13
    /// Brackets directly inside each other that cost nothing worth counting.
    static let bracketCountFree = 6
    /// Members, calls and subscripts of one expression.
    public static let chainCountMax = 2_000
    /// Branches of the file, because `else if` is one tree.
    public static let elseCountMax = 4_000

    /// Why a text is not parsed, as a phrase; `nil` when it is.
    static func refusal(of bytes: [UInt8]) -> String? {
        var scan = SourceScan()
        for (index, byte) in bytes.enumerated() {
            scan.take(byte, at: index, of: bytes)
            if scan.bracketWork > bracketWorkMax { return "too many brackets inside brackets" }
            if scan.chain > chainCountMax { return "an expression that is too long" }
            if scan.elseCount > elseCountMax { return "too many branches" }
        }
        return nil
    }
}

/// Counts what costs the parser most, byte by byte.
private struct SourceScan {
    /// Opening brackets since anything that ends a nested type.
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

    /// Whether the next line goes on with the expression: `.padding()`.
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
