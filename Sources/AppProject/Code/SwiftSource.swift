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
    public private(set) var facts: SourceFacts
    /// Why the file was not parsed, as a phrase (``SourceLimits``): then nothing is known of it.
    public let refusal: String?
    private let text: SearchText
    /// Bytes that are not compiled (``seen(on:)``).
    private var hidden: [Range<Int>] = []

    public init(_ source: SourceText) {
        self.source = source
        refusal = SourceLimits.refusal(of: source.bytes)
        text = SearchText(source.bytes)
        tree = Parser.parse(
            source: refusal == nil ? String(decoding: source.bytes, as: UTF8.self) : "")
        facts = SourceFacts(of: tree)
    }

    public var path: String { source.name }

    /// Where a node stands, without the blanks around it.
    public func location(of node: some SyntaxProtocol) -> Diagnostic.Location {
        let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
        let end = node.endPositionBeforeTrailingTrivia.utf8Offset
        return source.location(start..<max(start, end))
    }

    /// The file as it is compiled for some platforms, for instance `watchOS`: without the branches
    /// of `#if` that are for others. A branch that may be compiled counts, and without a platform
    /// every branch does.
    public func seen(on platforms: Set<String>) -> SwiftSource {
        guard !platforms.isEmpty, mentions("#if") else { return self }
        let branches = CompiledBranches(on: platforms)
        branches.walk(tree)
        guard !branches.hidden.isEmpty else { return self }
        var copy = self
        copy.hidden = branches.hidden
        copy.facts = SourceFacts(of: tree, without: branches.hidden)
        return copy
    }

    /// Whether a word is anywhere in the file, comments included: a fast look before a real one.
    public func mentions(_ word: String) -> Bool { text.contains(SearchWord(word)) }

    /// The places where a name stands in the code; not in comments or strings.
    public func uses(of name: String) -> [TokenSyntax] {
        text.offsets(of: SearchWord(name, isWhole: true)).compactMap { offset in
            guard !hidden.contains(where: { $0.contains(offset) }),
                let token = tree.token(at: AbsolutePosition(utf8Offset: offset)),
                token.positionAfterSkippingLeadingTrivia.utf8Offset == offset,
                case .identifier(name) = token.tokenKind
            else { return nil }
            return token
        }
    }
}
