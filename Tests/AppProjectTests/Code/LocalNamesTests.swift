// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SwiftSyntax
import Testing

@testable import AppProject

/// The text of the argument of the call `use(…)` in some code.
private func used(_ code: String, _ others: String...) -> String? {
    let sources = ([code] + others).enumerated().map { number, text in
        SwiftSource(SourceText(name: "\(number).swift", text: text))
    }
    let index = CodeIndex(sources)
    return index.calls("use").first?.node.arguments.first.flatMap {
        index.text(of: $0.expression)
    }
}

@Test(
    arguments: [
        ("let name = \"a\"\nfunc f() { use(name) }", "a"),
        ("var name = \"\"\nfunc f() { use(name) }", nil),
        ("var name: String { \"a\" }\nfunc f() { use(name) }", "a"),
        ("func f() { let name = \"a\"; use(name) }", "a"),
        ("func f() { var name = \"a\"; name += \"b\"; use(name) }", nil),
        ("func g() { let name = \"a\" }\nfunc f() { use(name) }", nil),
        ("let name = \"a\"\nfunc f(name: String) { use(name) }", nil),
        (
            "let name = \"a\"\nfunc f(_ texts: [String]) { texts.forEach { name in use(name) } }",
            nil
        ),
        ("let name = \"a\"\nfunc f() { if let name = load() { use(name) } }", nil),
        ("let name = \"a\"\nfunc f() { guard let name = load() else { return }; use(name) }", nil),
        ("let name = \"a\"\nfunc f() { for name in names { use(name) } }", nil),
        ("enum Key { static let name = \"a\" }\nfunc f() { use(Key.name) }", "a"),
        ("enum Key { static let name = \"a\" }\nfunc f() { use(name) }", nil),
        ("struct S { let name = \"a\"\nfunc f() { use(name) } }", "a"),
        ("struct S { let name = \"a\" }\nextension S { func f() { use(name) } }", "a"),
        ("class A { let name = \"a\" }\nclass B: A { func f() { use(name) } }", "a"),
        ("struct S { var name = \"\"\nfunc f() { use(self.name) } }", nil),
        ("#if A\nlet name = \"a\"\n#else\nlet name = \"b\"\n#endif\nfunc f() { use(name) }", nil),
    ] as [(String, String?)])
func `a name is resolved to a string only where that is certain`(code: String, text: String?) {
    #expect(used(code) == text)
}

@Test func `an unqualified name does not refer to a constant of another type`() {
    #expect(
        used(
            "struct S { let name: String\nfunc f() { use(name) } }",
            "enum Key { static let name = \"a\" }") == nil)
}
