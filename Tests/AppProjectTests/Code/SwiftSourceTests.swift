// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics
import Testing

private func source(_ text: String) -> SwiftSource {
    SwiftSource(SourceText(name: "A.swift", text: text))
}

/// A text repeated a number of times.
private func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

@Test(arguments: [
    "let a = " + times(300, "["), "let a = " + times(30, "[ "), "let a: " + times(25, "[A<"),
    "let a: " + times(25, "[(") + times(25, ")]"), "let a = a" + times(5_000, ".b"),
    "let a = a" + times(5_000, "\n  .b()"), "let a = a" + times(3_000, "!"),
    "if a { }" + times(5_000, " else if b { }"), times(400, "[[[[[[[[1]]]]]]]]\n"),
])
func `text that would take too long to parse is rejected`(text: String) {
    let source = source(text)
    #expect(source.refusal != nil)
    #expect(source.facts.mentions.isEmpty)
}

@Test(arguments: [
    "", "let a = [[[[[1]]]]]", "let a = " + times(300, "("), times(300, "{"),
    times(300, "let a = a.b.c().d[0]\n"), "let a = [" + times(5_000, "a.b(),") + "]",
    times(2_000, "if a { } else { }\n"), times(200, "let m = [[1, 0], [0, 1]]\n"),
    "let text = \"[[[[\"", "Text(\"\")" + times(200, "\n    .padding(.top, 1)"),
    "class A {", "func f( {{{ \"", "\u{FEFF}import UIKit", "#if\nlet a = \"\\(\"",
])
func `valid and invalid text is parsed`(text: String) {
    #expect(source(text).refusal == nil)
}

@Test func `the facts of a file are its declarations and calls`() throws {
    let facts = source(
        """
        import UIKit.UIView
        @objc(Service) final class Outer: NSObject, A & B {
            struct Inner: C<Int> { enum D: String { case e, f = "F" } }
            func f(_ a: Int, by b: Int) async { center.delegate = self }
            static let id = "ID"
        }
        extension Outer.Inner: @unchecked Sendable { init() {} }
        func global() { x?.add(1); y!.add(2); Outer.Inner() }
        """
    ).facts
    #expect(facts.imports == ["UIKit"])
    #expect(
        facts.types.map(\.name) == ["Outer", "Outer.Inner", "Outer.Inner.D", "Outer.Inner"])
    #expect(facts.types.first?.inherited == ["NSObject", "A", "B"])
    #expect(facts.types.first?.objectiveCName == "Service")
    #expect(facts.types.last?.inherited == ["Sendable"])
    let method = try #require(facts.types.first?.methods.first)
    #expect(method.selector == "f(_:by:)")
    #expect(method.parameters == ["a", "b"])
    #expect(method.isAsync)
    #expect(facts.types.last?.methods.map(\.selector) == ["init()"])
    #expect(facts.globalFunctions.map(\.baseName) == ["global"])
    #expect(facts.calls["add"]?.count == 2)
    #expect(facts.calls["Inner"]?.count == 1)
    #expect(facts.assignments["delegate"]?.count == 1)
    #expect(
        Set(facts.constants)
            == [
                CodeConstant(name: "Outer.id", value: "ID"),
                CodeConstant(name: "Outer.Inner.D.e", value: "e"),
                CodeConstant(name: "Outer.Inner.D.f", value: "F"),
            ])
}
