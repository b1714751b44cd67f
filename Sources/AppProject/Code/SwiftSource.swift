// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import SwiftParser
public import SwiftSyntax

/// A Swift file, parsed and walked once. Broken code is read as far as it goes.
public struct SwiftSource: Sendable {
    public let source: SourceText
    public let tree: SourceFileSyntax
    /// What the file declares and does.
    public let facts: SourceFacts
    /// Why the file was not parsed, as a phrase (``SourceLimits``): then nothing is known of it.
    public let refusal: String?

    public init(_ source: SourceText) {
        self.source = source
        refusal = SourceLimits.refusal(of: source.bytes)
        let text = refusal == nil ? String(decoding: source.bytes, as: UTF8.self) : ""
        tree = Parser.parse(source: text)
        facts = SourceFacts(of: tree)
    }

    public var path: String { source.name }

    /// Where a node stands, without the blanks around it.
    public func location(of node: some SyntaxProtocol) -> Diagnostic.Location {
        let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
        let end = node.endPositionBeforeTrailingTrivia.utf8Offset
        return source.location(start..<max(start, end))
    }
}
