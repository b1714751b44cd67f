// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftParser
import SwiftSyntax

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension SwiftSource {
    /// Whether a word is anywhere in the file, comments included: a fast look before a real one.
    func mentions(_ word: String) -> Bool {
        var word = word
        return word.withUTF8 { word in
            source.bytes.withUnsafeBytes { text in
                guard let start = text.baseAddress, let name = word.baseAddress else {
                    return false
                }
                var offset = 0
                while offset + word.count <= text.count,
                    let found = memchr(start + offset, Int32(word[0]), text.count - offset)
                {
                    offset = UnsafeRawPointer(found) - start
                    guard offset + word.count <= text.count else { return false }
                    if memcmp(found, name, word.count) == 0 { return true }
                    offset += 1
                }
                return false
            }
        }
    }

    /// The places where a name stands in the code; not in comments or strings.
    func uses(of name: String) -> [TokenSyntax] {
        guard mentions(name) else { return [] }
        return tree.tokens(viewMode: .sourceAccurate).filter {
            if case .identifier(let text) = $0.tokenKind { text == name } else { false }
        }
    }

    /// The calls whose function or type has a name: `register` for `a.b.register(…)`.
    func calls(of name: String) -> [FunctionCallExprSyntax] { facts.calls[name] ?? [] }
}

extension FunctionCallExprSyntax {
    /// The expression of an argument.
    func argument(_ label: String) -> ExprSyntax? {
        arguments.first { $0.label?.text == label }?.expression
    }
}

extension ExprSyntax {
    /// The text of a string literal without interpolation.
    var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
}
