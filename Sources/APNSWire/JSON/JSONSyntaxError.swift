// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a text is not JSON, with the position of the error and a way to fix it.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: String, Hashable, Sendable {
        case empty, truncated, unexpectedCharacter, trailingComma, comment, byteOrderMark
        case wrongEncoding, smartQuote, controlCharacter, badEscape, badNumber, tooDeep
        case tooLarge, trailingText
    }

    public let code: Code
    /// The byte offset of the error, counted from 0.
    public let byteOffset: Int
    public let position: SourcePosition
    /// A description of the error, as a phrase without a full stop.
    public let problem: String
    /// How to fix the error, as a phrase without a full stop.
    public let remedy: String

    /// The error in one line, for instance `line 3, column 14: the text ends inside a string; close
    /// it with "`.
    public var description: String { "\(position): \(problem); \(remedy)" }
}
