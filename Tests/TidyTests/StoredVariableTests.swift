// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// Returns the stored variables of a text, as pairs of line and privacy.
private func variables(_ text: String) -> [String] {
    let file = SourceFile(path: "X", lines: text.split(separator: "\n").map(String.init))
    return StoredVariable.all(in: file).map { "\($0.line) \($0.isPrivate ? "private" : "open")" }
}

@Test func `variables of types are private or open`() {
    let found = variables(
        """
        struct A {
            private var b = 1
            package private(set) var c: [Int] = []
            @Wrapped package var d: Int
            internal(set) package var e = [1: 2]
            fileprivate var f: Int?
            static var g = 1
            private lazy var h = { 1 }()
            class I {
                weak var j: A?
            }
        }
        """)
    #expect(
        found == [
            "2 private", "3 private", "4 open", "5 open", "6 open", "7 open", "8 private",
            "10 open",
        ])
}

@Test func `constants, computed properties and local variables do not count`() {
    let found = variables(
        """
        enum A {
            static let b = 1
            package let c: Int
            var d: Int { 1 }
            package var e: Int {
                var local = 1
                return local
            }
            mutating func f(
                _ g: Int
            ) -> Int {
                var local = 1
                if g > 0 {
                    var other = 2
                }
                return local
            }
            // var h = 1
        }
        """)
    #expect(found == [])
}

@Test func `global variables, and those with observers or below a long declaration, are found`() {
    let found = variables(
        """
        private var a = 1
        final class B<C>: D,
            E
        where C: F
        {
            var g = 1 {
                didSet { a = 2 }
            }
            var h: Int {
                willSet { a = 3 }
            }
            #if os(Linux)
            var i: Int
            #endif
        }
        extension B {
            static var j = 1
        }
        """)
    #expect(found == ["1 private", "6 open", "9 open", "13 open", "17 open"])
}
