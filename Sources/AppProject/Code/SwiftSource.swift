// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import SwiftParser
public import SwiftSyntax

/// A Swift file, parsed. Broken code is parsed as far as it goes.
public struct SwiftSource: Sendable {
    public let source: SourceText
    public let tree: SourceFileSyntax

    public init(_ source: SourceText) {
        self.source = source
        tree = Parser.parse(source: String(decoding: source.bytes, as: UTF8.self))
    }

    public var path: String { source.name }

    /// Where a node stands, without the blanks around it.
    public func location(of node: some SyntaxProtocol) -> Diagnostic.Location {
        let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
        let end = node.endPositionBeforeTrailingTrivia.utf8Offset
        return source.location(start..<max(start, end))
    }
}
