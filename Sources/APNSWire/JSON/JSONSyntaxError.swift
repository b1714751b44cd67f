// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Why a text is not JSON, at which position, and how to fix it.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: String, Hashable, Sendable {
        case empty, truncated, unexpectedCharacter, trailingComma, comment, byteOrderMark
        case wrongEncoding, smartQuote, controlCharacter, badEscape, badNumber, tooDeep
        case tooLarge, trailingText
    }

    public let code: Code
    /// The byte offset of the error, from 0.
    public let byteOffset: Int
    public let position: SourcePosition
    /// What is wrong, as a phrase without a full stop.
    public let problem: String
    /// How to fix it, as a phrase without a full stop.
    public let remedy: String

    /// For instance `line 3, column 14: the text ends inside a string; close it with "`.
    public var description: String { "\(position): \(problem); \(remedy)" }
}
