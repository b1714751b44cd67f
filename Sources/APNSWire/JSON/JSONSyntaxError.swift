// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Why a text is not JSON, where, and what to do about it.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is.
    public enum Code: String, Hashable, Sendable {
        case empty, truncated, unexpectedCharacter, trailingComma, comment, byteOrderMark
        case wrongEncoding, smartQuote, controlCharacter, badEscape, badNumber, tooDeep
        case tooLarge, trailingText
    }

    public let code: Code
    /// Byte offset of the fault from 0.
    public let byteOffset: Int
    public let position: SourcePosition
    /// What is wrong, as a phrase without a full stop.
    public let problem: String
    /// What to do, as a phrase without a full stop.
    public let remedy: String

    /// For instance `line 3, column 14: the text ends inside a string; close it with "`.
    public var description: String { "\(position): \(problem); \(remedy)" }
}
