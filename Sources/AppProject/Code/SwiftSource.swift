// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import SwiftParser
package import SwiftSyntax

/// A Swift file, parsed and traversed once. If the file has syntax errors, as much of it as
/// possible is read.
package struct SwiftSource: Sendable {
    package let source: SourceText
    package let tree: SourceFileSyntax
    /// The declarations and operations of the file.
    package private(set) var facts: SourceFacts
    /// The reason why the file was not parsed, as a phrase; see ``SourceLimits``. If there is a
    /// reason, ``facts`` is empty.
    package let refusal: String?
    private let text: SearchText
    /// The byte ranges that are not compiled; see ``seen(on:)``.
    private var hidden: [Range<Int>] = []

    package init(_ source: SourceText) {
        self.source = source
        refusal = SourceLimits.refusal(of: source.bytes)
        text = SearchText(source.bytes)
        tree = Parser.parse(
            source: refusal == nil ? String(decoding: source.bytes, as: UTF8.self) : "")
        facts = SourceFacts(of: tree)
    }

    package var path: String { source.name }

    /// Returns the location of a node, without the white space around it.
    package func location(of node: some SyntaxProtocol) -> Diagnostic.Location {
        let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
        let end = node.endPositionBeforeTrailingTrivia.utf8Offset
        return source.location(start..<max(start, end))
    }

    /// Returns the file as it is compiled for the given platforms, for instance `watchOS`. The
    /// result lacks the `#if` branches that are only for other platforms. Branches that may be
    /// compiled remain; if no platform is given, all branches remain.
    package func seen(on platforms: Set<String>) -> SwiftSource {
        guard !platforms.isEmpty, mentions("#if") else { return self }
        let branches = CompiledBranches(on: platforms)
        branches.walk(tree)
        guard !branches.hidden.isEmpty else { return self }
        var copy = self
        copy.hidden = branches.hidden
        copy.facts = SourceFacts(of: tree, without: branches.hidden)
        return copy
    }

    /// Returns whether the file contains a word, even in a comment. This is a fast test before a
    /// more precise test.
    package func mentions(_ word: String) -> Bool { text.contains(SearchTerm(word)) }

    /// Returns the tokens that use a name in code, outside of comments and strings.
    package func uses(of name: String) -> [TokenSyntax] {
        text.offsets(of: SearchTerm(name, isWhole: true)).compactMap { offset in
            guard !hidden.contains(where: { $0.contains(offset) }),
                let token = tree.token(at: AbsolutePosition(utf8Offset: offset)),
                token.positionAfterSkippingLeadingTrivia.utf8Offset == offset,
                case .identifier(name) = token.tokenKind
            else { return nil }
            return token
        }
    }
}
